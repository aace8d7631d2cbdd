import { placeKeysOf, saysSame } from './edited.ts'
import { LEAVE } from './questions.ts'
import type { Ask, AskCode, Reading, ReadRow } from './reading.ts'

// Decides which lines a language model may read, and what becomes of its proposals.

/** Questions that the grammar asks because it did not understand words. Others are for people to decide. */
const NOT_READ: ReadonlySet<AskCode> = new Set([
  'unknown-word',
  'is-number-a-cap',
  'no-cap',
  'which-hours',
  'which-price',
])
/** Questions that may be open beside these. */
const BESIDE: ReadonlySet<AskCode> = new Set(['which-day', 'which-source', 'which-advertiser', 'which-hours-scope'])

/** Whether the grammar left a line unread. A line that it read as a question, a condition or a doubt was read. */
export function isUnread(codes: readonly AskCode[]): boolean {
  return codes.some((code) => NOT_READ.has(code)) && codes.every((code) => NOT_READ.has(code) || BESIDE.has(code))
}

/**
 * Compares a model's proposals with the grammar's rows. A cap that both read alike is no proposal. If they read a cap
 * differently, neither can be saved: a question holds the grammar's row, and the model's is dropped.
 */
export function settleProposals<Row extends ReadRow>(
  reading: Reading,
  proposed: readonly Row[],
): { reading: Reading; proposals: Row[] } {
  const asks = new Map<string, Ask>()
  const rows = reading.rows.map((row) => {
    const other = proposed.find((one) => isOfOnePlace(one, row) && !saysSame(one, row))
    if (!other) return row
    const about = `${row.quote} / ${other.quote}`
    const id = `contradiction:${about}`
    if (row.asks.includes(id)) return row
    asks.set(id, { id, code: 'contradiction', about, answers: [LEAVE] })
    return { ...row, asks: [...row.asks, id] }
  })
  const proposals = proposed.filter(
    (one) =>
      proposed.every((other) => other === one || !isOfOnePlace(one, other) || saysSame(one, other)) &&
      reading.rows.every((row) => !isOfOnePlace(one, row) || (saysSame(one, row) && row.asks.length > 0)),
  )
  return { reading: { ...reading, rows, asks: [...reading.asks, ...asks.values()] }, proposals }
}

function isOfOnePlace(a: ReadRow, b: ReadRow): boolean {
  const keys = new Set(placeKeysOf(a))
  return placeKeysOf(b).some((key) => keys.has(key))
}
