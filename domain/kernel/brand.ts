declare const brand: unique symbol

/** A value that has passed its check. The brand keeps it apart from other values of the same shape. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name }

// The only casts of the domain. Call these right after the check, or on a value computed from checked values. A brand
// exists only in the types.

export function brandNumber<B extends number>(value: number): B {
  return value as B
}

export function brandText<B extends string>(value: string): B {
  return value as B
}
