import type { Brand } from './brand.ts'

/** A digest of rows, whatever their order. It changes with any column of any row. */
export type Digest = Brand<string, 'Digest'>

/** A value made of rows with this digest. `made` is null for a caller who knows the digest already. */
export interface Digested<T> {
  readonly digest: Digest
  readonly made: { readonly value: T } | null
}

/** Replaces the value by another one made of it; the digest stays. */
export function mapDigested<T, U>({ digest, made }: Digested<T>, make: (value: T) => U): Digested<U> {
  return { digest, made: made && { value: make(made.value) } }
}
