import { isCountry } from '#domain/kernel/countries.ts'
import { anyWord, fold } from '#domain/kernel/fold.ts'
import { pattern, SEP, START, STOP, TAKEN, type Scan } from './scan.ts'

const SOURCE = anyWord(
  `source|src|affiliate|aff|affid|publisher|pub|источник|соурс|сорс|афф|аффилиат|паб|паблишер|quelle|fuente|джерело`,
)
/** Before a geo these head a list: `Affiliates: DE 20`. */
const SOURCES = anyWord('sources|affiliates|affs|publishers|pubs|источники')
const ADVERTISER = anyWord('broker|brand|advertiser|adv|buyer|client|брокер|бренд|рекл|рекламодатель|адв|клиент')
const NUMBER_SIGN = '(?:[ _-]*(?:ID|NO\\.?|NUMBER|NUM|№))?'
const QUOTED = '"((?:[^"]|"")*)"'
const WORD = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_-]*[\\p{L}\\p{N}_])?'

const QUOTED_SOURCE = pattern(`${START}${SOURCE}${NUMBER_SIGN}${SEP}#?${QUOTED}`)
const LABELLED_SOURCE = pattern(`${START}${SOURCE}${NUMBER_SIGN}${STOP} *(?:[:=]|->) *#? *(${WORD})`)
const NAMED_SOURCE = pattern(
  `${START}${SOURCE}${NUMBER_SIGN}(?:${STOP}(?: *- *| +|(?= *[#№])) *[#№]? *|(?=\\d))(${WORD})`,
)
/** `Sources: 44`, `Sources: 44, 51`: nothing else behind it, which may be a day, hours, a price or a cap. */
const FIRST_SOURCE = pattern(`${START}${SOURCES}${STOP}${SEP}[#№]? *(\\d+)(?= *$| *[,/&+] *[#№]? *\\d+ *(?:$|[,/&+]))`)
const HASHED_SOURCE = pattern(`[#№] *(\\d(?:[\\p{L}\\p{N}_-]*[\\p{L}\\p{N}_])?)`)

const QUOTED_ADVERTISER = pattern(`${START}${ADVERTISER}${NUMBER_SIGN}(?: *NAME)?${SEP}${QUOTED}`)
const LABELLED_ADVERTISER = pattern(
  `${START}${ADVERTISER}${NUMBER_SIGN}(?: *NAME)?${STOP} *(?:[:=]|->) *([^${TAKEN},;|]+)`,
)
const NAMED_ADVERTISER = pattern(`${START}${ADVERTISER}${NUMBER_SIGN}${STOP}(?: *- *| +)(${WORD})`)

/** Advertisers as messages name them: by id or by name, in any case. */
export interface KnownNames {
  /** By folded id and folded name; the value is what the cap gets. */
  byName: ReadonlyMap<string, string>
  /** Words of the longest. */
  longest: number
}

export const NO_NAMES: KnownNames = { byName: new Map(), longest: 0 }

/** A name that several have is left out: it names nobody. */
export function indexNames(advertisers: readonly { advertiserId: string; name: string }[]): KnownNames {
  const byName = new Map<string, string | null>()
  for (const { advertiserId, name } of advertisers) {
    const key = foldName(name)
    byName.set(key, byName.has(key) ? null : advertiserId)
  }
  for (const { advertiserId } of advertisers) byName.set(foldName(advertiserId), advertiserId)
  // A name of two letters is a geo sooner than anybody's.
  const known = [...byName].flatMap(([name, id]) => (id === null || name.length < 3 ? [] : [[name, id] as const]))
  return { byName: new Map(known), longest: Math.max(0, ...known.map(([name]) => name.split(' ').length)) }
}

