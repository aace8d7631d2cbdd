import { foldAdvertiserId, foldGeo, foldSource, type GeoKey } from '#domain/kernel/identity.ts'
import { decidePace, type Pace, type PaceClock } from './pace.ts'
import type { Cap } from './cap.ts'

/** Conditions that a cap must meet. A missing or empty condition is ignored. */
export interface CapFilter {
  geo?: string
  /** An advertiser's id. */
  broker?: string
  source?: string
  /**
   * Words that must all be found, whatever their case, each in the geo, broker id or name, `#source` or its name, or author.
   * Those of one or two letters must begin a word: `de` is Germany, not the middle of `Polder`.
   */
  text?: string
  pace?: Pace
}

/** What the affiliates behind sources are called, by source. */
export type SourceNames = ReadonlyMap<string, string>

interface Searchable {
  geo: GeoKey
  broker: string
  text: string
}

// Caps are never changed in place, so the searchable text of a cap stays valid.
const searchables = new WeakMap<Cap, Searchable>()

/** The caps that match, in their order. */
export function filterCaps<C extends Cap>(
  caps: readonly C[],
  filter: CapFilter,
  now: PaceClock,
  names: SourceNames,
): C[] {
  return caps.filter(createCapFilter(filter, now, names))
}

/** Whether a cap matches. */
export function createCapFilter(filter: CapFilter, now: PaceClock, names: SourceNames): (cap: Cap) => boolean {
  const geo = filter.geo?.trim() ? foldGeo(filter.geo) : null
  const broker = foldAdvertiserId(filter.broker ?? '') || null
  const source = filter.source ? foldSource(filter.source) || null : null
  const pace = filter.pace ?? null
  const hasText = createTextFilter(filter.text ?? '', names)
  return (cap) =>
    (geo === null || searchableOf(cap).geo === geo) &&
    (broker === null || searchableOf(cap).broker === broker) &&
    (source === null || cap.sourceNumber === source) &&
    (hasText === null || hasText(cap)) &&
    (pace === null || decidePace(cap, now) === pace)
}

/**
 * Of caps in one place, the first of each group that a filter without a pace can tell apart. Mostly one, because caps
 * in one place rarely differ in searchable fields.
 */
export function pickUnlike(caps: Iterable<Cap>): Cap[] {
  const byText = new Map<string, Cap>()
  for (const cap of caps) {
    const { text } = searchableOf(cap)
    if (!byText.has(text)) byText.set(text, cap)
  }
  return [...byText.values()]
}

/** The caps that contain all words of a text. */
export function findCaps<C extends Cap>(caps: readonly C[], text: string, names: SourceNames): C[] {
  const hasText = createTextFilter(text, names)
  return caps.filter((cap) => hasText === null || hasText(cap))
}

/** Whether a cap contains all words of a text; null if it has none. Thousands are asked at each letter of a search. */
function createTextFilter(text: string, names: SourceNames): ((cap: Cap) => boolean) | null {
  const words = splitWords(text)
  if (words.length === 0) return null
  const called = new Map(Array.from(names, ([source, name]): [string, string] => [source, name.toLowerCase()]))
  return (cap) => {
    const own = searchableOf(cap).text
    for (const word of words) {
      if (!hasWord(own, word) && !hasWord(called.get(cap.sourceNumber) ?? '', word)) return false
    }
    return true
  }
}

function hasWord(text: string, word: string): boolean {
  return word.length > 2 ? text.includes(word) : beginsWord(text, word)
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true
  }
  return false
}

function searchableOf(cap: Cap): Searchable {
  const found = searchables.get(cap)
  if (found) return found
  const geo = foldGeo(cap.geo)
  // Both spellings of Great Britain are found, whichever was typed.
  const geos = geo === 'GB' ? 'GB\nUK' : geo
  const parts = [geos, cap.advertiserId, cap.advertiserName, `#${cap.sourceNumber}`, cap.createdBy]
  const broker = foldAdvertiserId(cap.advertiserId ?? '')
  const searchable = { geo, broker, text: parts.join('\n').toLowerCase() }
  searchables.set(cap, searchable)
  return searchable
}

function splitWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}
