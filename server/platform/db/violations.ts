import { codeOf } from '../error-code.ts'

/** Whether an error is PostgreSQL's refusal of a second row with one key. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return codeOf(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint === constraint
}
