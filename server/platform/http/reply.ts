import type { Answer, Call, Received, RefusalStatus } from '#contract/call.ts'
import type { Problem } from '#contract/check.ts'
import type { Member } from '#domain/team/member.ts'
import type { Digest, Digested } from '#domain/kernel/digest.ts'
import type { Log } from '#platform/log.ts'
import type { NewCookie } from './cookies.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { codeOf } from '#platform/error-code.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'

/** Who calls, and from where. */
export interface Caller {
  member: Member | null
  /** The session's token as it came; null without one. */
  token: string | null
  /** The client's address, from the trusted proxy only. */
  address: string
  /** The host and port that the browser was asked for. */
  host: string
  /** The value of one of our cookies in this browser. */
  readCookie(name: string): string | null
  log: Log
}

export interface SignedInCaller extends Caller {
  member: Member
  token: string
}

/** Who calls what is answered to everyone alike: nobody in particular. */
export interface SharedCaller {
  log: Log
  /** Of what was made to be answered before; whoever reads rows may tell that they are the same. */
  known: Digest | null
}

export type CallerOf<C extends Call> = C extends { shared: true }
  ? SharedCaller
  : C['access'] extends 'anyone'
    ? Caller
    : SignedInCaller

export interface Refusal {
  refused: true
  status: RefusalStatus
  body: Problem
  retryAfterSeconds?: number
  cookies?: readonly NewCookie[]
}

export type Reply<C extends Call> = (Answer<C> & { cookies?: readonly NewCookie[] }) | Refusal

/** What is answered to everyone alike may come with the digest of the rows that it was made of, and is then kept. */
export type ReplyOf<C extends Call> = Reply<C> | (C extends { shared: true } ? Digested<Answer<C>> : never)

/** One function for each call of a group, as a feature's `routes.ts` gives them. */
export type Handlers<G extends Record<string, Call>> = {
  [K in keyof G]: (received: Received<G[K]>, caller: CallerOf<G[K]>) => Promise<ReplyOf<G[K]>>
}

/** Handlers of calls of one type, once the compiler has agreed to each. */
export type AnyHandler = (
  received: Received<Call>,
  caller: SignedInCaller & SharedCaller,
) => Promise<Reply<Call> | Digested<Answer<Call>>>

/** With the status as it is declared, where the answer is not said at once. */
export function answer<S extends number, B>(status: S, body: B): { status: S; body: B } {
  return { status, body }
}

export function problem(
  status: RefusalStatus,
  message: string,
  extra: Omit<Problem, 'message'> & { retryAfterSeconds?: number } = {},
): Refusal {
  const { retryAfterSeconds, ...body } = extra
  return {
    refused: true,
    status,
    body: { message, ...body },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}

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
