import { indexNames as indexSide, type NamedBy, type NameHits } from '#domain/partners/lookup.ts'
import { foldKey, type PartnerKind } from '#domain/partners/partner.ts'
import type { Answer } from './reading.ts'
import type { KnownPartner, World } from './world.ts'

/** Somebody that a word may mean. */
export interface NamedPartner {
  kind: PartnerKind
  key: string
  name: string
}

/** Finds advertisers and publishers by what they are called, as `domain/partners/lookup.ts` does. */
export interface NameFinder {
  /** The number of words of the longest name. */
  longest: number
  /** Partners with this name, alias or part of a name, folded and without blanks. Several are choices. */
  findFolded(name: string): readonly NamedPartner[]
  /** Partners that a name with one slip, or in another alphabet, may mean. */
  guess(text: string): readonly NamedPartner[]
  /** For a word that names nobody: the partners with the most similar names, of each side. */
  nearest(text: string): readonly NamedPartner[]
  /** The partner with exactly this id or number. */
  findKey(kind: PartnerKind, key: string): NamedPartner | null
}

const CALLED: ReadonlySet<NamedBy> = new Set(['whole', 'part'])
/** The largest number of words of a message for which similar names are looked for. Each is compared with every name. */
const MOST_NEAREST = 5

const GUESSED: ReadonlySet<NamedBy> = new Set(['typo', 'sound'])

export function indexNames({ advertisers, publishers }: Pick<World, 'advertisers' | 'publishers'>): NameFinder {
  const sides = [ofKind('advertiser', advertisers), ofKind('publisher', publishers)].map((partners) => ({
    lookup: indexSide(partners.kind, partners.named),
    byKey: new Map(partners.named.map((partner) => [foldKey(partners.kind, partner.key), partner])),
    kind: partners.kind,
  }))
  const nearest = new Map<string, readonly NamedPartner[]>()
  // The same word is looked up many times.
  const looked = new Map<string, readonly NameHits<NamedPartner>[]>()
  const look = (text: string, ways: ReadonlySet<NamedBy>): readonly NamedPartner[] => {
    const hits = looked.get(text) ?? sides.map(({ lookup }) => lookup.find(text))
    looked.set(text, hits)
    return hits.flatMap((side) => (ways.has(side.by) ? side.hits : []))
  }
  return {
    longest: Math.max(...sides.map(({ lookup }) => lookup.longest)),
    // A number alone is a cap, a price or a source, also if it is somebody's id.
    findFolded: (name) => (/^\d+$/.test(name) ? [] : look(name, CALLED)),
    guess: (text) => look(text, GUESSED),
    nearest(text) {
      if (/\d/.test(text)) return []
      const known = nearest.get(text)
      if (known || nearest.size >= MOST_NEAREST) return known ?? []
      const found = sides.flatMap(({ lookup }) => lookup.nearest(text) ?? [])
      nearest.set(text, found)
      return found
    },
    findKey: (kind, key) => sides.find((side) => side.kind === kind)?.byKey.get(foldKey(kind, key)) ?? null,
  }
}

/** The answer that a word means this partner in this message. */
export function isCalled({ kind, key, name }: NamedPartner): Answer {
  return { value: `${kind} ${key}`, label: `${name} (${kind === 'advertiser' ? key : `#${key}`})` }
}

/** The world with the answered names as further aliases. */
export function withAnswered(world: World, answers: ReadonlyMap<string, string>): World {
  const called = [...answers].flatMap(([id, value]) => {
    const [, word] = UNKNOWN_WORD.exec(id) ?? []
    const [, kind, key] = CALLED_BY.exec(value) ?? []
    return word === undefined || key === undefined ? [] : [{ word, kind, key }]
  })
  if (called.length === 0) return world
  const alias = (kind: PartnerKind) => (partner: KnownPartner) => {
    const words = called.filter((one) => one.kind === kind && one.key === partner.key).map(({ word }) => word)
    return words.length === 0 ? partner : { ...partner, aliases: [...partner.aliases, ...words] }
  }
  return {
    ...world,
    advertisers: world.advertisers.map(alias('advertiser')),
    publishers: world.publishers.map(alias('publisher')),
  }
}

const UNKNOWN_WORD = /^unknown-word:(.+)$/s
const CALLED_BY = /^(advertiser|publisher) (.+)$/s

function ofKind(kind: PartnerKind, partners: readonly KnownPartner[]) {
  return { kind, named: partners.map(({ key, name, aliases }) => ({ kind, key, name, aliases })) }
}
