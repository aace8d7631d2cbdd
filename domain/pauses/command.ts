import { saysNothing, scopeOfDay } from '#domain/cap-text/question.ts'
import { parseLine } from '#domain/cap-text/tokens.ts'
import { countryOfName, isCountry } from '#domain/kernel/countries.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { foldAdvertiserId, foldGeo, foldSource, normalizeGeo } from '#domain/kernel/identity.ts'
import { addMilliseconds, HOUR, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { PAUSE_REASONS, type PauseReason, type PauseScope } from './pause.ts'

/** A parsed command such as `/pause DE B-7 until 14:00 quality too many duplicates`. */
export interface PauseCommand {
  scope: PauseScope
  until: Instant | null
  reason: PauseReason
  note: string | null
}

/** A partner that a command may name: by its registered id, or by name. */
export interface KnownPartner {
  key: string
  name: string
}

export interface Known {
  advertisers: readonly KnownPartner[]
  sources: readonly KnownPartner[]
  zone: Zone
  now: Instant
}

export type CommandRefusal =
  | { reason: 'command.nothing' }
  | { reason: 'command.unknown'; word: string }
  | { reason: 'command.both'; word: string }
  /** Which partners have the name. */
  | { reason: 'command.several'; word: string; ids: string }
  | { reason: 'command.twice'; word: string }
  | { reason: 'command.until'; word: string }

/** `for 2 hours`, `for half an hour` */
const SPAN = String.raw`for\s+(\d{1,3}|an?|half an)\s*(h|hrs?|hours?|mins?|minutes?)(?=[\s.,]|$)`
const FOR = new RegExp(`^${SPAN}\\s*`, 'i')
const UNTIL = new RegExp(String.raw`(?:^|\s)(?:(?:untill?|till?|bis|до)\s+|(?=${SPAN}))(\S.*)$`, 'i')
/** The most words of a name. */
const MOST_WORDS = 4

/** Parses what to pause, until when and why: the scope comes first, then the end, then the reason and a note. */
export function parsePauseCommand(text: string, known: Known): Result<PauseCommand, CommandRefusal> {
  const written = UNTIL.exec(text)?.at(-1) ?? null
  const head = written === null ? text : text.slice(0, text.length - written.length).replace(UNTIL_WORD, '')
  const read = readScope(head, known)
  if (!read.ok) return read
  const { scope } = read.value
  const { words, rest } = written === null ? splitTonight(read.value.words) : { words: read.value.words, rest: written }
  if (words !== '' && !beginsWithReason(words)) return refuse({ reason: 'command.unknown', word: firstOf(words) })
  if (isEmpty(scope)) return refuse({ reason: 'command.nothing' })
  const end = rest === null ? { until: null, words: '' } : parseUntil(rest, known)
  if (!end) return refuse({ reason: 'command.until', word: rest ?? '' })
  return accept({ scope, until: end.until, ...parseReason([words, end.words].join(' ').trim()) })
}

/** `#44 tonight` and `#44 quality tonight` need no `until`. */
function splitTonight(text: string): { words: string; rest: string | null } {
  const [, words = '', rest = null] = /^(?:(\S+)\s+)?(tonight(?:\s.*)?)$/i.exec(text) ?? []
  return rest !== null && (words === '' || reasonOf(words) !== null) ? { words, rest } : { words: text, rest: null }
}

function isEmpty(scope: PauseScope): boolean {
  return Object.values(scope).every((part) => part === null)
}

const UNTIL_WORD = /\s*(?:untill?|till?|bis|до)\s+$/i

/** Parses a scope: geos, advertisers and sources in any order, at most one of each. */
export function parseScope(text: string, known: Omit<Known, 'now' | 'zone'>): Result<PauseScope, CommandRefusal> {
  const read = readScope(text, known)
  if (!read.ok) return read
  const { scope, words } = read.value
  if (words !== '') return refuse({ reason: 'command.unknown', word: firstOf(words) })
  return isEmpty(scope) ? refuse({ reason: 'command.nothing' }) : accept(scope)
}

/** A word, or several in quotes. */
const WORD = /#?["“„«][^"“”„«»]+["“”»]|[^\s,/]+/g

/** What a text names first, and its words after that. */
function readScope(
  text: string,
  known: Omit<Known, 'now' | 'zone'>,
): Result<{ scope: PauseScope; words: string }, CommandRefusal> {
  const scope: PauseScope = { geo: null, advertiserId: null, sourceNumber: null }
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word, index }))
  for (let at = 0; at < words.length;) {
    const ahead = words.slice(at, at + MOST_WORDS).map(({ word }) => word)
    const found = findLongest(ahead, known)
    const [word = ''] = ahead
    if (!found) return accept({ scope, words: text.slice(words[at]?.index).trim() })
    if (found.part === 'both') return refuse({ reason: 'command.both', word: found.value })
    if (found.part === 'several') {
      return refuse({ reason: 'command.several', word: ahead.slice(0, found.length).join(' '), ids: found.value })
    }
    if (scope[found.part] !== null) return refuse({ reason: 'command.twice', word })
    scope[found.part] = found.value
    at += found.length
  }
  return accept({ scope, words: '' })
}

