import { fold } from '#domain/kernel/fold.ts'
import { pairsOf, shareInCommon } from '#domain/kernel/likeness.ts'
import { foldKey, type Partner, type PartnerKind } from './partner.ts'
import { consonantsOf, hasOtherLetters, soundOf } from './sound.ts'

/** The texts that name a partner: key, name and aliases. */
export type Named = Pick<Partner, 'key' | 'name' | 'aliases'>

/**
 * How a text matches a partner, best first: `whole`: a key, an alias or a name; `part`: some words of a name, or its
 * beginning; `typo`: one of them with one wrong letter; `sound`: one of them in another alphabet; `none`: no match.
 */
export type NamedBy = 'whole' | 'part' | 'typo' | 'sound' | 'none'

export interface NameHits<P> {
  by: NamedBy
  /** All equally good matches, in their given order. A person chooses between several. */
  hits: readonly P[]
}

export interface NameLookup<P> {
  find(text: string): NameHits<P>
  /** The partner with the most similar name, for a text without a match; null if no name is similar. */
  nearest(text: string): P | null
  /** The number of words of the longest name. A longer text has no match. */
  longest: number
}

/** A shorter word of a name has no match: two letters are rather a geo. */
const SHORTEST_PART = 3
/** A shorter beginning of a word has no match: `for` is not Fortuna. */
const SHORTEST_BEGINNING = 4
/** In shorter words a typo makes another word: `fair`, `fail`. */
const SHORTEST_TYPO = 5
/** Typos are searched in words of at most this many letters. */
const LONGEST_TYPO = 40

/** Common words of the trade: alone they are no part of a name. */
const TRADE_WORDS = new Set(
  `ad ads advertising affiliate affiliates agency and brand broker brokers capital co company desk digital direct
  finance for from global gmbh group holding inc insurance international lead leads limited llc ltd marketing media
  network online partner partners performance pro publisher sales seo service services solutions source team the
  trade traders trading traffic`
    .split(/\s+/)
    .map((word) => fold(word)),
)

/** One name or alias of a partner. */
interface Spelling<P> {
  partner: P
  written: string
  /** Its words, folded. Joined, they are its compared form. */
  words: readonly string[]
  joined: string
}

/** Builds an index of partners of a kind by their names, in time linear in the partners. A lookup uses maps. */
export function indexNames<P extends Named>(kind: PartnerKind, partners: readonly P[]): NameLookup<P> {
  const keys = new Lists<P>()
  const aliases = new Lists<P>()
  const whole = new Lists<P>()
  const runs = new Lists<P>()
  const beginnings = new Lists<{ word: string; partner: P }>()
  const ends = new Lists<Spelling<P>>()
  const spellings: Spelling<P>[] = []
  let longest = 1
  for (const partner of partners) {
    const key = splitWords(partner.key)
    keys.add(foldKey(kind, partner.key), partner)
    aliases.add(key.join(''), partner)
    longest = Math.max(longest, key.length)
    for (const alias of partner.aliases) aliases.add(foldName(alias), partner)
    for (const run of runsOf(splitWords(partner.name))) runs.add(run, partner)
    for (const written of [partner.name, ...partner.aliases]) {
      const words = splitWords(written)
      const joined = words.join('')
      if (joined === '') continue
      const spelling = { partner, written, words, joined }
      spellings.push(spelling)
      if (written === partner.name) whole.add(joined, partner)
      longest = Math.max(longest, words.length)
      for (const word of words) {
        const isLong = word.length > SHORTEST_BEGINNING && !TRADE_WORDS.has(word)
        if (isLong) beginnings.add(word.slice(0, SHORTEST_BEGINNING), { word, partner })
      }
      for (const end of endsOf(joined)) ends.add(end, spelling)
    }
  }

  const findParts = (joined: string): readonly P[] => {
    if (joined.length < SHORTEST_PART || TRADE_WORDS.has(joined) || /^\d+$/.test(joined)) return []
    const begun = beginnings.get(joined.slice(0, SHORTEST_BEGINNING)).filter(({ word }) => word.startsWith(joined))
    return [...runs.get(joined), ...begun.map(({ partner }) => partner)]
  }

  const findTypos = (joined: string): readonly P[] => {
    if (joined.length < SHORTEST_TYPO || joined.length > LONGEST_TYPO || /^\d+$/.test(joined)) return []
    return endsAround(joined)
      .flatMap((end) => ends.get(end))
      .filter((spelling) => spelling.joined.length >= SHORTEST_TYPO && isOneTypo(spelling.joined, joined))
      .map(({ partner }) => partner)
  }

  // Most messages and names are in Latin letters, so sounds are computed only for the first text that is not.
  const sounds = once(() => indexSounds(spellings))
  const soundsOfOthers = once(() => indexSounds(spellings.filter(({ written }) => hasOtherLetters(written))))
  const findSounds = (text: string): readonly P[] => {
    const list = hasOtherLetters(text) ? sounds() : soundsOfOthers()
    const sound = list.size === 0 ? '' : soundOf(text)
    const heard = sound.length < SHORTEST_PART ? [] : list.get(sound)
    const consonants = consonantsOf(sound)
    return heard.length > 0 || consonants.length < SHORTEST_PART ? heard : list.get(`-${consonants}`)
  }

  return {
    longest,
    find(text) {
      const words = splitWords(text)
      const joined = words.join('')
      if (joined === '' || words.length > longest) return { by: 'none', hits: [] }
      const ways: readonly (readonly [NamedBy, () => readonly P[]])[] = [
        ['whole', () => keys.get(foldKey(kind, text))],
        ['whole', () => aliases.get(joined)],
        // A whole name may mean its partner, or a partner whose longer name contains it.
        ['whole', () => (whole.get(joined).length > 0 ? [...whole.get(joined), ...runs.get(joined)] : [])],
        ['part', () => findParts(joined)],
        ['typo', () => findTypos(joined)],
        ['sound', () => findSounds(text)],
      ]
      for (const [by, look] of ways) {
        const hits = inOrder(partners, look())
        if (hits.length > 0) return { by, hits }
      }
      return { by: 'none', hits: [] }
    },
    nearest(text) {
      const joined = foldName(text)
      if (joined.length < SHORTEST_PART) return null
      const isOther = hasOtherLetters(text)
      const told = pairsOf(isOther ? soundOf(text) : joined)
      let nearest: { partner: P; share: number } | null = null
      for (const { partner, written, joined: name } of spellings) {
        const share = shareInCommon(told, pairsOf(isOther ? soundOf(written) : name))
        if (share >= LIKE && share > (nearest?.share ?? 0)) nearest = { partner, share }
      }
      return nearest?.partner ?? null
    },
  }
}

