import { isCountry, countryOfName } from '#domain/kernel/countries.ts'
import type { NameLookup } from '#domain/partners/lookup.ts'

// A message as it may leave the house: who is named in it is Broker1 and Source1, and addresses are Contact1. What a
// model says of these stands for what was written.

/** A line as a model is told it, beside what was written. */
export interface ToldLine {
  written: string
  told: string
  /** Where stretches that were replaced stand in both, in order. */
  hidden: readonly HiddenStretch[]
}

interface HiddenStretch {
  /** In what is told. */
  at: number
  end: number
  /** In what was written. */
  from: number
  to: number
}

/** Who may be named: anything that is not `none` is somebody. */
export interface TellNames {
  brokers: Pick<NameLookup<unknown>, 'find' | 'longest'>
  sources: Pick<NameLookup<unknown>, 'find' | 'longest'>
}

/** Words of the longest name that is looked for. */
const MOST_WORDS = 6
const WORD = /[^\s,;:!?()"“”«»|]+/gu
const BLOCK = /\S+/g
const ADDRESS = /^(?:https?:|www\.|t\.me)|:\/\/|@/i
/** What is an account or a telephone, and no number of a cap. */
const LONG_NUMBER = /^\+?[\d().-]{7,}$/

/** The lines of a message with its names and addresses replaced; one name is one word wherever it stands. */
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
    // A plain number is a cap or a source, which has to be told; a country is a geo whoever is called so.
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
 * What was written where a model says that a text stands: null where it stands nowhere in the line as whole words. A
 * number is no part of a longer one, a price or hours, and a name that was replaced is taken whole.
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

/** Whether a number is one of its own: nothing is joined to it that could make another value of it. */
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
