declare const brand: unique symbol

/** A value that has passed its check once, so that it cannot be mixed up with others of the same shape. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name }

// The only casts of the domain: call these where the check was just made, or where the value was computed from
// checked ones. A brand exists in the types only.

export function brandNumber<B extends number>(value: number): B {
  return value as B
}

export function brandText<B extends string>(value: string): B {
  return value as B
}
