import { codeOf } from '../error-code.ts'

/** Network codes and SQLSTATEs that mean that the database is away or going away, and the request is not at fault. */
const AWAY = new Set(
  [
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
    // Shutting down, crashed, starting, idle for too long, too many connections, or a standby that is not the primary yet.
    ['57P01', '57P02', '57P03', '57P05', '53300', '25006'],
  ].flat(),
)

/** Cancelled for another transaction, for taking too long, or for a disk or a memory that is full. It may succeed next time. */
const GIVEN_UP = new Set(['40P01', '40001', '55P03', '57014', '53000', '53100', '53200'])

/** SQLSTATE classes of errors that repeat: of values, constraints, the statement, limits. */
const SAME_AGAIN = /^(?:0A|22|23|42|44|54|P0)[\dA-Z]{3}$/

/** `pg` has only this message if no connection of the pool became free in time. */
const POOL_FULL = 'timeout exceeded when trying to connect'
const AWAY_IN_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|is not queryable/

/** Whether an error means that the database cannot do the work now. */
export function isUnavailable(error: unknown): boolean {
  return GIVEN_UP.has(codeOf(error) ?? '') || isAway(error)
}

/** Whether the database refused the work, and would refuse it again. */
export function isRefusedForGood(error: unknown): error is Error {
  return error instanceof Error && SAME_AGAIN.test(codeOf(error) ?? '')
}

/** Whether all connections of a pool stayed in use. It says nothing about the server. */
export function isPoolFull(error: Error): boolean {
  return error.message === POOL_FULL
}

/** Whether the database cannot be reached at all, whatever the request. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error) ?? ''
  if (AWAY.has(code) || code.startsWith('08') || isMissingSocket(error)) return true
  if (error instanceof AggregateError) return error.errors.some(isAway)
  return AWAY_IN_WORDS.test(error.message)
}

/** A local server that does not run. A missing file has the same code and says nothing about the database. */
function isMissingSocket(error: Error): boolean {
  return codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
}

/** Somebody else holds what the call needs. It counts as `isUnavailable`, and its message is a sentence for people. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
  readonly code = '55P03'
}

/**
 * The database cannot be used, for a reason that the operator can fix. The message is one or two sentences for people;
 * print it without a stack.
 */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal'
}

/** SQLSTATEs of a database that this user may not use as Capline does, and what to do. */
const MAY_NOT_USE = new Map([
  ['42501', 'Make the user of DATABASE_URL the owner of the database and of all in it.'],
  ['25006', 'DATABASE_URL must lead to the primary, which may be written to.'],
])

/** A refusal if what a start or a command does may not be done in this database. */
export function findRefusal(error: unknown): DatabaseRefusal | null {
  const advice = MAY_NOT_USE.get(codeOf(error) ?? '')
  if (advice === undefined) return null
  return new DatabaseRefusal(`The database cannot be used: ${messageOf(error)}. ${advice}`, { cause: error })
}

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
