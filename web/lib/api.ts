import { ApiError, createClient } from '#contract/client.ts'
import { authTexts } from '#contract/texts/auth.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { endSession, readToken } from './session.ts'

/** Asks the server; a failure to reach it is told as such. */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch {
    throw new ApiError(0, { message: httpTexts.unreachable })
  }
}

/** The one client of the web. Any 401 ends the session, here and in every other tab. */
export const callApi = createClient({ root: '', fetch: reach, token: readToken, onUnauthorized: endSession })

/** The server's own word of a failed call; null where it has said none, since it was not reached. */
export function answerOf(error: unknown): string | null {
  return error instanceof ApiError && error.status !== 0 ? messageOf(error) : null
}

/**
 * What to tell people of a failed call. Whatever is not the server's own word is a bug of ours. A failure of the server
 * has a reference, by which the debug logs find what happened.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return authTexts.somethingWrong
  const { message, status, requestId } = error
  return status === 500 && requestId !== null ? httpTexts.withReference(message, requestId.slice(0, 13)) : message
}
