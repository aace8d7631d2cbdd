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

const UNTIL = /(?:^|\s)(?:until|till|til|bis|до)\s+(\S.*)$/i
/** The most words of a name. */
const MOST_WORDS = 4

/** Parses what to pause, until when and why: the scope comes first, then the end, then the reason and a note. */
export function parsePauseCommand(text: string, known: Known): Result<PauseCommand, CommandRefusal> {
  const [, rest = null] = UNTIL.exec(text) ?? []
  const head = rest === null ? text : text.slice(0, text.length - rest.length).replace(UNTIL_WORD, '')
  const { named, words } = splitAtReason(head)
  const scope = parseScope(named, known)
  if (!scope.ok) return scope
  const end = rest === null ? { until: null, words: '' } : parseUntil(rest, known)
  if (!end) return refuse({ reason: 'command.until', word: rest ?? '' })
  return accept({ scope: scope.value, until: end.until, ...parseReason([words, end.words].join(' ').trim()) })
}

const UNTIL_WORD = /\s*(?:until|till|til|bis|до)\s+$/i

/** Parses a scope: geos, advertisers and sources in any order, at most one of each. */
export function parseScope(text: string, known: Omit<Known, 'now' | 'zone'>): Result<PauseScope, CommandRefusal> {
  const scope: PauseScope = { geo: null, advertiserId: null, sourceNumber: null }
  const words = text.split(/[\s,/]+/).filter((word) => word !== '')
  if (words.length === 0) return refuse({ reason: 'command.nothing' })
  for (let at = 0; at < words.length;) {
    const found = findLongest(words.slice(at, at + MOST_WORDS), known)
    const [word = ''] = words.slice(at)
    if (!found) return refuse({ reason: 'command.unknown', word })
    if (found.part === 'both') return refuse({ reason: 'command.both', word: found.value })
    if (scope[found.part] !== null) return refuse({ reason: 'command.twice', word })
    scope[found.part] = found.value
    at += found.length
  }
  return accept(scope)
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
  if (text.startsWith('#')) return { part: 'sourceNumber', value: foldSource(text) }
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

/** Splits the words at the first reason. */
function splitAtReason(text: string): { named: string; words: string } {
  const words = text.split(/\s+/)
  const at = words.findIndex((word) => reasonOf(word) !== null)
  return at === -1
    ? { named: text, words: '' }
    : { named: words.slice(0, at).join(' '), words: words.slice(at).join(' ') }
}

function reasonOf(word: string): PauseReason | null {
  return PAUSE_REASONS.find((reason) => reason === word.toLowerCase()) ?? null
}

/** `quality duplicates again`: a leading reason of the list is the reason, the rest is the note. */
function parseReason(text: string): { reason: PauseReason; note: string | null } {
  const [first = ''] = text.split(/\s+/)
  const reason = reasonOf(first)
  const note = reason === null ? text : text.slice(first.length).trim()
  return { reason: reason ?? 'other', note: note === '' ? null : note }
}

/** Parses `14:00`, `tomorrow 9:00`, `tonight`, `tomorrow` as the next such time; returns also the text after it. */
function parseUntil(text: string, { zone, now }: Known): { until: Instant; words: string } | null {
  const today = zone.dayOf(now)
  const midnight = /^(?:tonight|midnight|eod|end of (?:the )?day|24:00)(?:\s+|$)/i.exec(text)
  if (midnight) return { until: zone.startOf(addDays(today, 1)), words: text.slice(midnight[0].length) }
  const [all = '', tomorrow, hour, minute, h] =
    /^(tomorrow)?\s*(?:at\s+)?(?:(\d{1,2})(?::(\d{2})|(h))?)?(?:\s+|$)/i.exec(text) ?? []
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
  return reasonOf(words.split(/\s+/)[0] ?? '') !== null
}
