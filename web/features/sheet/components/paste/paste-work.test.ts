import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { indexAdvertisers } from '#domain/caps/paste-advertisers.ts'
import { rereadRow } from '#domain/caps/paste-mend.ts'
import { READ_DAY, READ_ROW } from '#testing/read-rows.ts'
import { lineOf, readRow } from './paste-lines.ts'
import {
  addAnswer,
  beginMessage,
  moveSaid,
  takeProposal,
  withoutLines,
  withoutSaved,
  withRemoved,
  workOfReading,
  type PasteWork,
} from './paste-work.ts'
import type { Read } from './read-message.ts'

type ReadRow = Read['rows'][number]

const day = READ_DAY
const options = { kind: 'broker', defaultDate: day, zone: zoneOf('Etc/GMT-2') } as const
const row: ReadRow = READ_ROW
const pause: ReadRow = { ...row, action: 'pause', geos: ['FR'], isEndless: true, quote: 'pause FR' }
const open: ReadRow = { ...row, geos: ['UK'], saved: false, asks: ['which-number:UK'], line: 2 }
const model: ReadRow = { ...row, geos: ['IT'], quote: 'wibble Italy 20', line: 3, assumed: ['day'] }
const asks: Read['asks'] = [{ id: 'which-number:UK', code: 'is-number-a-cap', about: 'UK', answers: [] }]
const reading: Read = { rows: [row, open, pause], asks, ignores: [], edited: [], proposals: [model] }
const answered: Read = { ...reading, rows: [row, pause], asks: [] }

const said = beginMessage('DE 20', day)

function begin(read = reading): PasteWork {
  const work = workOfReading(null, read, said, options)
  if (!work) throw new Error('nothing was read')
  return work
}

function take(work: PasteWork, at = 0): PasteWork {
  const proposal = work.message?.proposals[at]
  const taken = proposal && takeProposal(work, proposal, options)
  if (!taken) throw new Error('no such proposal')
  return taken
}

function answer(work: PasteWork, read = answered): PasteWork | null {
  return work.message && workOfReading(work, read, addAnswer(work.message.said, 'which-number:UK', '20'), options)
}

const geosOf = (work: PasteWork | null) => work?.rows.map(({ cells }) => cells.geo)
const actsOf = (work: PasteWork | null) => work?.message?.acts.map(({ act, chosen }) => [act.geo, chosen])

test('a row that a language model saw stays through an answer, with what was mended in it', () => {
  const work = take(begin())
  expect(geosOf(work)).toEqual(['DE', 'UK', 'IT'])
  expect(work.message?.proposals).toEqual([])
  const rows = work.rows.map((one) =>
    one.cells.geo === 'IT' ? rereadRow(one, { ...one.cells, cap: '25' }, options) : one,
  )
  const choices = new Map([['3', { choice: false, over: null }]])
  const after = answer({ ...work, rows, choices })
  expect(geosOf(after)).toEqual(['DE', 'IT'])
  expect(after?.rows[1]).toMatchObject({ line: 2, draft: { geo: 'IT', cap: 25 } })
  expect(after?.choices).toEqual(new Map([['2', { choice: false, over: null }]]))
  expect(after?.message?.proposals).toEqual([])
})

test('one that was taken out again stays out, and is not proposed again', () => {
  const work = take(begin())
  const after = answer({ ...work, rows: work.rows.filter(({ cells }) => cells.geo !== 'IT') })
  expect(geosOf(after)).toEqual(['DE'])
  expect(after?.message?.proposals).toEqual([])
})

test('a row that a language model saw is for the day that is chosen when it is taken', () => {
  const later = { ...options, defaultDate: brandText<Day>('2026-12-07') }
  const work = begin()
  const proposal = work.message?.proposals[0]
  const taken = proposal && takeProposal(work, proposal, later)
  expect(taken?.rows.at(-1)?.draft).toMatchObject({ geo: 'IT', date: '2026-12-07' })
})

test('a change that a language model saw has the number of the day for which it is read', () => {
  const later = { ...options, defaultDate: brandText<Day>('2026-12-07') }
  const work = take(begin())
  const other = { ...reading, proposals: [{ ...model, days: [later.defaultDate], cap: 45 }] }
  const moved = work.message && workOfReading(work, other, moveSaid(work.message.said, later.defaultDate), later)
  expect(moved?.rows.at(-1)?.draft).toMatchObject({ geo: 'IT', date: '2026-12-07', cap: 45 })
})

