/** An expected outcome: a value, or a refusal with its reason (`noun.reason`). */
export type Result<T, R extends { reason: string }> = Accepted<T> | Refused<R>

export interface Accepted<T> {
  ok: true
  value: T
}

export type Refused<R extends { reason: string }> = { ok: false } & R

export function accept<T>(value: T): Accepted<T> {
  return { ok: true, value }
}

export function refuse<const R extends { reason: string }>(refusal: R): Refused<R> {
  return { ok: false, ...refusal }
}
