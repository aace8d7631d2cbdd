import { ApiError } from '#contract/client.ts'
import { texts } from '#contract/texts.ts'

/** API errors show their own message, anything else a general one (spec, section 8). */
export function requestFailure(error: unknown): string {
  return error instanceof ApiError && error.status !== 0 ? error.message : texts.auth.somethingWrong
}
