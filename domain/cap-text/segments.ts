import { weekdayOf, type Day } from '#domain/kernel/day.ts'
import { brandText } from '#domain/kernel/brand.ts'
import { fold } from '#domain/kernel/fold.ts'
import { doubtsOf } from './line-doubts.ts'
import { AND, isParted, START, STOP, type Item } from './scan.ts'

/** What can be said once of a cap and inherited by those below. */
export type TermName = 'date' | 'cap' | 'source' | 'advertiser' | 'hours' | 'cpa' | 'crg' | 'zone'

export type Terms = Partial<Record<TermName, string>>

/** A piece of a line that is about the same caps: its geos, and what is said of them. */
export interface Segment {
  geos: string[]
  /** Whether a label said that these are geos: then the lines below are about them as well. */
  isLabelled: boolean
  terms: Terms
  /** What no word names, in order. */
  numbers: string[]
  notes: string[]
  problems: string[]
  unread: string[]
}

/** Between geos that have one cap: nothing but what parts them, and signs before the next one: `✅ DE, ✅ AT 20`. */
const ONE_CAP = new RegExp(
  `^(?!.*- *[,;])(?:[ ,;|/\\\\&+()[\\]•·-]|${START}(?:${AND}|GEOS?)${STOP}:?)*(?:(?<=[,;|/&+] *)[^\\p{L}\\p{N}:?.]+)?$`,
  'u',
)
/** Between sources: `44, 51`, `44 / 51`. */
const ONE_MORE = new RegExp(`^ *(?:[,/&+]|${AND}) *$`, 'u')

const NUMBERS_AROUND = 'Numbers stand on both sides of the geo. Name them: cap 20, source 44.'

/** The pieces of a line. Without any geo it is one piece. */
export function splitLine(items: readonly Item[], raw: string): Segment[] {
  const parts = cutAtGeos(items, raw)
  const [head = [], ...rest] = parts
  const segments = parts.map((part) => parseSegment(part, raw))
  const [first, ...others] = segments
  if (!first || rest.length === 0) return segments
  const at = head.findIndex((item) => item.kind === 'geo')
  const before = parseSegment(head.slice(0, Math.max(at, 0)), raw)
  const doubts = doubtsOf(parts, raw)
  for (const segment of segments) segment.problems.push(...doubts)
  // What stands before the first geo of several is said of all of them.
  for (const segment of others) {
    segment.terms = { ...before.terms, ...segment.terms }
    segment.notes.unshift(...before.notes)
    segment.problems.unshift(...before.problems)
  }
  return segments
}

/** A new piece begins with a geo behind something that was said of another one. */
function cutAtGeos(items: readonly Item[], raw: string): Item[][] {
  const parts: Item[][] = [[]]
  let hasGeo = false
  let hasTerms = false
  for (const item of items) {
    if (item.kind === 'geo' && hasGeo && hasTerms) {
      const before = parts.at(-1) ?? []
      parts.push([...problemsBefore(before, item, raw), ...takeNextDay(before)])
      hasTerms = false
    }
    parts.at(-1)?.push(item)
    if (item.kind === 'geo') hasGeo = true
    else if (hasGeo && item.kind !== 'note' && item.kind !== 'unread') hasTerms = true
  }
  return parts
}

/** `DE 20, no FR 30`: what stands right before a geo may be said of that one. */
function problemsBefore(part: readonly Item[], geo: Item, raw: string): Item[] {
  const last = part.findLast((item) => item.kind !== 'unread' && item.kind !== 'note')
  return last?.kind === 'problem' && !isParted(raw, last.end, geo.at) ? [last] : []
}

/** `today DE 20, tomorrow AT 10`: a second day right before a geo is that one's. */
function takeNextDay(part: Item[]): Item[] {
  const isDay = (item: Item | undefined) => item?.kind === 'date' || item?.kind === 'weekday'
  const last = part.at(-1)
  if (!last || !isDay(last) || part.filter(isDay).length < 2) return []
  part.pop()
  return [last]
}

