import { CHAT_ID, foldStatus, STATUS_LENGTH } from '#domain/kernel/identity.ts'
import { findStranger } from '#domain/kernel/placeholders.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { parseDecimal } from '#domain/kernel/typed-number.ts'
import { isVisibleText, UNSEEN_CHARACTERS } from '#domain/kernel/visible.ts'
import { ZONES } from '#domain/kernel/zone.ts'

/** The kinds of settings. Each has its own field on the screen. */
export type KindName =
  | 'text'
  | 'secret'
  | 'boolean'
  | 'number'
  | 'time'
  | 'zone'
  | 'chatId'
  | 'chatIds'
  | 'lines'
  | 'percents'
  | 'share'
  | 'hours'
  | 'message'
  | 'stamp'

/** The reason that a typed value is refused, as a sentence for people. */
export interface SettingRefusal {
  reason: 'setting.invalid'
  sentence: string
}

/** The common part of a kind's settings. Values are stored as texts. */
export interface Kind<T> {
  readonly name: KindName
  /** Whether an empty value is allowed. */
  readonly mayBeEmpty: boolean
  /** The value of a stored text; undefined if it is unusable. */
  read(text: string): T | undefined
  /** The text to store for a typed value, which is not blank. */
  check(typed: string): Result<string, SettingRefusal>
  /** For numbers: their unit, and the largest number. */
  readonly unit?: 'minutes' | 'days'
  readonly most?: number
}

/** A kind that is stored encrypted and never read together with other settings. */
export interface SecretKind extends Kind<string> {
  readonly name: 'secret'
}

const ZONE_NAMES: ReadonlySet<string> = new Set(ZONES.map(({ name }) => name))

export function text(options: { longest: number }): Kind<string> {
  return {
    name: 'text',
    mayBeEmpty: false,
    read: (stored) => stored || undefined,
    check(typed) {
      const trimmed = typed.trim()
      if (trimmed.length > options.longest) return invalid(`At most ${options.longest} characters.`)
      return isVisibleText(trimmed) ? accept(trimmed) : invalid(UNSEEN_CHARACTERS)
    },
  }
}

/** The id of a bot and its key. The token becomes a part of an address. */
export const BOT_TOKEN = /^\d+:[\w-]+$/
export const NO_BOT_TOKEN = 'A bot token looks like 123456:ABC-DEF, as BotFather gave it.'
const LONGEST_TOKEN = 200

export function botToken(): SecretKind {
  return {
    name: 'secret',
    mayBeEmpty: false,
    read: (stored) => stored,
    check(typed) {
      const trimmed = typed.trim()
      return BOT_TOKEN.test(trimmed) && trimmed.length <= LONGEST_TOKEN ? accept(trimmed) : invalid(NO_BOT_TOKEN)
    },
  }
}

/** If it is on by default, only `false` means off; if it is off by default, only `true` means on. */
export function toggle(byDefault: 'on' | 'off'): Kind<boolean> {
  return {
    name: 'boolean',
    mayBeEmpty: false,
    read: (stored) => (byDefault === 'on' ? stored !== 'false' : stored === 'true'),
    check(typed) {
      const word = typed.trim().toLowerCase()
      return word === 'true' || word === 'false' ? accept(word) : invalid('This must be true or false.')
    },
  }
}

/** A whole number from 1. Fractions are rounded, except with three digits, which may mean a thousand. */
export function number(options: { unit: 'minutes' | 'days'; most: number; sentence: string }): Kind<number> {
  const { unit, most, sentence } = options
  const round = (typed: string) => {
    const value = parseDecimal(typed) ?? 0
    return value > 0 ? Math.max(1, Math.round(value)) : undefined
  }
  const read = (stored: string) => {
    const value = round(stored)
    return value !== undefined && value <= most ? value : undefined
  }
  return {
    name: 'number',
    unit,
    most,
    mayBeEmpty: false,
    read,
    check(typed) {
      if (/^\s*[1-9]\d{0,2}\.\d{3}\s*$/.test(typed))
        return invalid(`Write whole ${unit} without a point, for example 15.`)
      const value = round(typed)
      if (value === undefined) return invalid(sentence)
      return value <= most ? accept(value.toString()) : invalid(tooMany(most, unit))
    },
  }
}

/** A wall-clock time of the configured zone, `HH:MM`. */
export function time(): Kind<string> {
  const read = (typed: string) => {
    const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})$/.exec(typed.trim()) ?? []
    return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : undefined
  }
  return {
    name: 'time',
    mayBeEmpty: false,
    read,
    check(typed) {
      const value = read(typed)
      return value === undefined ? invalid('Time must be HH:MM from 00:00 to 23:59, for example 08:00.') : accept(value)
    },
  }
}

/** A wall-clock time, or null if empty. */
export function timeOrNone(): Kind<string | null> {
  const timed = time()
  return { ...timed, mayBeEmpty: true, read: (stored) => (stored === '' ? null : timed.read(stored)) }
}

export function zone(): Kind<string> {
  const read = (stored: string) => (ZONE_NAMES.has(stored) ? stored : undefined)
  return {
    name: 'zone',
    mayBeEmpty: false,
    read,
    check(typed) {
      const value = read(typed.trim())
      return value === undefined ? invalid('Timezone must be one of the list.') : accept(value)
    },
  }
}

/** A Telegram chat: a whole number as text, negative for groups; null if empty. */
export function chatId(): Kind<string | null> {
  return {
    name: 'chatId',
    mayBeEmpty: true,
    read: (stored) => (stored === '' ? null : parseChatId(stored)),
    check(typed) {
      const value = parseChatId(typed)
      return value === undefined
        ? invalid('Group ID must be a whole number, for example -1001234567890.')
        : accept(value)
    },
  }
}

