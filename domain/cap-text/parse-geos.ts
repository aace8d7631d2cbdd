import { geoOfFlag } from '#domain/caps/flag.ts'
import { countryOfName, COUNTRY_NAMES, isCountry } from '#domain/kernel/countries.ts'
import { anyWord, fold, isUpperCase } from '#domain/kernel/fold.ts'
import { pattern, SEP, START, STOP, TAKEN, type Found, type Scan } from './scan.ts'

const FLAG = '[\\u{1f1e6}-\\u{1f1ff}]{2}'
const FLAGGED = pattern(`(${FLAG})(?: *[-:|]? *([A-Z]{2})${STOP}(?![-_]\\p{L}))?`)
const HALF_FLAG = pattern('[\\u{1f1e6}-\\u{1f1ff}]')
const LABEL = anyWord(`geo|geos|country|countries|гео|страна|страны|країна|land|länder|pais|pays|paese|kraj|מדינה`)
const CODE = '[A-Z][A-Z0-9]*(?:[-_/][A-Z0-9]+)*'
const QUOTED = pattern(`${START}${LABEL}${SEP}"([A-Z0-9_/-]{2,16})"`)
const LABELLED = pattern(`${START}${LABEL}${STOP} *(?:[:=]|->) *(${CODE})${STOP}`)
const PREFIXED = pattern(`${START}${LABEL}${STOP} *-? *([A-Z]{2})${STOP}(?![-_]\\p{L})`)
const NAMED = pattern(`${START}${anyWord(COUNTRY_NAMES)}${STOP}`)
const JOINED = pattern(`${START}[A-Z]{2}(?:[-_][A-Z]{2})+${STOP}`)
/** `CA (FR)`: a part of a country sooner than two of them. */
const PART_OF = pattern(`${START}([A-Z]{2}) *\\( *([A-Z]{2}) *\\)`)
const LETTERS = pattern(`${START}[A-Z]{2}${STOP}`)

/** What stands in quotes is a geo as it is, before anything is read of it. */
export function takeQuotedGeos(scan: Scan): void {
  scan.take(QUOTED, ([, code = '']) => [geoOf(code, true)])
}

/** Flags, and geos with a label: these are geos whatever they look like. */
export function takeSureGeos(scan: Scan): void {
  scan.take(FLAGGED, ([, flag = '', letters], text) => {
    const geo = geoOfFlag(flag)
    if (geo === null || !isCountry(geo)) return [{ kind: 'problem', message: `“${text}” is the flag of no country.` }]
    if (letters === undefined || !isCountry(letters)) return null
    if (letters === geo || (letters === 'UK' && geo === 'GB')) return [geoOf(letters, false)]
    return [{ kind: 'problem', message: `The flag of “${text}” is ${geo}, the letters are ${letters}.` }]
  })
  scan.take(pattern(FLAG), ([flag]) => {
    const geo = geoOfFlag(flag)
    return geo === null ? null : [geoOf(geo, false)]
  })
  scan.take(HALF_FLAG, () => [])
  scan.take(NAMED, ([name]) => {
    const geo = countryOfName(name)
    return geo === null ? null : [geoOf(geo, false)]
  })
  scan.take(LABELLED, ([, code = '']) => parseLabelled(code))
  scan.take(PREFIXED, ([, code = '']) => (isCountry(code) ? [geoOf(code, true)] : null))
}

/** A code as it is: `LATAM`, `CA-FR`; several countries where they are parted by slashes. */
function parseLabelled(code: string): readonly Found[] | null {
  if (code.length < 2 || code.length > 16) return null
  const parts = code.split('/')
  return parts.length > 1 && parts.every(isCountry) ? parts.map((part) => geoOf(part, true)) : [geoOf(code, true)]
}

/** Of words that nobody took: `AB-` before CD and `-North` behind Germany make another geo of them, as `Northern ` does. */
const BEFORE_GEO = new RegExp(
  `(?:[\\p{L}\\p{N}][-_/.]|${START}${anyWord('north|northern|south|southern|east|eastern|west|western|central')} +)$`,
  'u',
)
const BEHIND_GEO = /^[-_/.]\p{L}/u

/** Why what stands right beside a geo may make another one of it. */
export function doubtBeside({ raw, items }: Scan, at: number, end: number): Found | null {
  const words = fold(raw.slice(at, end))
  const [isBefore, isBehind] = [BEFORE_GEO.test(words), BEHIND_GEO.test(words)]
  const geo = items.find(
    (item) => item.kind === 'geo' && ((isBefore && item.at === end) || (isBehind && item.end === at)),
  )
  if (geo?.kind !== 'geo') return null
  const [before = ''] = /\S*\s?$/.exec(raw.slice(isBefore ? at : geo.at, geo.at)) ?? []
  const [behind = ''] = /^[^\s,;:()]*/.exec(raw.slice(geo.end)) ?? []
  const text = before + raw.slice(geo.at, geo.end) + behind
  return {
    kind: 'problem',
    message: `“${text}” may be ${geo.geo} or another geo. Write which one it is, such as “Geo: ${geo.geo}”.`,
  }
}

