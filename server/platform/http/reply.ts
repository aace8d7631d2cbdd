import type { Answer, Call, Received, RefusalStatus } from '#contract/call.ts'
import type { Problem } from '#contract/check.ts'
import type { Member } from '#domain/team/member.ts'
import type { Digest, Digested } from '#domain/kernel/digest.ts'
import type { Log } from '#platform/log.ts'
import type { NewCookie } from './cookies.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { codeOf } from '#platform/error-code.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'

/** The caller and its origin. */
export interface Caller {
  member: Member | null
  /** The session's token as received; null without one. */
  token: string | null
  /** The client's address, only as a trusted proxy reports it. */
  address: string
  /** The host and port in the browser's address. */
  host: string
  /** The value of one of our cookies in this browser. */
  readCookie(name: string): string | null
  /** The member and the Idempotency-Key; null without one. Only a call that answers a secret must know its repeats itself. */
  attempt: string | null
  log: Log
}

export interface SignedInCaller extends Caller {
  member: Member
  token: string
}

/** The caller of a shared answer: nobody in particular. */
export interface SharedCaller {
  log: Log
  /** The digest of an earlier answer's rows. A reader may report that the rows are the same. */
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

/** A shared answer may come with the digest of its rows, and is then kept. */
export type ReplyOf<C extends Call> = Reply<C> | (C extends { shared: true } ? Digested<Answer<C>> : never)

/** One function per call of a group, as a feature's `routes.ts` provides them. */
export type Handlers<G extends Record<string, Call>> = {
  [K in keyof G]: (received: Received<G[K]>, caller: CallerOf<G[K]>) => Promise<ReplyOf<G[K]>>
}

/** A handler of any call, after the compiler has checked each one. */
export type AnyHandler = (
  received: Received<Call>,
  caller: SignedInCaller & SharedCaller,
) => Promise<Reply<Call> | Digested<Answer<Call>>>

/** An answer with its declared status, for handlers that do not return it directly. */
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

/** Fastify's own refusals in our words; null for any other error, which is a bug. */
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
