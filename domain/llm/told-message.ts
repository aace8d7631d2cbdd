import { isCountry, countryOfName } from '#domain/kernel/countries.ts'
import type { NameLookup } from '#domain/partners/lookup.ts'

// A message as it may leave the house. Names in it become Broker1 and Source1, addresses become Contact1. In the model's
// answer these are replaced by what was written.

/** A line as it is sent to a model, and as it was written. */
export interface ToldLine {
  written: string
  told: string
  /** The replaced stretches, with their places in both lines, in order. */
  hidden: readonly HiddenStretch[]
}

interface HiddenStretch {
  /** Place in the sent line. */
  at: number
  end: number
  /** Place in the written line. */
  from: number
  to: number
}

/** Finds names. Every result but `none` is a partner. */
export interface TellNames {
  brokers: Pick<NameLookup<unknown>, 'find' | 'longest'>
  sources: Pick<NameLookup<unknown>, 'find' | 'longest'>
}

/** The most words of a name that is looked for. */
const MOST_WORDS = 6
const WORD = /[^\s,;:!?()"“”«»|]+/gu
const BLOCK = /\S+/g
const ADDRESS = /^(?:https?:|www\.|t\.me)|:\/\/|@/i
/** An account or telephone number, and not a number of a cap. */
const LONG_NUMBER = /^\+?[\d().-]{7,}$/

/** Replaces names and addresses in the lines of a message. The same name gets the same word everywhere. */
export function tellMessage(lines: readonly string[], names: TellNames): ToldLine[] {
  const words = new Map<string, string>()
  const counts = new Map<string, number>()
  const nameOf = (kind: string, written: string): string => {
    const key = `${kind} ${written.toLowerCase()}`
    const known = words.get(key)
    if (known !== undefined) return known
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    words.set(key, `${kind}${count}`)
    return `${kind}${count}`
  }
  return lines.map((written) => tellLine(written, findHidden(written, names), nameOf))
}

interface Stretch {
  from: number
  to: number
}

interface Found extends Stretch {
  kind: 'Broker' | 'Source' | 'Contact'
}

function findHidden(line: string, { brokers, sources }: TellNames): Found[] {
  const contacts = stretchesOf(line, BLOCK)
    .filter(({ from, to }) => ADDRESS.test(line.slice(from, to)) || LONG_NUMBER.test(line.slice(from, to)))
    .map((stretch): Found => ({ kind: 'Contact', ...stretch }))
  const isFree = (word: Stretch) => contacts.every(({ from, to }) => word.to <= from || to <= word.from)
  const words = stretchesOf(line, WORD).filter(isFree)
  const most = Math.min(MOST_WORDS, Math.max(brokers.longest, sources.longest))
  const found: Found[] = []
  for (let first = 0; first < words.length; first += 1) {
    const hit = findName(line, words.slice(first, first + most), { brokers, sources })
    if (!hit) continue
    found.push(hit.found)
    first += hit.words - 1
  }
  return [...found, ...contacts].toSorted((a, b) => a.from - b.from)
}

function stretchesOf(line: string, pattern: RegExp): Stretch[] {
  return [...line.matchAll(pattern)].map((match) => ({ from: match.index, to: match.index + match[0].length }))
}

function findName(line: string, words: readonly Stretch[], { brokers, sources }: TellNames) {
  const [first] = words
  if (!first) return null
  for (let count = words.length; count > 0; count -= 1) {
    const { to } = words[count - 1] ?? first
    const text = line.slice(first.from, to)
    // A plain number is a cap or a source, so it is sent. A country is a geo, even if it is also a name.
    if (/^[#\d\s.,-]*$/.test(text) || isCountry(text.toUpperCase()) || countryOfName(text) !== null) continue
    for (const [kind, lookup] of [
      ['Broker', brokers],
      ['Source', sources],
    ] as const) {
      if (lookup.find(text).by !== 'none') return { found: { kind, from: first.from, to }, words: count }
    }
  }
  return null
}

function tellLine(
  written: string,
  found: readonly Found[],
  nameOf: (kind: string, written: string) => string,
): ToldLine {
  const hidden: HiddenStretch[] = []
  let told = ''
  let from = 0
  for (const stretch of found) {
    told += written.slice(from, stretch.from)
    const word = nameOf(stretch.kind, written.slice(stretch.from, stretch.to))
    hidden.push({ at: told.length, end: told.length + word.length, from: stretch.from, to: stretch.to })
    told += word
    from = stretch.to
  }
  return { written, told: told + written.slice(from), hidden }
}

/**
 * Finds the written text for a text that a model quotes. Null if the line does not have it as whole words. A number must not
 * be part of a longer number, a price or hours. A replaced name is taken whole.
 */
export function findWritten(line: ToldLine, text: string, isNumber: boolean): string | null {
  if (text === '' || text.trim() !== text) return null
  for (let at = line.told.indexOf(text); at >= 0; at = line.told.indexOf(text, at + 1)) {
    const end = at + text.length
    const isWhole = isNumber ? standsAlone(line.told, at, end) : isWords(line.told, at, end)
    const isCut = line.hidden.some((each) => each.at < end && at < each.end && (each.at < at || end < each.end))
    if (isWhole && !isCut) return line.written.slice(toWritten(line, at), toWritten(line, end))
  }
  return null
}

function toWritten({ hidden }: ToldLine, at: number): number {
  let shift = 0
  for (const each of hidden) {
    if (each.at === at) return each.from
    if (each.end <= at) shift = each.to - each.end
  }
  return at + shift
}

/** Whether neither end of a stretch cuts a word or a number. */
function isWords(text: string, at: number, end: number): boolean {
  const cuts = (before: string, after: string) => /[\p{L}\p{N}\p{M}]/u.test(before) && /[\p{L}\p{N}\p{M}]/u.test(after)
  const isDecimal = (from: number, to: number) => /^\d[.,]\d$/.test(text.slice(from, to))
  return (
    !cuts(text.charAt(at - 1), text.charAt(at)) &&
    !cuts(text.charAt(end - 1), text.charAt(end)) &&
    !isDecimal(at - 2, at + 1) &&
    !isDecimal(end - 1, end + 2)
  )
}

/** Whether a number stands alone: nothing is joined to it that could change its value. */
function standsAlone(text: string, at: number, end: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at)
  const after = text.slice(end, end + 2)
  return (
    /(?:^|[\s(,;:=])$/u.test(before) &&
    !/\d[,.:]$/.test(before) &&
    /^(?:$|[\s),;!?]|\.(?:$|\s))/u.test(after) &&
    !/^,\d/.test(after)
  )
}
