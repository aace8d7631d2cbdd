import { foldAdvertiserId, foldSource } from '#domain/kernel/identity.ts'

/** Who buys leads (`advertiser`), or sends them (`publisher`): both have an id, a name and Telegram groups. */
export type PartnerKind = 'advertiser' | 'publisher'

export interface Partner {
  _id: string
  kind: PartnerKind
  /** How leads and caps name them: the advertiser's id, the source's number. */
  key: string
  name: string
  /** Other names by which people call them in messages, as they were typed. */
  aliases: readonly string[]
  /** Telegram groups that belong to them, as whole numbers in digits. Several partners may share one. */
  groupIds: readonly string[]
}

/** A key as it is compared. */
export function foldKey(kind: PartnerKind, key: string): string {
  return kind === 'publisher' ? foldSource(key) : foldAdvertiserId(key)
}

/** In characters. */
export const MAX_PARTNER_NAME_LENGTH = 200

/** Of one partner. */
export const MAX_ALIASES = 20

/** In characters. */
export const MAX_ALIAS_LENGTH = 60

/** Partners that one import may name. */
export const MAX_IMPORTED = 5_000

/** A name as leads and caps have it, made fit to be registered: on one line, not too long; the key where there is none. */
export function suggestName(name: string | null, key: string): string {
  const line = (name ?? '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.slice(0, MAX_PARTNER_NAME_LENGTH).toWellFormed().trim() || key
}
