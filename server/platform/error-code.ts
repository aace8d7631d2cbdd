/** The SQLSTATE of a PostgreSQL failure, or a system error such as ECONNREFUSED; else null. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
