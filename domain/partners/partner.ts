import { foldAdvertiserId, foldSource } from '#domain/kernel/identity.ts'

/** Who buys leads (`advertiser`) or sends them (`publisher`). Both have an id, a name and Telegram groups. */
export type PartnerKind = 'advertiser' | 'publisher'

export interface Partner {
  _id: string
  kind: PartnerKind
  /** The id in leads and caps: the advertiser's id, the source's number. */
  key: string
  name: string
  /** Other names that people use in messages, as typed. */
  aliases: readonly string[]
  /** Telegram groups of the partner, as whole numbers in digits. Several partners may share one. */
  groupIds: readonly string[]
}

/** A key in its compared form. */
export function foldKey(kind: PartnerKind, key: string): string {
  return kind === 'publisher' ? foldSource(key) : foldAdvertiserId(key)
}

/** In characters. */
export const MAX_PARTNER_NAME_LENGTH = 200

/** Per partner. */
export const MAX_ALIASES = 20

/** In characters. */
export const MAX_ALIAS_LENGTH = 60

/** The most partners of one import. */
export const MAX_IMPORTED = 5_000

/** Makes a name from leads or caps fit to be registered: on one line, not too long; the key if there is no name. */
export function suggestName(name: string | null, key: string): string {
  const line = (name ?? '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.slice(0, MAX_PARTNER_NAME_LENGTH).toWellFormed().trim() || key
}
