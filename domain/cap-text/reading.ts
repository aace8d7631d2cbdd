import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { CapKind } from '#domain/kernel/cap-kind.ts'
import type { Day } from '#domain/kernel/day.ts'

export const ASK_CODES = [
  'which-day',
  'which-source',
  'which-advertiser',
  'which-kind',
  'which-geo',
  'which-hours',
  'which-hours-scope',
  'which-zone',
  'which-price',
  'typo-price',
  'total-or-each',
  'approximate',
  'is-condition',
  'is-question',
  'is-number-a-cap',
  'is-pause',
  'is-resume',
  'no-cap',
  'contradiction',
  'unknown-geo',
  'unknown-source',
  'unknown-advertiser',
  'unknown-word',
  'not-yours',
  'no-rights',
] as const

export type AskCode = (typeof ASK_CODES)[number]

/** What a piece leaves open. */
export interface Doubt {
  code: AskCode
  /** The words that leave it open. */
  about: string
  /** The readings that are possible. None: those of its code. */
  answers?: readonly Answer[]
}

/** One possible answer to a question, as a button. */
export interface Answer {
  /** The value for the next reading (`Message.answers`). */
  value: string
  label: string
}

/** A question that must be answered before the rows that it holds can be saved. */
export interface Ask {
  /** Stays the same in each reading of the same text while the question is open. */
  id: string
  code: AskCode
  about: string
  /** None if only a new message helps. */
  answers: readonly Answer[]
}

/** Fields that the message did not say. They come from existing caps, or from the time of writing. */
export type Assumed = 'day' | 'advertiserId' | 'sourceNumber' | 'cap' | 'hours' | 'cpa' | 'crg'

/** A cap, a pause, or a resumption that a message plans. Null terms were not said, so they do not change. */
export interface ReadRow {
  kind: CapKind
  action: 'set' | 'change' | 'pause' | 'resume'
  days: readonly Day[]
  /** ISO codes, `GB` for the United Kingdom. */
  geos: readonly string[]
  advertiserId: string | null
  sourceNumber: string
  /** Leads. The result, if the message says a change. */
  cap: number | null
  delta: number | null
  /** Normalised windows or `24/7`, by the team's clock. */
  hours: string | null
  /** As they were written, if another clock was named. */
  hoursOriginal: string | null
  cpa: Cents | null
  crg: BasisPoints | null
  /** Whether a pause goes on from its first day until somebody ends it. */
  isEndless: boolean
  assumed: readonly Assumed[]
  /** Counted from 1, in the text or in the answered message. */
  line: number
  quote: string
  /** Ids of the questions that hold it. It can be saved if there are none. */
  asks: readonly string[]
}

export interface Reading {
  rows: readonly ReadRow[]
  asks: readonly Ask[]
  /** Texts that plan nothing. */
  ignores: readonly string[]
  /** Lines, counted from 1, that name a cap in words that were not understood. A language model may be asked about them. */
  unread: readonly number[]
}
