import type { z } from 'zod/mini'
import type { Access } from '#domain/team/member.ts'

type Schema = z.ZodMiniType

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Statuses of refusals. Their body is a `Problem`. Any call may answer 401, 403, 413, 429, 500 and 503. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 503

/**
 * One call of the API. A schema's input is the JSON that travels; its output is what the code works with (cents, days).
 * This holds in both directions: the caller sends the input of `body` and reads the output of `answers`.
 */
export interface Call {
  readonly method: Method
  /** Below `/api`; parameters as `:name`. */
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  /**
   * Fields of the query whose empty value has a meaning (no source, no geo) and is sent; other empty values are
   * dropped.
   */
  readonly emptyKeys?: readonly string[]
  readonly body?: Schema
  /** By status; `null` means no body. */
  readonly answers: { readonly [status: number]: Schema | null }
  readonly refusals?: readonly RefusalStatus[]
  /** Takes a file of at most this many bytes, as it is. The schema of its body is `sentFile`. */
  readonly takes?: number
  /** Has the same answer for everyone who may call it: simultaneous calls share one answer. */
  readonly shared?: true
  /** Changes nothing although it is not a GET, because its question needs a body. */
  readonly readsOnly?: true
  /** Answers a secret, which is shown once: the answer is not kept for a repeat with the same Idempotency-Key. */
  readonly secret?: true
  /** Answers a stream of server-sent events instead of a JSON body. */
  readonly streams?: true
  /** Answers a file, in one of these content types; the schema of its 200 is `namedFile`. */
  readonly file?: readonly string[]
}

export function defineCall<const C extends Call>(call: C): C {
  return call
}

type Output<S> = S extends Schema ? z.output<S> : undefined
type Input<S> = S extends Schema ? z.input<S> : undefined

/** The parsed input of a handler. */
export interface Received<C extends Call> {
  params: Output<C['params']>
  query: Output<C['query']>
  body: Output<C['body']>
}

/** The input of a caller. */
export type Sent<C extends Call> = Part<'params', C['params']> & Part<'query', C['query']> & Part<'body', C['body']>

type Part<Name extends string, S> = S extends Schema ? { [K in Name]: z.input<S> } : unknown

/** The successful answers of a handler. */
export type Answer<C extends Call> = {
  [S in keyof C['answers'] & number]: { status: S; body: Input<C['answers'][S]> }
}[keyof C['answers'] & number]

/** The successful answers that a caller reads. */
export type Answered<C extends Call> = {
  [S in keyof C['answers'] & number]: Output<C['answers'][S]>
}[keyof C['answers'] & number]
