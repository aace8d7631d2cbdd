/** A place in a connector's entry, such as `token` or `mapping.constants.geo`, that a person fills in. */
export type RecipePlace = 'token' | 'username' | 'password' | `mapping.${string}`

/** The known facts about a lead system, and the values that each account must add (docs/lead-api.md, Presets). */
export interface Recipe {
  /** The system's name for people. */
  title: string
  /** An example address; for a system with one host for everybody, that host. */
  url: string
  /** Without any of these the connector is refused. */
  required: readonly RecipePlace[]
  /** Places where accounts are known to differ. */
  optional: readonly RecipePlace[]
  /** Sentences on what to check with the first account. */
  notes: readonly string[]
  /** The account's own values are laid over it. */
  mapping: object
}
