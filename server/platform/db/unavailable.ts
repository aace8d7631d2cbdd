import { codeOf } from '../error-code.ts'

/** Network codes and SQLSTATEs that mean: the database is away or going away, nothing is wrong with the request. */
const AWAY = new Set(
  [
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
    // Going down, crashed, coming up, too many connections, a standby that is not the main server yet.
    ['57P01', '57P02', '57P03', '53300', '25006'],
  ].flat(),
)

/** Given up for another transaction's sake, or for taking too long: it may go through the next time. */
const GIVEN_UP = new Set(['40P01', '40001', '55P03', '57014'])

/** Classes of SQLSTATE that are the same the next time: of the values, of constraints, of the statement, of limits. */
const SAME_AGAIN = /^(?:0A|22|23|42|44|54|P0)[\dA-Z]{3}$/

/** What `pg` says in words only: it says so where no connection of the pool came free in time. */
const POOL_FULL = 'timeout exceeded when trying to connect'
const AWAY_IN_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|is not queryable/

/** Whether an error means that the database cannot do it just now. */
export function isUnavailable(error: unknown): boolean {
  return GIVEN_UP.has(codeOf(error) ?? '') || isAway(error)
}

/** Whether the database refused it, and would refuse the same again. */
export function isRefusedForGood(error: unknown): error is Error {
  return error instanceof Error && SAME_AGAIN.test(codeOf(error) ?? '')
}

/** Whether all connections of a pool stayed in use: that says nothing of the server. */
export function isPoolFull(error: Error): boolean {
  return error.message === POOL_FULL
}

/** Whether it means that the database cannot be reached at all, whatever is asked of it. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error) ?? ''
  if (AWAY.has(code) || code.startsWith('08') || isMissingSocket(error)) return true
  if (error instanceof AggregateError) return error.errors.some(isAway)
  return AWAY_IN_WORDS.test(error.message)
}

/** Of a local server that does not run; a missing file has the same code and says nothing of the database. */
function isMissingSocket(error: Error): boolean {
  return codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
}

/** Somebody else keeps what is asked for: `isUnavailable`, and its message is a sentence for a person. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
  readonly code = '55P03'
}

/**
 * The database cannot be used, for a reason that whoever starts the product can do something about. The message is one
 * or two sentences for a person; print it without a stack.
 */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal'
}

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
