import { countryOfName, isCountry } from '#domain/kernel/countries.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { foldAdvertiserId, foldGeo, foldSource, normalizeGeo } from '#domain/kernel/identity.ts'
import type { Instant } from '#domain/kernel/instant.ts'
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
  | { reason: 'command.twice'; word: string }
  | { reason: 'command.until'; word: string }

/** `tonight` needs no `until`. */
const UNTIL = /(?:^|\s)(?:(?:until|till|til|bis|до)\s+|(?=tonight(?:\s|$)))(\S.*)$/i
/** The most words of a name. */
const MOST_WORDS = 4

/** Parses what to pause, until when and why: the scope comes first, then the end, then the reason and a note. */
export function parsePauseCommand(text: string, known: Known): Result<PauseCommand, CommandRefusal> {
  const [, rest = null] = UNTIL.exec(text) ?? []
  const head = rest === null ? text : text.slice(0, text.length - rest.length).replace(UNTIL_WORD, '')
  const read = readScope(head, known)
  if (!read.ok) return read
  const { scope, words } = read.value
  if (words !== '' && !beginsWithReason(words)) return refuse({ reason: 'command.unknown', word: firstOf(words) })
  if (Object.values(scope).every((part) => part === null)) return refuse({ reason: 'command.nothing' })
  const end = rest === null ? { until: null, words: '' } : parseUntil(rest, known)
  if (!end) return refuse({ reason: 'command.until', word: rest ?? '' })
  return accept({ scope, until: end.until, ...parseReason([words, end.words].join(' ').trim()) })
}

const UNTIL_WORD = /\s*(?:until|till|til|bis|до)\s+$/i

/** Parses a scope: geos, advertisers and sources in any order, at most one of each. */
export function parseScope(text: string, known: Omit<Known, 'now' | 'zone'>): Result<PauseScope, CommandRefusal> {
  const read = readScope(text, known)
  if (!read.ok) return read
  const { scope, words } = read.value
  if (words !== '') return refuse({ reason: 'command.unknown', word: firstOf(words) })
  return Object.values(scope).every((part) => part === null) ? refuse({ reason: 'command.nothing' }) : accept(scope)
}

/** What a text names first, and its words after that. */
function readScope(
  text: string,
  known: Omit<Known, 'now' | 'zone'>,
): Result<{ scope: PauseScope; words: string }, CommandRefusal> {
  const scope: PauseScope = { geo: null, advertiserId: null, sourceNumber: null }
  const words = [...text.matchAll(/[^\s,/]+/g)].map(({ 0: word, index }) => ({ word, index }))
  for (let at = 0; at < words.length;) {
    const ahead = words.slice(at, at + MOST_WORDS).map(({ word }) => word)
    const found = findLongest(ahead, known)
    const [word = ''] = ahead
    if (!found) return accept({ scope, words: text.slice(words[at]?.index).trim() })
    if (found.part === 'both') return refuse({ reason: 'command.both', word: found.value })
    if (scope[found.part] !== null) return refuse({ reason: 'command.twice', word })
    scope[found.part] = found.value
    at += found.length
  }
  return accept({ scope, words: '' })
}

interface Found {
  part: keyof PauseScope | 'both'
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

function findPart(text: string, { advertisers, sources }: Omit<Known, 'now' | 'zone'>): Omit<Found, 'length'> | null {
  if (text.startsWith('#')) {
    const value = foldSource(text)
    const isKnown = sources.some(({ key }) => foldSource(key) === value)
    return isKnown || !/\s/.test(text) ? { part: 'sourceNumber', value } : null
  }
  const country = countryOfName(text) ?? (isCountry(normalizeGeo(text)) ? normalizeGeo(text) : null)
  if (country !== null) return { part: 'geo', value: foldGeo(country) === 'GB' ? normalizeGeo(country) : country }
  const isNamed = ({ key, name }: KnownPartner) =>
    foldAdvertiserId(key) === foldAdvertiserId(text) || name.toLowerCase() === text.toLowerCase()
  const advertiser = advertisers.find(isNamed)
  const source = sources.find((each) => foldSource(each.key) === foldSource(text) || isNamed(each))
  if (advertiser && source) return { part: 'both', value: text }
  if (advertiser) return { part: 'advertiserId', value: advertiser.key }
  return source ? { part: 'sourceNumber', value: foldSource(source.key) } : null
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

/** `14:00 Friday`, `2:00 pm`, `tomorrow morning`: after a time these mean another one. */
const OTHER_TIME = new RegExp(
  [
    '^(?:(?:on|next|in the)\\s+)?',
    "(?:[ap]\\.?m|o'clock|today|tonight|tomorrow|morning|noon|afternoon|evening|night|at\\s+\\d",
    '|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?',
    '|\\d{1,2}(?:[./:-]|\\s*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*))(?![a-z])',
  ].join(''),
  'i',
)

/** Parses `14:00`, `tomorrow 9:00`, `tonight`, `tomorrow` as the next such time; returns also the text after it. */
function parseUntil(text: string, known: Known): { until: Instant; words: string } | null {
  const end = readUntil(text, known)
  return end && !OTHER_TIME.test(end.words) ? end : null
}

function readUntil(text: string, { zone, now }: Known): { until: Instant; words: string } | null {
  const today = zone.dayOf(now)
  const midnight = /^(?:tonight|midnight|eod|end of (?:the )?day|24:00)(?:\s+|$)/i.exec(text)
  if (midnight) return { until: zone.startOf(addDays(today, 1)), words: text.slice(midnight[0].length) }
  const [all = '', before, hour, minute, h, after] =
    /^(tomorrow)?\s*(?:at\s+)?(?:(\d{1,2})(?::(\d{2})|(h))?(?:\s+(tomorrow))?)?(?:\s+|$)/i.exec(text) ?? []
  const tomorrow = before ?? after
  if (all.trim() === '') return null
  const words = text.slice(all.length)
  // `12 June` is not an hour and a note.
  if (hour !== undefined && minute === undefined && h === undefined && words !== '' && !beginsWithReason(words))
    return null
  if (hour === undefined) return { until: zone.startOf(addDays(today, 1)), words }
  if (Number(hour) > 23 || Number(minute ?? 0) > 59) return null
  const minutes = Number(hour) * 60 + Number(minute ?? 0)
  const at = (day: Day) => zone.instantAt({ day, minutes })
  const until = tomorrow === undefined && at(today) > now ? at(today) : at(addDays(today, 1))
  return { until, words }
}

function beginsWithReason(words: string): boolean {
  return reasonOf(firstOf(words)) !== null
}

function firstOf(words: string): string {
  return words.split(/\s+/)[0] ?? ''
}
