/**
 * The database cannot be used, for a reason that whoever starts the product can do something about. The message is one
 * or two sentences for a person; print it without a stack.
 */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal'
}

/** The SQLSTATE of a failure that PostgreSQL named, a system error such as ECONNREFUSED, or null. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
