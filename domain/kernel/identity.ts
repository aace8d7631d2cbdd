import { brandText, type Brand } from './brand.ts'
import { fold } from './fold.ts'

// "Same or not the same" (docs/rules.md): what people write in different ways is one value wherever it is compared,
// grouped or looked up.

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

/** Finds by a key as it is written, else by the only one that is compared like it. */
export function indexFolded<T>(entries: Iterable<readonly [string, T]>, foldKey: (key: string) => string) {
  const exact = new Map(entries)
  const folded = new Map<string, T | undefined>()
  for (const [key, entry] of exact) folded.set(foldKey(key), folded.has(foldKey(key)) ? undefined : entry)
  return (key: string): T | undefined => exact.get(key) ?? folded.get(foldKey(key))
}

/** A chat of Telegram, a whole number as text; groups are negative. Telegram gives them 52 bits, and so 16 digits. */
export const CHAT_ID = /^-?[1-9]\d{0,15}$/

/** An e-mail as it is compared; null where it is empty, since an empty one equals nothing. */
export function foldEmail(text: string | null | undefined): string | null {
  const email = text?.trim().toLowerCase()
  return email ? email : null
}

/** The longest status that is taken, of a lead and on the list of invalid ones, in characters: it must fit into an index. */
export const STATUS_LENGTH = 200

/**
 * A lead status as it is compared: `WrongNumber`, `wrong-number` and ` Wrong  number ` are one, and so is `wrоng number`
 * with a Cyrillic о, since a status that looks the same must not be paid for.
 */
export function foldStatus(text: string): string {
  return (
    fold(text.normalize('NFKC'))
      .replace(/[\s_\-\p{Cc}\p{Cf}]+/gu, '')
      // An accent may come behind a letter that had none before it was folded, or a second one behind the first.
      .replace(/([A-Z])\p{Mn}+/gu, '$1')
      .normalize('NFKC')
      .toLowerCase()
  )
}
