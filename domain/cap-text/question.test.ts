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

it.each(['stop', 'no DE', 'DE no', '20-22 Nov', '20-22.11 DE', 'Thursday to Saturday', '20 and 21 Nov'])(
  '%j is no question',
  (text) => {
    expect(parseDayQuestion(text, today).unread).toBe(text)
  },
)

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

it.each([
  ['last friday', '2026-11-20', null],
  ['for last friday', '2026-11-20', null],
  ['of friday', '2026-11-27', null],
  ['DE past Fri', '2026-11-20', 'DE'],
  ['previous saturday DE', '2026-11-14', 'DE'],
  ['prev sunday', '2026-11-15', null],
  ['this friday', '2026-11-27', null],
  ['this saturday FR', '2026-11-21', 'FR'],
  ['this weekend', '2026-11-21', null],
  ['next friday', '2026-11-27', null],
])('%j asks for the weekday that is over or that comes', (text, day, geo) => {
  expect(parseDayQuestion(text, today)).toEqual({ day, geo, unread: null })
})

it.each(['last DE', 'this DE', 'last weekend', 'last 20.11', 'DE last'])('%j is not a day and a geo', (text) => {
  expect(parseDayQuestion(text, today).unread).toBe(text)
})