test('a language model may see a cap on several days, each of which is a row', () => {
  const days = [day, brandText<Day>('2026-12-04')]
  const work = take(take(begin({ ...reading, proposals: [{ ...model, days, assumed: [] }] })))
  expect(work.rows.slice(2).map(({ draft }) => [draft?.geo, draft?.date])).toEqual([
    ['IT', day],
    ['IT', '2026-12-04'],
  ])
  expect(work.message?.proposals).toEqual([])
})

test('what was read of the same cap and left open gives way to what a language model saw', () => {
  const work = take(begin({ ...reading, proposals: [{ ...open, cap: 30, asks: [], quote: 'UK thirty' }] }))
  expect(work.rows.map(({ cells }) => cells.cap)).toEqual(['20', '30'])
  expect(geosOf(answer(work, reading))).toEqual(geosOf(work))
})

test('a pause that a language model saw stays through an answer, and so does one that was left out', () => {
  const seen: ReadRow = { ...pause, geos: ['PT'], quote: 'hold Portugal' }
  const work = take(begin({ ...reading, proposals: [seen] }))
  expect(actsOf(work)).toEqual([
    ['FR', true],
    ['PT', true],
  ])
  const acts = work.message?.acts.map((one) => (one.act.geo === 'FR' ? { ...one, chosen: false } : one)) ?? []
  const left = work.message && { ...work, message: { ...work.message, acts } }
  expect(actsOf(left && answer(left, { ...answered, proposals: [seen] }))).toEqual([
    ['FR', false],
    ['PT', true],
  ])
})

test('a text that is read again keeps what was mended and taken, and asks again', () => {
  const work = answer(take(begin()))
  if (!work?.message) throw new Error('nothing was read')
  const rows = work.rows.map((one) => rereadRow(one, { ...one.cells, cap: '16' }, options))
  const again = workOfReading({ ...work, rows }, reading, beginMessage('DE 20', day, work.message.said), options)
  expect(again?.rows.map(({ cells }) => cells.cap)).toEqual(['16', '20', '16'])
  expect(again?.message?.questions).toHaveLength(1)
  expect(again?.message?.said.answers).toEqual([])
})

test('what was saved does not come back with an answer', () => {
  const work = begin()
  const saved = withoutSaved(work, [])
  expect(actsOf(saved)).toEqual([])
  expect(actsOf(answer(saved))).toEqual([])
  expect(actsOf(answer(work))).toEqual([['FR', true]])
})

test('the same text again brings back what was taken out, and what was saved only for another day', () => {
  const [one, other] = [row, { ...row, geos: ['FR'], line: 3 }]
  const read = { ...reading, rows: [one, open, other] }
  const work = begin(read)
  const lineAt = (at: number) =>
    work.rows.slice(at, at + 1).map((each) => lineOf(readRow(each, options, indexAdvertisers([])), null, null))
  const saved = withoutLines(withoutSaved(work, lineAt(0)), lineAt(2))
  const again = (before: PasteWork, of = day) => {
    const aside = withRemoved(before)
    return workOfReading(aside, read, beginMessage('DE 20', of, aside.message?.said), options)
  }
  const onDay = (wanted: Day, of = saved) =>
    of.message && workOfReading(of, read, moveSaid(of.message.said, wanted), options)
  expect(geosOf(saved)).toEqual(['UK'])
  expect(geosOf(again(saved))).toEqual(['UK', 'FR'])
  const after = answer(saved, { ...read, asks: [] })
  expect([geosOf(after), after && geosOf(again(after))]).toEqual([['UK'], ['UK', 'FR']])
  expect(geosOf(onDay(day))).toEqual(['UK'])
  const later = brandText<Day>('2026-12-07')
  const moved = onDay(later)
  expect(moved && geosOf(again(moved, later))).toEqual(['DE', 'UK', 'FR'])
  const back = moved && onDay(day, moved)
  expect(back && geosOf(again(back))).toEqual(['UK', 'FR'])

  // The text is read for another day, and then for the first one.
  const forLater = workOfReading(null, read, beginMessage('DE 20', later, withRemoved(saved).message?.said), options)
  expect(geosOf(forLater)).toEqual(['DE', 'UK', 'FR'])
  expect(geosOf(workOfReading(null, read, beginMessage('DE 20', day, forLater?.message?.said), options))).toEqual([
    'UK',
    'FR',
  ])
})
