import { authTexts } from '#contract/texts/auth.ts'
import { answerOf } from '#web/lib/api.ts'

/** API errors show their own message, anything else a general one (spec, section 8). */
export function requestFailure(error: unknown): string {
  return answerOf(error) ?? authTexts.somethingWrong
}
