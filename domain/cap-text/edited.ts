import type { Day } from '#domain/kernel/day.ts'
import { keyOf, meaningOf } from './lexicon.ts'
import { LEAVE } from './questions.ts'
import type { Ask, Reading, ReadRow } from './reading.ts'
import { isWord } from './token.ts'

/** A cap that an edit of its message changed. */
export interface EditedCap extends Pick<ReadRow, 'kind' | 'advertiserId' | 'sourceNumber'> {
  day: Day
  geo: string
  /** Null if the message did not name it before. */
  before: ReadRow | null
  /** Null if the message no longer names it. */
  after: ReadRow | null
}

/** Lists the caps that an edit changed, in the order of the message. */
export function compareReadings(before: Reading, after: Reading): EditedCap[] {
  const [was, is] = [spread(before.rows), spread(after.rows)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [old, now] = [was.get(key), is.get(key)]
    const place = now ?? old
    if (!place || (old && now && saysSame(old.row, now.row))) return []
    const { day, geo, row } = place
    const { kind, advertiserId, sourceNumber } = row
    const cap = { kind, advertiserId, sourceNumber, day, geo }
    return [{ ...cap, before: old?.row ?? null, after: now?.row ?? null }]
  })
}

/**
 * Settles an edited message whose rows are saved already. A saved `+5` is not added again. If the edit changed it to `+10`,
 * a number is asked.
 */
export function settleSaved(saved: Reading, edited: Reading): Reading {
  const was = spread(saved.rows)
  const asks = new Map<string, Ask>()
  const rows = edited.rows.flatMap((row) => {
    if (row.delta === null) return [row]
    const keys = placeKeysOf(row)
    if (keys.every((key) => was.get(key)?.row.delta === row.delta)) return []
    if (!keys.some((key) => was.has(key))) return [row]
    const id = `no-cap:${row.quote}`
    asks.set(id, { id, code: 'no-cap', about: row.quote, answers: [LEAVE] })
    return [{ ...row, asks: [...row.asks, id] }]
  })
  return { ...edited, rows, asks: [...edited.asks, ...asks.values()] }
}

/** `sorry, 20 not 25`: whether a message corrects what its writer wrote right before. */
export function isCorrection(text: string): boolean {
  const words = keyOf(text.slice(0, LONGEST_CORRECTION)).split(' ')
  return words.some((_, at) =>
    [1, 2, 3].some((count) => isWord(meaningOf(words.slice(at, at + count).join(' ')), 'correct')),
  )
}

/** A longer message is not a correction. */
const LONGEST_CORRECTION = 200

interface Spread {
  day: Day
  geo: string
  row: ReadRow
}

/** Rows by the caps that they are about. */
function spread(rows: readonly ReadRow[]): Map<string, Spread> {
  return new Map(
    rows.flatMap((row) =>
      row.days.flatMap((day) =>
        row.geos.map((geo): [string, Spread] => [keyOfCap({ ...row, day, geo }), { day, geo, row }]),
      ),
    ),
  )
}

/** The cap that a change is about, as one text. */
export function keyOfCap(cap: Pick<EditedCap, 'kind' | 'day' | 'geo' | 'advertiserId' | 'sourceNumber'>): string {
  return JSON.stringify([cap.kind, cap.day, cap.geo, cap.advertiserId, cap.sourceNumber])
}

/** The caps that a row is about, each as one text. */
export function placeKeysOf(row: ReadRow): string[] {
  return [...spread([row]).keys()]
}

/** Whether two rows for one cap plan the same. */
export function saysSame(a: ReadRow, b: ReadRow): boolean {
  return a.action === b.action && a.cap === b.cap && a.hours === b.hours && a.cpa === b.cpa && a.crg === b.crg
}
