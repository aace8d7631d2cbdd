import { expect, it } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { parseDayQuestion } from './question.ts'

/** A Saturday. */
const today = brandText<Day>('2026-11-21')

it.each([
  ['no', null, 'NO'],
  ['tomorrow no', '2026-11-22', 'NO'],
  ['NO', null, 'NO'],
  ['latam', null, 'LATAM'],
])('%j asks for the geo by its name alone', (text, day, geo) => {
  expect(parseDayQuestion(text, today)).toEqual({ day, geo, unread: null })
})

it.each(['stop', 'no DE', 'DE no'])('%j is no question', (text) => {
  expect(parseDayQuestion(text, today).unread).toBe(text)
})

it.each([
  ['20.11', '2026-11-20'],
  ['20/11/2026', '2026-11-20'],
  ['3.8.', '2026-08-03'],
  ['20 Nov', '2026-11-20'],
  ['31 dec', '2026-12-31'],
  ['2025-12-31', '2025-12-31'],
])('%j asks for a day, be it over', (text, day) => {
  expect(parseDayQuestion(`${text} DE`, today)).toEqual({ day, geo: 'DE', unread: null })
})
