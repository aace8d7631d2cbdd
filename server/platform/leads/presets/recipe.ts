/** A place in the entry of a connector, such as `token` or `mapping.constants.geo`, that whoever sets it up fills in. */
export type RecipePlace = 'token' | 'username' | 'password' | `mapping.${string}`

/** What is known of one lead system, and what each account of it must add (docs/lead-api.md, Presets). */
export interface Recipe {
  /** Its own name, for people. */
  title: string
  /** What an address of it looks like; of a system with one host for everybody, that host. */
  url: string
  /** Without any of these the connector is refused. */
  required: readonly RecipePlace[]
  /** Where accounts are known to differ. */
  optional: readonly RecipePlace[]
  /** What to look at with the first account, each a sentence. */
  notes: readonly string[]
  /** What its account says lies over it. */
  mapping: object
}
