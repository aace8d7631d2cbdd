import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Window } from '#domain/hours/working-hours.ts'
import type { NamedPartner } from './names.ts'
import type { Doubt } from './reading.ts'
import type { Token } from './token.ts'
import type { Word } from './words.ts'

export interface Hours {
  windows: readonly Window[]
  /** One end alone, or by how much the start moves; minutes. */
  from: number | null
  to: number | null
  shift: number | null
  /** As they were written, where a clock is named. */
  written: string
  /** Two numbers as a cap has them, which may be what it was and what it becomes. */
  isPlain: boolean
}

/** What a piece of a line says, before anything of the world is asked. */
export interface Piece {
  text: string
  geos: string[]
  /** Geos that are partners' names too. */
  geoNames: { geo: string; partners: readonly NamedPartner[] }[]
  /** Numbers that nothing names, as they stand. */
  values: number[]
  cap: number | null
  change: { by: number; isPercent: boolean } | { factor: 2 | 0.5 } | null
  days: { days: readonly Day[]; isOpen: boolean }[]
  /** A day stands before its geos. */
  isDayFirst: boolean
  /** The day on which a pause is over. */
  until: Day | null
  copied: Day | null
  /** The day of whose cap a change is more, less, or a part. */
  base: Day | null
  hours: Hours | null
  zone: string | number | null
  cpa: Cents | null
  crg: BasisPoints | null
  sources: string[]
  /** Behind `from`: a source, or an hour. */
  froms: number[]
  partners: (readonly NamedPartner[])[]
  unknown: string[]
  words: Set<Word>
  /** What keeps it from being saved. */
  doubts: Doubt[]
  /** Words and values, to tell a remark from a label. */
  size: number
}

export type Column = 'source' | 'cap' | 'cpa' | 'crg' | 'other'

/** What a change makes of a cap; of halves and percents perhaps no whole number. */
export function changedBy(cap: number, change: NonNullable<Piece['change']>): number {
  if ('factor' in change) return cap * change.factor
  return change.isPercent ? (cap * (100 + change.by)) / 100 : cap + change.by
}

/** A piece of which nothing but its words is known. */
export function emptyPiece(tokens: readonly Token[], text: string, words: Set<Word>): Piece {
  return {
    text,
    geos: [],
    geoNames: [],
    values: [],
    cap: null,
    change: null,
    days: [],
    isDayFirst: tokens.find(({ kind }) => kind === 'days' || kind === 'geo')?.kind === 'days',
    until: null,
    copied: null,
    base: null,
    hours: null,
    zone: null,
    cpa: null,
    crg: null,
    sources: [],
    froms: [],
    partners: [],
    unknown: [],
    words,
    doubts: [],
    size: tokens.filter(({ kind }) => kind !== 'mark').length,
  }
}
