import type { z } from 'zod/mini'
import type { Access } from '#domain/team/member.ts'

type Schema = z.ZodMiniType

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Answers that refuse; their body is a `Problem`. 401, 403, 413, 429, 500 and 503 may come from any call. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 503

/**
 * One call of the API. A schema's input is what travels as JSON, its output what the code works with (cents, days), in
 * both directions: the caller sends the input of `body` and reads the output of `answers`.
 */
export interface Call {
  readonly method: Method
  /** Below `/api`; parameters as `:name`. */
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  /** Fields of the query whose empty value asks for what names none (no source, no geo) and is sent; of others it is dropped. */
  readonly emptyKeys?: readonly string[]
  readonly body?: Schema
  /** By status; `null` where there is no body. */
  readonly answers: { readonly [status: number]: Schema | null }
  readonly refusals?: readonly RefusalStatus[]
  /** Takes a file of at most so many bytes, as it is; the schema of its body is `sentFile`. */
  readonly takes?: number
  /** Answers everyone alike who may call it: calls that come at once are answered together. */
  readonly shared?: true
  /** Keeps nothing and changes nothing, though it is no GET: it is asked with a body. */
  readonly readsOnly?: true
  /** Answers a secret, which is told once: the answer is not kept for a repeat with the same Idempotency-Key. */
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

/** What a handler is given, parsed. */
export interface Received<C extends Call> {
  params: Output<C['params']>
  query: Output<C['query']>
  body: Output<C['body']>
}

/** What a caller sends. */
export type Sent<C extends Call> = Part<'params', C['params']> & Part<'query', C['query']> & Part<'body', C['body']>

type Part<Name extends string, S> = S extends Schema ? { [K in Name]: z.input<S> } : unknown

/** What a handler may answer when all went well. */
export type Answer<C extends Call> = {
  [S in keyof C['answers'] & number]: { status: S; body: Input<C['answers'][S]> }
}[keyof C['answers'] & number]

/** What a caller reads when all went well. */
export type Answered<C extends Call> = {
  [S in keyof C['answers'] & number]: Output<C['answers'][S]>
}[keyof C['answers'] & number]
