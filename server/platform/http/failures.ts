import { httpTexts } from '#contract/texts/http.ts'
import { codeOf } from '#platform/error-code.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'
import { problem, type Refusal } from './reply.ts'

/** Fastify's own refusals in our words; null for anything else, which is a bug and answered as one. */
export function explainFailure(error: unknown): Refusal | null {
  if (isUnavailable(error)) return problem(503, httpTexts.unavailable, { retryAfterSeconds: 2 })
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return null
  if (error.statusCode === 413) return problem(413, httpTexts.tooLarge)
  if (error.statusCode === 429) return problem(429, httpTexts.tooMany)
  if (error.statusCode === 415) return problem(400, httpTexts.jsonExpected)
  if (error.statusCode < 400 || error.statusCode >= 500) return null
  const isOfBody = error instanceof SyntaxError || codeOf(error)?.startsWith('FST_ERR_CTP')
  // Else it is an address that no file can have.
  return isOfBody ? problem(400, httpTexts.notJson) : problem(404, httpTexts.notFound)
}