/** Chats, one per line. */
export function chatIds(): Kind<readonly string[]> {
  const most = 500
  return {
    name: 'chatIds',
    mayBeEmpty: true,
    read: (stored) => splitLines(stored).flatMap((line) => parseChatId(line) ?? []),
    check(typed) {
      const lines = splitLines(typed)
      const wrong = lines.find((line) => parseChatId(line) === undefined)
      if (wrong !== undefined) {
        return invalid(`Group IDs must be whole numbers, one per line. This is not one: ${shorten(wrong)}`)
      }
      if (lines.length > most) return invalid(`At most ${most} groups.`)
      return accept([...new Set(lines)].join('\n'))
    },
  }
}

/** The most statuses on the list of invalid statuses. */
export const MOST_STATUSES = 500

/** Lead statuses, one per line. The same status in another spelling is stored once. */
export function statuses(): Kind<readonly string[]> {
  const unique = (stored: string) => {
    const byKey = Map.groupBy(splitLines(stored), foldStatus)
    byKey.delete('')
    return [...byKey.values()].flatMap(([first]) => first ?? [])
  }
  return {
    name: 'lines',
    mayBeEmpty: true,
    read: unique,
    check(typed) {
      const lines = unique(typed)
      if (lines.length > MOST_STATUSES) return invalid(`At most ${MOST_STATUSES} statuses.`)
      const long = lines.find((line) => line.length > STATUS_LENGTH)
      if (long !== undefined) return invalid(`A status has at most ${STATUS_LENGTH} characters: ${shorten(long)}`)
      return lines.every(isVisibleText) ? accept(lines.join('\n')) : invalid(UNSEEN_CHARACTERS)
    },
  }
}

/** Whole percentages, ascending: `80,100`. */
export function percents(): Kind<readonly number[]> {
  const read = (typed: string) => {
    const parts = typed.split(/[,\s]+/).filter((part) => part !== '')
    const values = parts.map((part) => (/^\d{1,3}%?$/.test(part) ? Number.parseInt(part, 10) : 0))
    if (values.length > 10 || values.some((value) => value < 1 || value > 200)) return undefined
    return [...new Set(values)].toSorted((a, b) => a - b)
  }
  return {
    name: 'percents',
    mayBeEmpty: true,
    read,
    check(typed) {
      const values = read(typed)
      return values
        ? accept(values.join(','))
        : invalid('Percentages must be at most ten whole numbers from 1 to 200, for example 80, 100.')
    },
  }
}

/** A whole percentage from 0 to 100; null if empty. */
export function share(): Kind<number | null> {
  const read = (typed: string) => {
    const [, digits] = /^\s*(\d{1,3})\s*%?\s*$/.exec(typed) ?? []
    return digits !== undefined && Number(digits) <= 100 ? Number(digits) : undefined
  }
  return {
    name: 'share',
    mayBeEmpty: true,
    read: (stored) => (stored === '' ? null : read(stored)),
    check(typed) {
      const value = read(typed)
      return value === undefined
        ? invalid('This must be a whole percentage from 0 to 100, for example 20.')
        : accept(String(value))
    },
  }
}

/** Whole hours from 0; null if empty. */
export function hours(options: { most: number }): Kind<number | null> {
  const read = (typed: string) => {
    const [, digits] = /^\s*(\d{1,4})\s*h?\s*$/.exec(typed) ?? []
    return digits !== undefined && Number(digits) <= options.most ? Number(digits) : undefined
  }
  return {
    name: 'hours',
    mayBeEmpty: true,
    read: (stored) => (stored === '' ? null : read(stored)),
    check(typed) {
      const value = read(typed)
      return value === undefined
        ? invalid(`This must be whole hours from 0 to ${options.most}, for example 48.`)
        : accept(String(value))
    },
  }
}

/** A text to people on several lines, with placeholders. If empty, nothing is sent. */
export function message(options: { longest: number; placeholders: readonly string[] }): Kind<string> {
  return {
    name: 'message',
    mayBeEmpty: true,
    read: (stored) => stored,
    check(typed) {
      const trimmed = typed.replace(/\r\n?/g, '\n').trim()
      if (trimmed.length > options.longest) return invalid(`At most ${options.longest} characters.`)
      const stranger = findStranger(trimmed, options.placeholders)
      // It would be sent as it is written.
      if (stranger) return invalid(`${stranger.written} is not a placeholder of this text. Use ${stranger.known}.`)
      return trimmed.split('\n').every(isVisibleText) ? accept(trimmed) : invalid(UNSEEN_CHARACTERS)
    },
  }
}

/** The time of a request, as text. It changes with each request, and no field shows it. */
export function stamp(): Kind<string> {
  return { ...text({ longest: 64 }), name: 'stamp', read: (stored) => stored }
}

function invalid(sentence: string): Result<string, SettingRefusal> {
  return refuse({ reason: 'setting.invalid', sentence })
}

function tooMany(most: number, unit: string): string {
  return `At most ${most.toLocaleString('en-US')} ${unit}.`
}

function parseChatId(typed: string): string | undefined {
  const trimmed = typed.trim()
  return CHAT_ID.test(trimmed) ? trimmed : undefined
}

function splitLines(stored: string): string[] {
  return stored
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function shorten(line: string): string {
  return line.length > 40 ? `${line.slice(0, 40)}…` : line
}
