import type { CapKind } from '#domain/kernel/cap-kind.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { keyOf } from './lexicon.ts'
import { indexNames, type NameFinder } from './names.ts'
import type { StandingCap, World } from './world.ts'

/** A world with its lookups. */
export interface Scope {
  world: World
  names: NameFinder
  /** Geos in which the writer has caps. Small letters may name these. */
  ownGeos: ReadonlySet<string>
  /** Existing caps by place (`placeOf`). */
  places: ReadonlyMap<string, readonly StandingCap[]>
  meaningless: ReadonlySet<string>
  /** Answers to questions, by id. */
  answers: ReadonlyMap<string, string>
}

/** The place of a cap, for any day and source. */
export function placeOf(kind: CapKind, advertiserId: string | null, geo: string): string {
  return `${kind} ${advertiserId ?? ''} ${geo}`
}

export function scopeOf(world: World, answers: Scope['answers'] = new Map()): Scope {
  const own = world.standing.filter(({ kind, advertiserId, sourceNumber }) => {
    const { writer } = world
    if (writer.kind === 'broker') return kind === 'broker' && writer.advertiserIds.includes(advertiserId ?? '')
    return writer.kind === 'team' || (kind === 'affiliate' && writer.sourceNumbers.includes(sourceNumber))
  })
  return {
    world,
    names: indexNames(world),
    ownGeos: new Set(own.map(({ geo }) => foldGeo(geo))),
    places: Map.groupBy(world.standing, (cap) => placeOf(cap.kind, cap.advertiserId, foldGeo(cap.geo))),
    meaningless: new Set(world.meaningless.map(keyOf)),
    answers,
  }
}