function parseSegment(items: readonly Item[], raw: string): Segment {
  const segment: Segment = {
    geos: [],
    isLabelled: false,
    terms: {},
    numbers: [],
    notes: [],
    problems: [],
    unread: [],
  }
  const firstGeo = items.find((item) => item.kind === 'geo')?.at ?? Infinity
  let early = 0
  for (const item of items) {
    if (item.kind === 'number' && item.at < firstGeo) early += 1
    addItem(segment, item)
  }
  addDate(segment, items)
  segment.problems.push(...findUnsaid(items, raw))
  const isAround = segment.geos.length > 0 && early > 0 && segment.numbers.length > 1
  const stray = findStray(items, raw) ?? findListed(items, raw)
  if (!isAround && stray === null) return segment
  segment.problems.push(isAround ? NUMBERS_AROUND : `It is not said what ${stray} is. Name it: cap 20, source 44.`)
  segment.numbers = []
  return segment
}

function addItem(segment: Segment, item: Item): void {
  switch (item.kind) {
    case 'geo':
      if (!segment.geos.includes(item.geo)) segment.geos.push(item.geo)
      segment.isLabelled ||= item.isLabelled
      return
    case 'number':
      segment.numbers.push(item.value)
      return
    case 'note':
      segment.notes.push(item.message)
      return
    case 'problem':
      segment.problems.push(item.message)
      return
    case 'unread':
      segment.unread.push(item.text)
      if (isDoubtful(item.text)) segment.problems.push(`“${item.text}” was not understood.`)
      return
    case 'hours':
      segment.terms.hours = segment.terms.hours === undefined ? item.value : `${segment.terms.hours}, ${item.value}`
      return
    case 'date':
    case 'weekday':
      return
    default:
      addTerm(segment, item.kind, item.value)
  }
}

/** `DE same, FR 20`: what is said of the first is no cap, and that of the second is not its. */
function findUnsaid(items: readonly Item[], raw: string): string[] {
  const geos = items.filter((item) => item.kind === 'geo')
  const open = geos.find((geo, index) => {
    const next = geos[index + 1]
    return next !== undefined && next.at >= geo.end && !ONE_CAP.test(fold(raw.slice(geo.end, next.at)))
  })
  return open ? [`It is not said what the cap of ${open.geo} is. Write each geo on a line of its own.`] : []
}

/** A number that does not stand right behind the one before it: `20 -> 30`, `20-30`, `30 instead of 20`. */
function findStray(items: readonly Item[], raw: string): string | null {
  const numbers = items.filter((item) => item.kind === 'number')
  const stray = numbers.find((item, index) => {
    const before = numbers[index - 1]
    if (before === undefined) return false
    const between = raw.slice(before.end, item.at)
    // `20-30` is a range as well; `20 - 44` is none.
    return /^\p{Pd}$/u.test(between) || !/^[\s,;|/()[\]#:\p{Pd}]*$/u.test(between.replace('->', '>'))
  })
  return stray?.kind === 'number' ? stray.value : null
}

/** `aff 44, 51`, `source 44 / 51`: a further source sooner than a cap; in `DE, #44, 20` all is parted like that. */
function findListed(items: readonly Item[], raw: string): string | null {
  const listed = items.find((item, index) => {
    const before = items[index - 1]
    if (item.kind !== 'number' || before?.kind !== 'source') return false
    const between = fold(raw.slice(before.end, item.at))
    return ONE_MORE.test(between) && !raw.slice(0, before.at).trimEnd().endsWith(between.trim())
  })
  return listed?.kind === 'number' ? listed.value : null
}

/** A number in what nobody understood may be the very one that counts. */
function isDoubtful(text: string): boolean {
  return /\p{N}/u.test(text) && !/^(?:https?:|www\.|t\.me)/i.test(text)
}

function addTerm(segment: Segment, name: TermName, value: string): void {
  const before = segment.terms[name]
  if (before !== undefined && before !== value) {
    segment.problems.push(`Two of a kind are named: “${before}” and “${value}”.`)
  }
  segment.terms[name] = value
}

/** A date counts before a weekday; where both stand they must agree. */
function addDate(segment: Segment, items: readonly Item[]): void {
  const dates = items.flatMap((item) => (item.kind === 'date' ? [item.date] : []))
  const weekdays = items.flatMap((item) => (item.kind === 'weekday' ? [item] : []))
  for (const date of dates) addTerm(segment, 'date', date)
  for (const { date, weekday } of weekdays) {
    const named = segment.terms.date
    if (named === undefined || dates.length === 0) addTerm(segment, 'date', date)
    else if (weekdayOf(brandText<Day>(named)) !== weekday) segment.problems.push(`The weekday is not that of ${named}.`)
  }
}
