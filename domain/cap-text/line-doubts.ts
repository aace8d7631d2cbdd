import { anyWord, fold } from '#domain/kernel/fold.ts'
import { START, STOP, isParted, type Item } from './scan.ts'

// Of several geos on a line it can be open which of them something is said of. Then none of the line is saved.

const NUMBER_FIRST = 'Write each geo before its numbers, or each of them on a line of its own.'
const WHOSE_DAY =
  'The day may be said of one cap of this line or of all. Write it before the first geo, or beside each of them.'

/** What ends a geo's own words, or begins the next one's: `DE (20, #44) FR (10)`, `✅ DE 20, 900$ ✅ FR 10`. */
const CLOSES = /[)\]•✅☑✔🟢\t]|\. /u

/** What names all caps of a line. */
const ALL = new RegExp(
  `${START}${anyWord('all|both|each|every|everywhere|все|всё|всем|везде|оба|alle|beide|todos|ambos|tutti|tous')}${STOP}`,
  'u',
)

/** Why the caps of a line, cut at its geos, may not be what they were read as. */
export function doubtsOf(parts: readonly Item[][], raw: string): string[] {
  const [head = []] = parts
  const before = head.slice(0, Math.max(head.findIndex(isGeo), 0))
  const said = new Map(before.flatMap(termsOf))
  const isOpen =
    before.some(({ kind }) => kind === 'number') ||
    isSaidOtherwise(said, parts, raw) ||
    isOfNext(said, parts, raw) ||
    isOfAll(said, parts, raw)
  return [...(isOpen ? [NUMBER_FIRST] : []), ...(isDayOpen(said, parts) ? [WHOSE_DAY] : [])]
}

type Said = ReadonlyMap<string, string>

/**
 * `20 leads DE #44, 30 leads FR #44`: what stands before the first geo is that one's alone. In `#44: DE 20, IT 15 #45,
 * ES 10` it is that of all, since the other source is bound to its geo. What another one behind the last geo says is
 * that one's.
 */
function isSaidOtherwise(said: Said, parts: readonly Item[][], raw: string): boolean {
  return parts.slice(0, -1).some((part, index) => {
    const [own = [], ...others] = cutBehindGeo(part, parts[index + 1], raw)
    const isBound = index > 0 && others.length > 0
    const open = [...(isBound ? [] : own), ...others.flat()].flatMap(termsOf)
    return open.some(([name, value]) => said.has(name) && said.get(name) !== value)
  })
}

/** `DE 20, #45 FR 30`: behind a separator and right before a geo that lacks it, it may be that one's. */
function isOfNext(said: Said, parts: readonly Item[][], raw: string): boolean {
  return parts.slice(0, -1).some((part, index) => {
    const next = parts[index + 1] ?? []
    const [, ...others] = cutBehindGeo(part, next, raw)
    const open = others.at(-1) ?? []
    const [last, geo] = [open.at(-1), next.find(isGeo)]
    if (last && geo && CLOSES.test(raw.slice(last.end, geo.at))) return false
    if (countNumbers(open) > 0 && countNumbers(next) < countNumbers(part)) return true
    const has = new Map([...said, ...next.flatMap(termsOf)])
    // A day has a doubt of its own.
    return open.flatMap(termsOf).some(([name]) => name !== 'date' && !has.has(name))
  })
}

/** `#44 DE 20, AT 10, 10-18`, `DE 20, AT 10 all #44`: what ends the line and others lack may be said of all. */
function isOfAll(said: Said, parts: readonly Item[][], raw: string): boolean {
  const last = parts.at(-1) ?? []
  const geo = last.findLast(isGeo)
  if (!geo) return false
  const [own = [], ...others] = cutBehindGeo(last, [], raw)
  const isNumberAlone = others.some((chunk) => chunk.length === 1 && countNumbers(chunk) === 1)
  if (isNumberAlone && parts.some((part) => countNumbers(part) < countNumbers(last))) return true
  const word = fold(raw).slice(geo.end).search(ALL)
  const behindWord = own.filter(({ at }) => word >= 0 && at > geo.end + word)
  const lacks = (name: string) => parts.some((part) => !part.flatMap(termsOf).some(([of]) => of === name))
  return [...behindWord, ...others.flat()]
    .flatMap(termsOf)
    .some(([name]) => name !== 'date' && !said.has(name) && lacks(name))
}

/** `DE 20, tomorrow AT 10`, `today DE 20, tomorrow AT 10, FR 5`: which of them are for tomorrow? */
function isDayOpen(said: Said, parts: readonly Item[][]): boolean {
  const hasDay = (items: readonly Item[]) => items.flatMap(termsOf).some(([name]) => name === 'date')
  if (!parts.some(hasDay) || parts.every(hasDay)) return false
  return !said.has('date') || parts.slice(1).some((part) => hasDay(part.slice(0, 1)))
}

/** What stands behind the geos of a part up to the next one, or to the end, cut at separators. */
function cutBehindGeo(part: readonly Item[], next: readonly Item[] = [], raw: string): Item[][] {
  const from = part.findLastIndex(isGeo)
  const chunks: Item[][] = [[]]
  let end = part[from]?.end ?? 0
  for (const item of [...part.slice(from + 1), ...next.slice(0, 1)]) {
    if (isParted(raw, end, item.at)) chunks.push([])
    chunks.at(-1)?.push(item)
    end = item.end
  }
  if (next.length > 0) chunks.at(-1)?.pop()
  return chunks
}

function isGeo({ kind }: Item): boolean {
  return kind === 'geo'
}

function countNumbers(items: readonly Item[]): number {
  return items.filter(({ kind }) => kind === 'number').length
}

/** What an item says, by its name, as a term of a cap. */
function termsOf(item: Item): [string, string][] {
  switch (item.kind) {
    case 'geo':
    case 'number':
    case 'note':
    case 'problem':
    case 'unread':
      return []
    case 'date':
    case 'weekday':
      return [['date', item.date]]
    default:
      return [[item.kind, item.value]]
  }
}
