import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { foldName, type Named } from './lookup.ts'
import { foldKey, type PartnerKind } from './partner.ts'

/** An alias that already is the key, the name or an alias of another partner of the same kind. */
export interface TakenAlias {
  reason: 'alias.taken'
  alias: string
  /** The key of the partner that was to get the alias. */
  key: string
  /** The partner that has the alias. */
  by: Pick<Named, 'key' | 'name'>
}

/** Aliases on one line each, each once in their compared form. Aliases without a letter or digit are left out. */
export function tidyAliases(aliases: readonly string[]): string[] {
  const tidy = new Map<string, string>()
  for (const alias of aliases) {
    const line = alias.replace(/\s+/g, ' ').trim()
    const folded = foldName(line)
    if (folded !== '' && !tidy.has(folded)) tidy.set(folded, line)
  }
  return [...tidy.values()]
}

/** Replaces all aliases, or adds and removes some. */
export interface AliasEdit {
  aliases?: readonly string[] | undefined
  addAliases?: readonly string[] | undefined
  removeAliases?: readonly string[] | undefined
}

/** The aliases after a change. */
export function editAliases(standing: readonly string[], edit: AliasEdit): string[] {
  const { aliases = standing, addAliases = [], removeAliases = [] } = edit
  const removed = new Set(removeAliases.map(foldName))
  return tidyAliases([...aliases.filter((alias) => !removed.has(foldName(alias))), ...addAliases])
}

/** The aliases that a change adds. Those that stand stay allowed, even if somebody was named so later. */
export function addedAliases(aliases: readonly string[], standing: readonly string[]): string[] {
  const known = new Set(standing.map(foldName))
  return aliases.filter((alias) => !known.has(foldName(alias)))
}

/**
 * Makes sure that one alias names one partner of a kind. Refuses the first new alias that is the key, the name or an
 * alias of another partner, existing or new.
 */
export function checkAliases(
  kind: PartnerKind,
  given: readonly Pick<Named, 'key' | 'aliases'>[],
  standing: readonly Named[],
): Result<null, TakenAlias> {
  const owners = new Map<string, Map<string, Named>>()
  for (const partner of standing) {
    for (const called of [partner.key, partner.name, ...partner.aliases]) {
      const folded = foldName(called)
      const of = owners.get(folded) ?? new Map<string, Named>()
      owners.set(folded, of.set(foldKey(kind, partner.key), partner))
    }
  }
  for (const { key, aliases } of given) {
    for (const alias of aliases) {
      const other = [...(owners.get(foldName(alias)) ?? [])].find(([owner]) => owner !== foldKey(kind, key))
      if (other) return refuse({ reason: 'alias.taken', alias, key, by: other[1] })
    }
  }
  return accept(null)
}