/** Two letters that are a country's, where they can be nothing else. */
export function takeBareGeos(scan: Scan): void {
  scan.take(JOINED, ([folded], text) => {
    const parts = folded.split(/[-_]/)
    if (!parts.every(isCountry)) return null
    return [
      {
        kind: 'problem',
        message: `“${text}” may be one geo or several. Write “Geo: ${text}”, or “${parts.join(', ')}”.`,
      },
    ]
  })
  scan.take(PART_OF, ([, geo = '', part = ''], text) => {
    if (!isCountry(geo) || !isCountry(part) || geo === part) return null
    return [
      {
        kind: 'problem',
        message: `“${text}” may be one geo or several. Write “Geo: ${geo}-${part}”, or “${geo}, ${part}”.`,
      },
    ]
  })
  scan.take(LETTERS, (match) => {
    const [letters] = match
    if (!isCountry(letters)) return null
    const at = match.index
    const written = scan.raw.slice(at, at + 2)
    const before = scan.rest().slice(0, at)
    const after = scan.rest().slice(at + 2)
    if (!isUpperCase(written)) return isLowerGeo(scan, letters, before, after) ? [geoOf(letters, false)] : null
    if (ABBREVIATIONS.has(letters) && !hasCap(scan, at + 2, after) && !isInList(scan, before)) return [doubtOf(letters)]
    if (!WORDS_TOO.has(letters)) return [geoOf(letters, false)]
    if (!standsApart(scan, before, at)) return parseAmong(scan, letters, after)
    return parseDoubtful(letters, before, after)
  })
}

/** `de 20 44`: in small letters only at the head of a line, with something of a cap right behind. */
function isLowerGeo(scan: Scan, letters: string, before: string, after: string): boolean {
  // `во вторник`, `со вторника`
  if (/^\p{Script=Cyrillic}{2}$/u.test(scan.raw.slice(before.length, before.length + 2))) return false
  if (WORDS_TOO.has(letters) || scan.items.some(({ kind }) => kind === 'geo')) return false
  return isHead(before) && new RegExp(`^ *[-:=]? *[\\d$${TAKEN}]`, 'u').test(after)
}

/** `TT 20`, `TT: 20 leads`: a number or a cap right behind. */
function hasCap(scan: Scan, end: number, after: string): boolean {
  const [sign = ''] = /^ *(?:->|[-:=|(\u2192])? */.exec(after) ?? []
  const next = end + sign.length
  // `TT #44 20`
  const source = scan.items.find(({ kind, at }) => kind === 'source' && at === next)
  if (source) return hasCap(scan, source.end, after.slice(source.end - end))
  return /^\d/.test(after.slice(sign.length)) || scan.items.some(({ kind, at }) => kind === 'cap' && at === next)
}

/** `Geo: GA, TG`, `IN/NP/PK 20`: behind another geo and what parts them. */
function isInList(scan: Scan, before: string): boolean {
  const end = before.replace(/[ ,;/|&+]+$/, '').length
  const geo = scan.items.find((item) => item.kind === 'geo' && item.end === end)
  return geo?.kind === 'geo' && (geo.isLabelled || /[,;/|&+]/.test(before.slice(end)))
}

function isHead(before: string): boolean {
  return !/[\p{L}\p{N}]/u.test(before)
}

/** At the head, after a separator, or right after another geo. */
function standsApart(scan: Scan, before: string, at: number): boolean {
  if (/(?:^|[,;/|&+:([-])\s*$/.test(before)) return true
  // Behind a bullet, of which nothing is told.
  if (isHead(before) && scan.items.every((item) => item.at >= at)) return true
  const end = before.trimEnd().length
  return scan.items.some(
    (item) => (item.kind === 'geo' || item.kind === 'date' || item.kind === 'weekday') && item.end === end && at >= end,
  )
}

function parseDoubtful(letters: string, before: string, after: string): readonly Found[] | null {
  const isAlone = /^ *[:=-]? *#?\d+ *$/.test(after) && isHead(before)
  const isLater = !isHead(before) || before.includes(TAKEN)
  const isLabel = (letters === 'ID' || letters === 'CR') && (isAlone || isLater)
  const runsOn = SENTENCE_WORDS.has(letters) && /^ +[A-Z]{2,}/.test(after)
  if (!isLabel && !runsOn) return [geoOf(letters, false)]
  return [doubtOf(letters)]
}

/** `UK 10 FR 20 IT 5`: behind another geo, with a number of its own. */
function parseAmong(scan: Scan, letters: string, after: string): readonly Found[] | null {
  if (mayBeLabel(letters, after)) return [doubtOf(letters)]
  const isListed = scan.items.some(({ kind }) => kind === 'geo') && /^ *[-:=]? *\d+(?![\d:.])/.test(after)
  return isListed ? [geoOf(letters, false)] : null
}

/** `CR 10`, `ID 44`: a guarantee and an id as well as a country with its cap. */
function mayBeLabel(letters: string, after: string): boolean {
  return (letters === 'ID' || letters === 'CR') && /^ *[:=#-]? *#?\d/.test(after)
}

/** Two letters that may be either; the row waits until somebody says which. */
export function doubtOf(letters: string): Found {
  return {
    kind: 'problem',
    message: `“${letters}” may be a country or a word. Write “Geo: ${letters}” for the country.`,
  }
}

function geoOf(geo: string, isLabelled: boolean): Found {
  return { kind: 'geo', geo, isLabelled }
}

/** Codes that are words as well, in messages that are written in capitals. */
export const WORDS_TOO: ReadonlySet<string> = new Set(
  'AD AI AM AS AT BE BY DO GO IN IS IT ME MY NO SO TO US LA PM TV ID CR'.split(' '),
)

/** Those of them that stand before other words in a sentence: `20 IN DE`. */
export const SENTENCE_WORDS: ReadonlySet<string> = new Set('AS BY DO GO IN IS MY NO SO TO'.split(' '))

/** What people write in capitals beside a cap: `GM team`, `RE: DE 20`, `TT traffic`. With a number they are geos. */
export const ABBREVIATIONS: ReadonlySet<string> = new Set('CC DM GA GG GL GM GN NP PS RE TC TG TT'.split(' '))
