import { brandText, type Brand } from './brand.ts'
import { fold } from './fold.ts'

// "Same or not the same" (docs/rules.md): people write one value in several ways. These functions make them one
// wherever values are compared, grouped or looked up.

/** A geo as keys and groups use it: upper case, `UK` is `GB`. */
export type GeoKey = Brand<string, 'GeoKey'>

/** A source without its leading `#`. */
export type SourceNumber = Brand<string, 'SourceNumber'>

/** A geo as it is shown: trimmed, upper case. */
export function normalizeGeo(text: string): string {
  return text.trim().toUpperCase()
}

export function foldGeo(text: string): GeoKey {
  const geo = normalizeGeo(text)
  return brandText(geo === 'UK' ? 'GB' : geo)
}

export function foldSource(text: string): SourceNumber {
  return brandText(text.trim().replace(/^[#\s]+/, ''))
}

/** An advertiser's id as it is compared. It is stored and shown as it was registered. */
export function foldAdvertiserId(text: string): string {
  return text.trim().toLowerCase()
}

/** Finds by the exact key, else by the only key that is compared as equal. */
export function indexFolded<T>(entries: Iterable<readonly [string, T]>, foldKey: (key: string) => string) {
  const exact = new Map(entries)
  const folded = new Map<string, T | undefined>()
  for (const [key, entry] of exact) folded.set(foldKey(key), folded.has(foldKey(key)) ? undefined : entry)
  return (key: string): T | undefined => exact.get(key) ?? folded.get(foldKey(key))
}

/**
 * A Telegram chat id: a whole number as text, negative for groups. Telegram's ids have 52 bits, so at most 16 digits.
 */
export const CHAT_ID = /^-?[1-9]\d{0,15}$/

/** An e-mail in its compared form. Returns null for an empty e-mail, because it equals nothing. */
export function foldEmail(text: string | null | undefined): string | null {
  const email = text?.trim().toLowerCase()
  return email ? email : null
}

/** The longest status, in characters, of a lead and on the list of invalid statuses: it must fit into an index. */
export const STATUS_LENGTH = 200

/**
 * A lead status in its compared form: `WrongNumber`, `wrong-number` and ` Wrong  number ` are one. So is `wrоng number`
 * with a Cyrillic о, because a status that looks the same must not be paid for.
 */
export function foldStatus(text: string): string {
  return (
    fold(text.normalize('NFKC'))
      .replace(/[\s_\-\p{Cc}\p{Cf}]+/gu, '')
      // Folding can put an accent after a letter that had none, or a second accent after the first.
      .replace(/([A-Z])\p{Mn}+/gu, '$1')
      .normalize('NFKC')
      .toLowerCase()
  )
}
