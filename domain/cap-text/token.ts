import type { Day } from '#domain/kernel/day.ts'
import type { NamedPartner } from './names.ts'
import type { Numeric } from './numbers.ts'
import type { Word } from './words.ts'

/** A piece of a line with what it means by itself. */
export type Token = { at: number; end: number } & (
  | { kind: 'word'; word: Word; partners: readonly NamedPartner[] }
  | { kind: 'geo'; geo: string; partners: readonly NamedPartner[] }
  | { kind: 'partner'; partners: readonly NamedPartner[] }
  /** Days that are meant; with `isOpen` one of them, and which has to be asked. None: no day there is. */
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
