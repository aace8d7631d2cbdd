import { placeKeysOf, saysSame } from './edited.ts'
import { LEAVE } from './questions.ts'
import type { Ask, AskCode, Reading, ReadRow } from './reading.ts'

// Where a language model may see more than the grammar, and what becomes of what it sees.

/** What the grammar asks since it did not understand the words, rather than since people have to decide. */
const NOT_READ: ReadonlySet<AskCode> = new Set([
  'unknown-word',
  'is-number-a-cap',
  'no-cap',
  'which-hours',
  'which-price',
])
/** What may be open beside, and says nothing against a cap. */
const BESIDE: ReadonlySet<AskCode> = new Set(['which-day', 'which-source', 'which-advertiser', 'which-hours-scope'])

/** Whether a line was left unread by the grammar; one that it read as a question, a condition or a doubt was read. */
export function isUnread(codes: readonly AskCode[]): boolean {
  return codes.some((code) => NOT_READ.has(code)) && codes.every((code) => NOT_READ.has(code) || BESIDE.has(code))
}

/**
 * What a model proposed beside what the grammar read. What both read alike is no proposal; where they read one cap
 * differently neither is savable: the grammar's row is held by a question, and the model's is gone.
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
