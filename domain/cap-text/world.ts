import type { CapFields, TermField } from '#domain/caps/fields.ts'
import type { CapKind } from '#domain/kernel/cap-kind.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'

// A message is read as a careful colleague reads it: knowing who wrote it and when, what stands around that day, and what
// people and things are called here. What the world does not have, a reading does not guess.

/** Somebody with whom there are caps: an advertiser under its id, a publisher under its source number. */
export interface KnownPartner {
  key: string
  name: string
  /** Further names as people write them, in any case and alphabet; none is fine. */
  aliases: readonly string[]
}

/** Whose caps a message may plan. */
export type Writer =
  /** Of the team, where no partner's group says whose caps are meant: messages name the advertiser. */
  | { kind: 'team' }
  /** In a group of one advertiser or of several (ids): their caps and nobody else's. */
  | { kind: 'broker'; advertiserIds: readonly string[] }
  /** In a group of one source or of several (numbers): affiliate caps of those. */
  | { kind: 'affiliate'; sourceNumbers: readonly string[] }

/** A cap as it stands on a day around the message. */
export interface StandingCap extends Pick<CapFields, 'date' | 'geo' | 'sourceNumber' | TermField> {
  kind: CapKind
  advertiserId: string | null
  /** Whether a pause holds it on that day; what it was is what stands here. */
  isPaused: boolean
}

/** All that a reading knows besides the text. */
export interface World {
  /** The local day on which it was written, from which `tomorrow` is counted. */
  today: Day
  /** The day on which it is read, for what was written on another one; null: the same. */
  readOn: Day | null
  /** By the team's clock, in minutes since 00:00 of that day. */
  minutes: number
  /** In which hours are kept. */
  zone: Zone
  writer: Writer
  /** Whether who will save it may plan caps at all. */
  mayPlan: boolean
  advertisers: readonly KnownPartner[]
  publishers: readonly KnownPartner[]
  /** Around `today`, of whoever the writer may mean. */
  standing: readonly StandingCap[]
  /** Words that somebody said mean nothing in messages of this writer; in any case. */
  meaningless: readonly string[]
}
