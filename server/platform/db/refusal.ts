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
