import type { Brand } from './brand.ts'

/** Of rows, in whatever order: another one as soon as any column of any of them is. */
export type Digest = Brand<string, 'Digest'>

/** What was made of the rows that have a digest; null for whoever said that they know that digest. */
export interface Digested<T> {
  readonly digest: Digest
  readonly made: { readonly value: T } | null
}

/** The same, with something else made of it. */
export function mapDigested<T, U>({ digest, made }: Digested<T>, make: (value: T) => U): Digested<U> {
  return { digest, made: made && { value: make(made.value) } }
}
