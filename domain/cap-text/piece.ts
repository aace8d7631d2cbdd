import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Window } from '#domain/hours/working-hours.ts'
import type { NamedPartner } from './names.ts'
import type { Doubt } from './reading.ts'
import { isMark, type Token } from './token.ts'
import type { Word } from './words.ts'

export interface Hours {
  windows: readonly Window[]
  /** Minutes: one end alone, or by how much the start moves. */
  from: number | null
  to: number | null
  shift: number | null
  /** As they were written, if a clock is named. */
  written: string
  /** Two plain numbers. They may be the old cap and the new one instead of hours. */
  isPlain: boolean
}

export function noHours(written: string): Hours {
  return { windows: [], from: null, to: null, shift: null, written, isPlain: false }
}

/** What a piece of a line says by itself, without knowledge of existing caps. */
export interface Piece {
  text: string
  geos: string[]
  /** Geos that are partners' names too. */
  geoNames: { geo: string; partners: readonly NamedPartner[] }[]
  /** Numbers without a label, in order. */
  values: number[]
  cap: number | null
  change: { by: number; isPercent: boolean } | { factor: 2 | 0.5 } | null
  days: { days: readonly Day[]; isOpen: boolean }[]
  /** A day stands before its geos. */
  isDayFirst: boolean
  /** Hours or a price stand before its geos and numbers. */
  isTermFirst: boolean
  /** The day on which a pause ends. */
  until: Day | null
  copied: Day | null
  /** Its geos stand behind the word that copies: `same for UK tomorrow`. */
  isCopiedTo: boolean
  /** The day whose cap is changed by more, by less, or to a part. */
  base: Day | null
  hours: Hours | null
  zone: string | number | null
  cpa: Cents | null
  crg: BasisPoints | null
  sources: string[]
  /** Numbers behind `from`: sources or hours. */
  froms: number[]
  partners: (readonly NamedPartner[])[]
  unknown: string[]
  words: Set<Word>
  /** Doubts. Each has to be asked before the row can be saved. */
  doubts: Doubt[]
  /** Null unless a source and a colon stand before any geo, as in `Mediaforge: DE 15`. A number that stands there alone. */
  headed: readonly string[] | null
  /** The number of words and values. It tells a remark from a label. */
  size: number
}

export type Column = 'source' | 'cap' | 'cpa' | 'crg' | 'other'

/** Whether a piece has one of these words. */
export function has({ words }: { words: ReadonlySet<Word> }, ...some: Word[]): boolean {
  return some.some((word) => words.has(word))
}

type ListField = 'geos' | 'values' | 'days' | 'sources' | 'froms' | 'partners' | 'unknown' | 'doubts'

/** Whether a piece has none of these. */
export function lacks(piece: Piece, ...fields: ListField[]): boolean {
  return fields.every((field) => piece[field].length === 0)
}

/** All days that a piece may mean. */
export function daysIn({ days }: Pick<Piece, 'days'>): Day[] {
  return days.flatMap((said) => said.days)
}

/** The number of a piece. Null if it has none, or several. */
export function onlyNumber({ cap, values }: Piece): number | null {
  const [value = null, ...others] = cap === null ? values : [cap]
  return others.length > 0 ? null : value
}

/** A cap after a change. With halves and percents it may not be whole. */
export function changedBy(cap: number, change: NonNullable<Piece['change']>): number {
  if ('factor' in change) return cap * change.factor
  return change.isPercent ? (cap * (100 + change.by)) / 100 : cap + change.by
}

function headOf(tokens: readonly Token[]): Piece['headed'] {
  const colon = tokens.findIndex((token) => isMark(token, ':'))
  const head = tokens.slice(0, Math.max(0, colon)).filter(({ kind }) => kind !== 'mark' && kind !== 'days')
  const isSource = (token: Token) =>
    (token.kind === 'partner' && token.partners.some(({ kind }) => kind === 'publisher')) || token.kind === 'number'
  const [first, ...others] = head
  if (!head.some(isSource) || head.some(({ kind }) => kind === 'geo')) return null
  return first?.kind === 'number' && others.length === 0 ? [String(first.value)] : []
}

const TERM = /^(?:hours|clock|price)$/

/** A piece with words only. */
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
    isTermFirst: TERM.test(
      tokens.find(({ kind }) => TERM.test(kind) || kind === 'geo' || kind === 'number')?.kind ?? '',
    ),
    until: null,
    copied: null,
    isCopiedTo: false,
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
    headed: headOf(tokens),
    size: tokens.filter(({ kind }) => kind !== 'mark').length,
  }
}
