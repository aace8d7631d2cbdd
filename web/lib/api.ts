import { ApiError, createClient } from '#contract/client.ts'
import { authTexts } from '#contract/texts/auth.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { takeAhead } from './asked-ahead.ts'
import { endSession, readToken, untilSignedOut } from './session.ts'

/**
 * Asks the server; a failure to reach it is told as such. What only reads is given up at the end of the session: its
 * answer would be a refusal. What saves something goes on, as does the word that somebody signs out.
 */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  const { method = 'GET' } = init
  const ahead =
    method === 'GET' ? takeAhead(url, new Headers(init.headers).get('authorization') ?? undefined) : undefined
  const ask = () => fetch(url, { ...init, ...(method === 'GET' && { signal: untilSignedOut() }) })
  try {
    return await (ahead?.catch(ask) ?? ask())
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