/** Whose leads, where that is said with a label: `source 44`, `#44`, `broker: Alster Insurance`. */
export function takeLabelledPartners(scan: Scan, names: KnownNames): void {
  const sliceOf = (match: RegExpExecArray, value = '') => {
    const at = match.index + match[0].lastIndexOf(value)
    return scan.raw.slice(at, at + value.length)
  }
  const unquote = (text: string) => text.replaceAll('""', '"')
  scan.take(QUOTED_SOURCE, (match) => [{ kind: 'source', value: unquote(sliceOf(match, match[1])) }])
  scan.take(QUOTED_ADVERTISER, (match) => [{ kind: 'advertiser', value: unquote(sliceOf(match, match[1])) }])
  scan.take(LABELLED_SOURCE, (match) => [{ kind: 'source', value: sliceOf(match, match[1]) }])
  for (const found of [NAMED_SOURCE, FIRST_SOURCE]) {
    scan.take(found, (match) => {
      const value = sliceOf(match, match[1])
      return /\d/.test(value) ? [{ kind: 'source', value }] : null
    })
  }
  scan.take(HASHED_SOURCE, (match) => [{ kind: 'source', value: sliceOf(match, match[1]) }])
  takeKnownPartners(scan, names)
  takeNamed(scan, NAMED_ADVERTISER, false)
}

/** Who is named with a label and not known; last, so that nothing else of the line is taken for a part of the name. */
export function takeUnknownAdvertisers(scan: Scan): void {
  takeNamed(scan, LABELLED_ADVERTISER, true)
}

/** Known ids and names, with a label or without. */
function takeKnownPartners(scan: Scan, names: KnownNames): void {
  if (names.longest === 0) return
  const words = [...scan.rest().matchAll(A_WORD)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
  }))
  for (let first = 0; first < words.length; first += 1) {
    const known = findKnown(scan, names, words.slice(first, first + names.longest))
    if (!known) continue
    scan.takeAt(known.at, known.end, [{ kind: 'advertiser', value: known.id }])
    first += known.words - 1
  }
}

const A_WORD = pattern(`[^ ${TAKEN},;|"()]+`)

interface NamedSpan {
  at: number
  end: number
}

/** The longest known name that some words begin with. A plain number is a cap or a source sooner than an id. */
function findKnown(scan: Scan, { byName }: KnownNames, words: readonly NamedSpan[]) {
  const [first] = words
  if (!first) return null
  for (let count = words.length; count > 0; count -= 1) {
    const last = words[count - 1] ?? first
    const text = scan.rest().slice(first.at, last.end)
    const id = /^\d+$/.test(text) ? undefined : byName.get(foldName(text.replace(/[:.!?-]+$/, '')))
    if (id !== undefined) return { at: first.at, end: last.end, words: count, id }
  }
  return null
}

/** What comes before the next number after a label, or one word that is an id. */
function takeNamed(scan: Scan, found: RegExp, isSure: boolean): void {
  for (const match of scan.rest().matchAll(found)) {
    const value = match[1] ?? ''
    const at = match.index + match[0].length - value.length
    const words = [...value.matchAll(A_WORD)].map((word) => ({
      at: at + word.index,
      end: at + word.index + word[0].length,
    }))
    const end = endOfName(scan, words, isSure)
    if (end === null) continue
    const [first = { at: end }] = words
    scan.takeAt(match.index, end, [{ kind: 'advertiser', value: scan.raw.slice(first.at, end) }])
  }
}

function endOfName(scan: Scan, words: readonly NamedSpan[], isSure: boolean): number | null {
  const [first] = words
  if (!first) return null
  const hasDigit = ({ at, end }: NamedSpan) => /\d/.test(scan.raw.slice(at, end))
  if (hasDigit(first)) return first.end
  if (!isSure) return null
  const isGeo = ({ at, end }: NamedSpan) => isCountry(scan.raw.slice(at, end))
  const next = words.findIndex((word, index) => index > 0 && (hasDigit(word) || isGeo(word)))
  return (words[(next < 0 ? words.length : next) - 1] ?? first).end
}

function foldName(text: string): string {
  return fold(text).trim().replace(/\s+/g, ' ')
}
