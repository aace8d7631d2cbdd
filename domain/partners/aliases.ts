import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { foldName, type Named } from './lookup.ts'
import { foldKey, type PartnerKind } from './partner.ts'

/** An alias that names somebody else of the same kind already: by its key, its name or an alias. */
export interface TakenAlias {
  reason: 'alias.taken'
  alias: string
  /** Whom the aliases were to be given to, by key. */
  key: string
  /** Who is called that. */
  by: Pick<Named, 'key' | 'name'>
}

/** Aliases on one line each, each once as they are compared; those that name nobody are left out. */
export function tidyAliases(aliases: readonly string[]): string[] {
  const tidy = new Map<string, string>()
  for (const alias of aliases) {
    const line = alias.replace(/\s+/g, ' ').trim()
    const folded = foldName(line)
    if (folded !== '' && !tidy.has(folded)) tidy.set(folded, line)
  }
  return [...tidy.values()]
}

/**
 * One alias names one partner of a kind. Refuses the first of the aliases to be given that is the key, the name or an
 * alias of another one, as it stands or is to be given too.
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
