/** The SQLSTATE of a failure that PostgreSQL named, a system error such as ECONNREFUSED, or null. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
