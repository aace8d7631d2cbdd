import { ApiError, createClient, type Client } from '#contract/client.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { takeAhead } from './asked-ahead.ts'
import { readToken, refuseSession, untilSignedOut } from './session.ts'

/**
 * Sends a request; a failure to reach the server has its own message, also where the answer breaks off. Reads are
 * aborted at the end of the session, because they would be refused. Writes continue, as does the sign-out.
 */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  const { method = 'GET' } = init
  const ahead =
    method === 'GET' ? takeAhead(url, new Headers(init.headers).get('authorization') ?? undefined) : undefined
  const ask = () => fetch(url, { ...init, ...(method === 'GET' && { signal: untilSignedOut() }) })
  const response = await orUnreachable(ahead?.catch(ask) ?? ask())
  const [blob, text] = [response.blob.bind(response), response.text.bind(response)]
  return Object.assign(response, { blob: () => orUnreachable(blob()), text: () => orUnreachable(text()) })
}

async function orUnreachable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch {
    throw new ApiError(0, { message: callTexts.unreachable })
  }
}

/** A 401 ends the session, here and in every other tab; what is not saved stays. */
export const client = createClient({
  root: '',
  fetch: reach,
  token: readToken,
  onUnauthorized: () => refuseSession(readToken()),
})

/** The last change that failed, and its message. */
let failed: { change: string; message: string } | null = null
let tellMade: (message: string) => void = () => undefined

/** Calls back with the message of a change that had failed, once it is made after all. */
export function onMadeAfterAll(tell: typeof tellMade): void {
  tellMade = tell
}

/** Remembers the last change that failed by a client, so that its message is taken back once it is made after all. */
export function rememberFailure(ask: Client): Client {
  return async (call, sent, headers) => {
    const { method, path, takes } = call
    if (method === 'GET') return ask(call, sent, headers)
    // Of one address, another thing that is added is another change.
    const change = JSON.stringify([method, path, sent.params, method === 'POST' && !takes && sent.body])
    try {
      const answer = await ask(call, sent, headers)
      if (failed?.change === change) tellMade(failed.message)
      return answer
    } catch (error) {
      failed = { change, message: messageOf(error) }
      throw error
    }
  }
}

/** The client of the web, but for what asks again by itself. */
export const callApi: Client = rememberFailure(client)

/** The server's message of a failed call; null if the server was not reached. */
export function answerOf(error: unknown): string | null {
  return error instanceof ApiError && error.status !== 0 ? messageOf(error) : null
}

/**
 * The message for people. Any error without a server message is our bug. A server failure has a reference for the debug
 * logs.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return callTexts.somethingWrong
  const { message, status, requestId } = error
  return status === 500 && requestId !== null ? callTexts.withReference(message, requestId.slice(0, 13)) : message
}
