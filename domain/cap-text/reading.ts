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
  /** Days of which one is meant, where it is about a day. */
  days: readonly Day[]
}

/** One of the answers of a question, as a button says it. */
export interface Answer {
  /** What the next reading is told (`Message.answers`). */
  value: string
  label: string
}

/** What has to be asked before the rows that it holds may be saved. */
export interface Ask {
  /** The same in each reading of the same text, as long as it is open. */
  id: string
  code: AskCode
  about: string
  /** None where only writing it anew helps. */
  answers: readonly Answer[]
}

/** Fields of a row that the message did not say: taken from standing caps, or from when it was written. */
export type Assumed = 'day' | 'advertiserId' | 'sourceNumber' | 'cap' | 'hours' | 'cpa' | 'crg'

/** A cap, a pause, or a resumption that a message plans. Null terms were not said: what stands stays. */
export interface ReadRow {
  kind: CapKind
  action: 'set' | 'change' | 'pause' | 'resume'
  days: readonly Day[]
  /** ISO codes, `GB` for the United Kingdom. */
  geos: readonly string[]
  advertiserId: string | null
  sourceNumber: string
  /** In leads; of a change, the result. */
  cap: number | null
  delta: number | null
  /** Normalised windows or `24/7`, by the team's clock. */
  hours: string | null
  /** As they were written, where another clock was named. */
  hoursOriginal: string | null
  cpa: Cents | null
  crg: BasisPoints | null
  /** Of a pause: until somebody ends it, from the first of its days on. */
  isEndless: boolean
  assumed: readonly Assumed[]
  /** Counted from 1, in the text or in what it answers. */
  line: number
  quote: string
  /** Ids of the questions that hold it; none: it can be saved. */
  asks: readonly string[]
}

export interface Reading {
  rows: readonly ReadRow[]
  asks: readonly Ask[]
  /** What was read and plans nothing. */
  ignores: readonly string[]
  /** Lines that name a cap in words that were not understood, counted from 1: a language model may be asked about them. */
  unread: readonly number[]
}