interface Found {
  part: keyof PauseScope | 'both' | 'several'
  value: string
  length: number
}

function findLongest(words: readonly string[], known: Omit<Known, 'now' | 'zone'>): Found | null {
  for (let length = words.length; length > 0; length -= 1) {
    const found = findPart(words.slice(0, length).join(' '), known)
    if (found) return { ...found, length }
  }
  return null
}

function findPart(typed: string, { advertisers, sources }: Omit<Known, 'now' | 'zone'>): Omit<Found, 'length'> | null {
  const text = typed.replace(/["“”„«»]/g, '')
  const named = listNamed(sources, text, foldSource).map(({ key }) => foldSource(key))
  if (text.startsWith('#')) {
    if (named.length > 0) return oneOf('sourceNumber', named, '#')
    // As the forms do: what nobody is registered by is a source too. Where it ends, one word or quotes say.
    const isWhole = /^#[^\s#"“„«]+$|^#?["“„«][^"“”„«»]+["“”»]$/.test(typed)
    return isWhole && foldSource(text) !== '' ? { part: 'sourceNumber', value: foldSource(text) } : null
  }
  const country = countryOfName(text) ?? (isCountry(normalizeGeo(text)) ? normalizeGeo(text) : null)
  if (country !== null) return { part: 'geo', value: foldGeo(country) === 'GB' ? normalizeGeo(country) : country }
  const called = listNamed(advertisers, text, foldAdvertiserId).map(({ key }) => key)
  if (called.length > 0 && named.length > 0) return { part: 'both', value: text }
  if (called.length > 0) return oneOf('advertiserId', called, '')
  return named.length > 0 ? oneOf('sourceNumber', named, '#') : null
}

function oneOf(part: keyof PauseScope, keys: readonly string[], mark: string): Omit<Found, 'length'> {
  const [value = '', ...others] = keys
  if (others.length === 0) return { part, value }
  return { part: 'several', value: keys.map((key) => mark + key).join(', ') }
}

/** The one with that id as it is spelled, else in any case; else all with that name. */
function listNamed(
  partners: readonly KnownPartner[],
  text: string,
  fold: (id: string) => string,
): readonly KnownPartner[] {
  const typed = text.replace(/^#/, '').trim()
  const ways = [
    ({ key }: KnownPartner) => key === typed,
    ({ key }: KnownPartner) => fold(key) === fold(text),
    ({ name }: KnownPartner) => name.toLowerCase() === typed.toLowerCase(),
  ]
  return ways.map((isNamed) => partners.filter(isNamed)).find((found) => found.length > 0) ?? []
}

function reasonOf(word: string): PauseReason | null {
  return PAUSE_REASONS.find((reason) => reason === word.toLowerCase()) ?? null
}

/** `quality duplicates again`: a leading reason of the list is the reason, the rest is the note. */
function parseReason(text: string): { reason: PauseReason; note: string | null } {
  const first = firstOf(text)
  const reason = reasonOf(first)
  const note = reason === null ? text : text.slice(first.length).trim()
  return { reason: reason ?? 'other', note: note === '' ? null : note }
}

/** Parses `14:00`, `tomorrow 9:00`, `tonight`, `tomorrow`, `for 2 hours` as the next such time; returns also the text after it. */
function parseUntil(text: string, known: Known): { until: Instant; words: string } | null {
  const end = readUntil(text, known)
  return end && !beginsWithTime(end.words, known) ? end : null
}

/** `in 2 days`, `next day`, `2 days later`, `15:00`, `Europe/Berlin`: what messages about caps have no word for. */
const TIMES =
  /^(?:(?:untill?|till?|bis|до)\s|(?:in|for) (?:\d+|an?|one|two|three) (?:min|hour|day|week)|next day|\d+ (?:min|hour|day|week)\w* later|\d+:|(?:Europe|America|Asia|Africa)\/)/i

/**
 * Whether words say when, in any language of messages: after an end they mean another one, as in `14:00 (Friday)`, `14:00 on
 * 25.12`, `14:00 MSK` or `tomorrow morning`. What only begins a note is none: `14:00 evening team asked`, `14:00 Berlin asked`,
 * `14:00 yesterday they sent junk`.
 */
function beginsWithTime(words: string, { zone, now }: Known): boolean {
  if (TIMES.test(words)) return true
  const today = zone.dayOf(now)
  const { raw, tokens } = parseLine(words.replace(/\s+/g, ' '), scopeOfDay(today))
  const first = tokens.find((token) => !saysNothing(token))
  const isLast = first !== undefined && /^[\s).]*$/.test(raw.slice(first.end))
  switch (first?.kind) {
    case 'days':
      return first.days.length === 0 || first.days.some((day) => day >= today)
    case 'zone':
      return isLast || /^[A-Z]{3,4}$/.test(raw.slice(first.at, first.end))
    case 'word':
      return first.word === 'daily' || (first.word === 'part' && isLast)
    case 'geo':
      return /^ time\b/i.test(raw.slice(first.end))
    default:
      return first?.kind === 'clock' || first?.kind === 'offset'
  }
}

function readUntil(text: string, { zone, now }: Known): { until: Instant; words: string } | null {
  const [span, amount = '', unit = ''] = FOR.exec(text) ?? []
  if (span !== undefined) {
    const many = /^half/i.test(amount) ? 0.5 : /^a/i.test(amount) ? 1 : Number(amount)
    const length = many * (/^h/i.test(unit) ? HOUR : MINUTE)
    return length === 0 ? null : { until: addMilliseconds(now, length), words: text.slice(span.length) }
  }
  const today = zone.dayOf(now)
  const midnight = zone.startOf(addDays(today, 1))
  const [night] =
    /^(?:tonight|midnight|eod|end of (?:the )?day|24:00)(?:\s+(?:tonight|today))?(?:\s+|$)/i.exec(text) ?? []
  const [all = '', before, hour, minute, h, after] =
    /^(tomorrow|today)?\s*(?:at\s+)?(?:(\d{1,2})(?::(\d{2}))?(\s*(?:h|hrs?|uhr|ч|час(?:а|ов)?)(?=\s|$))?(?:\s+(tomorrow|today|tonight))?)?(?:\s+|$)/i.exec(
      text,
    ) ?? []
  const words = text.slice((night ?? all).length)
  if (night !== undefined) return /^(?:at\s+)?\d/.test(words) ? null : { until: midnight, words }
  if (all.trim() === '') return null
  const day = (before ?? after)?.toLowerCase()
  if (hour === undefined)
    return /^(?:at\s+)?(?:\d|midnight|eod|end of)/i.test(words) ? null : { until: midnight, words }
  // `9 tonight` is 21:00, and `12 tonight` midnight.
  if (day === 'tonight' && Number(hour) <= 12) return null
  // `12 June` is not an hour and a note.
  if (minute === undefined && h === undefined && words !== '' && !beginsWithReason(words)) return null
  if (Number(hour) > 23 || Number(minute ?? 0) > 59) return null
  if (Number(hour) <= 12 && /^[ap]\.?m\.?(?=\s|$)/i.test(words)) return null
  const minutes = Number(hour) * 60 + Number(minute ?? 0)
  const at = (on: Day) => zone.instantAt({ day: on, minutes })
  if (day === 'tomorrow') return { until: at(addDays(today, 1)), words }
  if (at(today) > now) return { until: at(today), words }
  return day === undefined ? { until: at(addDays(today, 1)), words } : null
}

function beginsWithReason(words: string): boolean {
  return reasonOf(firstOf(words)) !== null
}

function firstOf(words: string): string {
  return words.split(/\s+/)[0] ?? ''
}
