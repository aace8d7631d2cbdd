import type { CapFields, TermField } from '#domain/caps/fields.ts'
import type { CapKind } from '#domain/kernel/cap-kind.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'

// A message is read as a careful colleague reads it, who knows who wrote it and when, the existing caps around that day, and
// the names of people and things here. A reading does not guess what the world does not have.

/** A partner: an advertiser by its id, or a publisher by its source number. */
export interface KnownPartner {
  key: string
  name: string
  /** Other names as people write them, in any case and alphabet. May be empty. */
  aliases: readonly string[]
}

/** Whose caps a message may plan. */
export type Writer =
  /** A member of the team, outside of partners' groups. Messages name the advertiser. */
  | { kind: 'team' }
  /** In a group of one or several advertisers (ids). Only their caps are meant. */
  | { kind: 'broker'; advertiserIds: readonly string[] }
  /** In a group of one or several sources (numbers). Only their affiliate caps are meant. */
  | { kind: 'affiliate'; sourceNumbers: readonly string[] }

/** An existing cap of a day around the message. */
export interface StandingCap extends Pick<CapFields, 'date' | 'geo' | 'sourceNumber' | TermField> {
  kind: CapKind
  advertiserId: string | null
  /** Whether it is paused on that day. The values here are those without the pause. */
  isPaused: boolean
}

/** Everything that a reading knows besides the text. */
export interface World {
  /** The local day of writing. `tomorrow` is counted from it. */
  today: Day
  /** Whether any day may be named, as in a question. Otherwise only today, and days soon after it. */
  isAnyDay?: boolean
  /** The day of reading, if it is not the day of writing. Null if it is the same. */
  readOn: Day | null
  /** The time of writing by the team's clock, in minutes since 00:00. */
  minutes: number
  /** The day of caps that name none, if one was chosen. Otherwise the time of writing decides. */
  defaultDay?: Day | null
  /** The zone of hours. */
  zone: Zone
  writer: Writer
  /** Whether the person who will save it may plan caps. */
  mayPlan: boolean
  advertisers: readonly KnownPartner[]
  publishers: readonly KnownPartner[]
  /** Existing caps around `today`, of every partner that the writer may mean. */
  standing: readonly StandingCap[]
  /** Words that mean nothing in messages of this writer, as somebody said. In any case. */
  meaningless: readonly string[]
}
