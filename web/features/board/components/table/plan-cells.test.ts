import { expect, test } from 'vitest'
import { boardTexts } from '#contract/texts/board.ts'
import { brandText } from '#domain/kernel/brand.ts'
import { placeOf } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { LineColumn } from '#web/features/sheet/components/sheet-columns.ts'
import { brokerCap } from '#testing/standing-caps.ts'
import { planCells } from './plan-cells.ts'
import { cellColumns, columnOf, pasteColumns } from './table-columns.ts'
import { collectPlaces } from './table-rows.ts'

const [day, next] = [brandText<Day>('2026-11-21'), brandText<Day>('2026-11-22')]
const key = placeOf(brokerCap())

/** What is written into the cells of one cap of DE / source 44, which stands on the first of two days. */
function plan(date: Day, texts: Partial<Record<LineColumn, string>>, of = key) {
  const places = collectPlaces([day, next], [[brokerCap({ date: day })], []])
  const rows = new Map(places.map((row) => [row.key, row]))
  const columns: readonly LineColumn[] = ['cap', 'workingHours', 'cpa', 'crg']
  const cells = columns.flatMap((field) => {
    const text = texts[field]
    return text === undefined ? [] : [{ key: of, column: columnOf(date, field), text }]
  })
  const { plans, refused } = planCells('broker', rows, cells)
  const tell = (told: readonly { column: string; text: string }[]) =>
    Object.fromEntries(told.map(({ column, text }) => [column.split(' ')[1], text]))
  return {
    drafts: plans.map(({ draft }) => draft),
    taken: tell(plans.flatMap((each) => each.cells)),
    refused,
    left: tell(refused),
  }
}

test('a wrong cell of a cap keeps its text, and the others are saved without it', () => {
  const { drafts, taken, left } = plan(day, { cap: '50', workingHours: '10-18 CET', cpa: '900', crg: '9' })
  expect(drafts).toMatchObject([{ cap: 50, workingHours: '09:00-17:00', cpa: 900, crg: 9 }])
  expect(taken).toEqual({ cap: '50', cpa: '900', crg: '9' })
  expect(left).toEqual({ workingHours: '10-18 CET' })
  expect(plan(day, { cap: 'many', cpa: '-900', crg: '900' }).left).toEqual({ cap: 'many', cpa: '-900', crg: '900' })
})

test('numbers that run over the days are no prices', () => {
  for (const date of [day, next]) {
    const { drafts, refused, left } = plan(date, { cap: '50', workingHours: '40', cpa: '45', crg: '' })
    expect(drafts).toMatchObject([{ cap: 50, date, workingHours: '09:00-17:00', cpa: 600, crg: 8 }])
    expect(left).toEqual({ workingHours: '40', cpa: '45', crg: '' })
    expect(new Set(refused.map(({ problem }) => problem))).toEqual(new Set([boardTexts.furtherDays]))
  }
  expect(plan(day, { cap: 'many', workingHours: '40', cpa: '45' })).toMatchObject({ drafts: [], left: { cpa: '45' } })
  const onlyHours = plan(day, { cap: '50', workingHours: '40' })
  expect([onlyHours.drafts.length, onlyHours.left]).toEqual([1, { workingHours: '40' }])
  expect(onlyHours.refused[0]?.problem).toContain('Working hours')
})

test('a paste into numbers ends with the days where hours are hidden', () => {
  const [number, cpa] = [columnOf(next, 'cap'), columnOf(next, 'cpa')]
  const whole = cellColumns([day, next], next, new Set())
  expect(pasteColumns(whole, [number])).toEqual(whole)
  const bare = cellColumns([day, next], next, new Set(['hours']))
  expect(pasteColumns(bare, [number])).toEqual([columnOf(day, 'cap'), number])
  expect(pasteColumns(bare, [number, cpa])).toEqual(bare)
  expect(pasteColumns(bare, [cpa])).toEqual(bare)
})

test('a number is not emptied, and what is written beside it is saved', () => {
  const { drafts, left, refused } = plan(day, { cap: '', workingHours: '10-18', crg: '8' })
  expect(drafts).toMatchObject([{ cap: 20, workingHours: '10:00-18:00' }])
  expect([left, refused[0]?.problem]).toEqual([{ cap: '' }, expect.stringContaining('Type 0 to take no leads')])
})

test('a cap that is cut or deleted whole keeps its hours and prices with its number', () => {
  const { drafts, left } = plan(day, { cap: '', workingHours: ' ', cpa: '', crg: '' })
  expect([drafts, left]).toEqual([[], { cap: '', workingHours: ' ', cpa: '', crg: '' }])
  expect(plan(day, { workingHours: '', cpa: '' }).drafts).toMatchObject([{ cap: 20, cpa: null }])
})

test('what would need a cap stays where none can be added', () => {
  expect(plan(next, { cap: 'many', workingHours: '10-18', crg: '' })).toMatchObject({
    drafts: [],
    left: { cap: 'many', workingHours: '10-18' },
  })
  expect(plan(next, { cap: '5', workingHours: '10-18 CET' })).toMatchObject({
    drafts: [{ cap: 5, date: next, workingHours: '09:00-17:00' }],
    left: { workingHours: '10-18 CET' },
  })
  const [one, ...others] = plan(next, { cap: '5', crg: '' }, placeOf(brokerCap({ geo: 'FR' }))).refused
  expect([one?.text, one?.problem, others]).toEqual(['5', expect.stringContaining('No cap of this place'), []])
  expect(plan(next, { cap: '' }, placeOf(brokerCap({ geo: 'FR' }))).refused).toEqual([])
})

test('what is the same is neither saved nor refused, and what is saved is told as it will stand', () => {
  expect(plan(day, { cap: '20', cpa: '$600.00' })).toMatchObject({ drafts: [], left: {} })
  const { taken } = plan(day, { cap: '1,250', workingHours: '9-18', cpa: '$900', crg: '8.50%' })
  expect(taken).toEqual({ cap: '1250', workingHours: '09:00-18:00', cpa: '900', crg: '8.5' })
})
