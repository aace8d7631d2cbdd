import type { Day } from '#domain/kernel/day.ts'
import type { NamedPartner } from './names.ts'
import type { Numeric } from './numbers.ts'
import type { Word } from './words.ts'

/** A part of a line with its own meaning. */
export type Token = { at: number; end: number } & (
  | { kind: 'word'; word: Word; partners: readonly NamedPartner[] }
  | { kind: 'geo'; geo: string; partners: readonly NamedPartner[] }
  | { kind: 'partner'; partners: readonly NamedPartner[] }
  /** The days that are meant. With `isOpen` only one of them is, and which one has to be asked. None: there is no such day. */
  | { kind: 'days'; days: readonly Day[]; isOpen: boolean; weekday: number | null }
  | { kind: 'zone'; name: string }
  | { kind: 'unknown' }
  | { kind: 'aside' }
  | { kind: 'mark'; mark: string }
  | Exclude<Numeric, { kind: 'days' | 'noDay' }>
)

export interface Line {
  raw: string
  tokens: Token[]
}