/** Those that a text may mean where it is nobody's id: all that it matches, else the one with the most similar name. */
export function listMeant<P extends Named>(kind: PartnerKind, partners: readonly P[], text: string): readonly P[] {
  const names = indexNames(kind, partners)
  const { hits } = names.find(text)
  const nearest = hits.length === 0 ? names.nearest(text) : null
  return nearest ? [nearest] : hits
}

/** Indexes names and their words by sound, and after a dash by the consonants of the sound. */
function indexSounds<P>(spellings: readonly Spelling<P>[]): Lists<P> {
  const sounds = new Lists<P>()
  for (const { partner, written } of spellings) {
    for (const each of new Set([written, ...wordsOf(written)])) {
      const sound = soundOf(each)
      sounds.add(sound, partner)
      sounds.add(`-${consonantsOf(sound)}`, partner)
    }
  }
  return sounds
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** The least share of letter pairs that two similar names have in common. */
const LIKE = 0.4

class Lists<T> {
  readonly #lists = new Map<string, T[]>()

  add(key: string, item: T): void {
    const list = this.#lists.get(key)
    if (list) list.push(item)
    else this.#lists.set(key, [item])
  }

  get(key: string): readonly T[] {
    return this.#lists.get(key) ?? []
  }

  get size(): number {
    return this.#lists.size
  }
}

/** A name in its compared form: by the look of its letters, without case, accents, blanks and marks. */
export function foldName(name: string): string {
  return splitWords(name).join('')
}

function splitWords(text: string): string[] {
  return fold(text.normalize('NFKC')).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The words of a name that match on their own, as they are written. */
function wordsOf(name: string): string[] {
  return (name.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !TRADE_WORDS.has(fold(word)))
}

/** Runs of whole words of a name, except those with only words of the trade. */
function runsOf(words: readonly string[]): string[] {
  const told = words.slice(0, MOST_WORDS)
  return told.flatMap((_, first) =>
    told.slice(first).flatMap((_last, more) => {
      const run = told.slice(first, first + more + 1)
      const joined = run.join('')
      return joined.length < SHORTEST_PART || run.every((word) => TRADE_WORDS.has(word)) ? [] : [joined]
    }),
  )
}

/** Only this many words of a name are distinguished; further words match only as a part of the whole. */
const MOST_WORDS = 6

/** The first and last letters: two texts that are one typo apart share at least one of them. */
function endsOf(joined: string): string[] {
  return [`${joined.length}${joined.slice(0, 1)}-`, `${joined.length}-${joined.slice(-1)}`]
}

function endsAround(joined: string): string[] {
  const [first, last] = [joined.slice(0, 1), joined.slice(-1)]
  return [-1, 0, 1].flatMap((more) => [`${joined.length + more}${first}-`, `${joined.length + more}-${last}`])
}

/** Whether one letter was left out, added or changed, or two neighbours were swapped. */
function isOneTypo(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1 || short === long) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  if (short.slice(at + 1) === long.slice(at + 1)) return true
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
}

function inOrder<P>(all: readonly P[], hits: readonly P[]): readonly P[] {
  if (hits.length < 2) return hits
  const found = new Set(hits)
  return all.filter((partner) => found.has(partner))
}
