import { roundToCents, type Cents } from '#domain/kernel/cents.ts'
import { STATUS_LENGTH } from '#domain/kernel/identity.ts'
import { parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { maskEmails } from './mask-email.ts'

/** The longest ids and keys, in characters: several of them must fit into one index entry. */
const KEY_LENGTH = 200
const TEXT_LENGTH = 1_000
const MOST_CENTS = 100_000_000_000

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Reads the fields of one row and keeps the first reason why the row cannot be used. It reads the whole row before
 * judging it, so a million rows need no exceptions.
 */
export class FieldReader {
  readonly #fields: Record<string, unknown>
  #reason: string | null = null

  constructor(fields: Record<string, unknown>) {
    this.#fields = fields
  }

  /** The reason that the row is bad; null if it is not. */
  get reason(): string | null {
    return this.#reason
  }

  refuse(reason: string): void {
    this.#reason ??= reason
  }

  /** A required text; empty once the row is bad. */
  requiredKey(name: string): string {
    const text = this.optionalKey(name)
    if (text !== null) return text
    this.refuse(`${name} is missing`)
    return ''
  }

  optionalKey(name: string): string | null {
    return this.#text(name, KEY_LENGTH)
  }

  optionalText(name: string): string | null {
    return this.#text(name, TEXT_LENGTH)
  }

  /**
   * A status exactly as sent, with its blanks; null if nothing visible is in it. Long statuses are cut, so that no lead
   * is lost for a long comment.
   */
  sentStatus(name: string): string | null {
    const text = this.#text(name, Number.POSITIVE_INFINITY)
    const value = this.#fields[name]
    const sent = text !== null && typeof value === 'string' ? value : text
    return sent === null || sent.length <= STATUS_LENGTH ? sent : cutText(sent, STATUS_LENGTH)
  }

  /**
   * A note for people, such as a click id: cut at the length of a key; null if it cannot be stored, so that no lead is
   * lost for it. E-mails in it are masked, because nothing would delete them later.
   */
  note(name: string): string | null {
    const value = this.#fields[name]
    const text = Number.isSafeInteger(value) ? String(value) : value
    if (typeof text !== 'string' || text.includes('\0') || !text.isWellFormed()) return null
    return cutNote(maskEmails(text.trim())) || null
  }

  instant(name: string): Instant | null {
    const value = this.#fields[name]
    if (value === undefined || value === null || value === '') return null
    const instant = typeof value === 'string' ? parseInstant(value) : null
    if (instant === null) this.refuse(`${name} is not an instant with an offset: ${showValue(value)}`)
    return instant
  }

  flag(name: string): boolean {
    const value = this.#fields[name]
    if (value === true || value === 1 || value === '1' || value === 'true') return true
    if (value !== false && value !== undefined && value !== null && value !== 0 && value !== '0' && value !== 'false') {
      this.refuse(`${name} is neither true nor false: ${showValue(value)}`)
    }
    return false
  }

  /** Dollars, rounded half up to whole cents; null if not reported. */
  dollars(name: string): Cents | null {
    const value = this.#fields[name]
    if (value === undefined || value === null || value === '') return null
    const cents = parseDollars(value)
    if (cents !== null && cents <= MOST_CENTS) return cents
    this.refuse(`${name} is not an amount of dollars: ${showValue(value)}`)
    return null
  }

  #text(name: string, longest: number): string | null {
    const value = this.#fields[name]
    if (value === undefined || value === null) return null
    if (typeof value === 'string') return this.#checked(name, value.trim(), longest)
    // A larger number has lost digits already, and two ids might become one.
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
    this.refuse(`${name} is not a text: ${showValue(value)}`)
    return null
  }

  #checked(name: string, text: string, longest: number): string | null {
    if (text === '') return null
    if (text.length > longest) this.refuse(`${name} is longer than ${longest} characters`)
    else if (text.includes('\0') || !text.isWellFormed()) this.refuse(`${name} has characters that cannot be stored`)
    return text
  }
}

/** A note as it is kept: cut at the length of a key. */
export function cutNote(text: string): string {
  return cutText(text, KEY_LENGTH)
}

/** At most this many characters, without half characters. */
function cutText(text: string, longest: number): string {
  const cut = text.slice(0, longest)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** Reads the digits: `1.005` is a cent more than its float. */
function parseDollars(value: unknown): Cents | null {
  if (typeof value === 'string') return roundToCents(value.trim())
  if (typeof value !== 'number') return null
  // JavaScript writes the smallest numbers with an exponent.
  return roundToCents(value >= 0 && value < 0.001 ? '0' : String(value))
}

/** Shows a value in a reason: short, never a whole row, and without e-mails. */
export function showValue(value: unknown): string {
  const text = maskEmails(JSON.stringify(value))
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
