import type { Day } from '#domain/kernel/day.ts'
import { keyOf, type Meaning } from './lexicon.ts'
import type { NamedPartner } from './names.ts'
import type { Numeric } from './numbers.ts'
import type { Answer } from './reading.ts'
import type { Word } from './words.ts'

/** Where a token stands in its line. */
interface Span {
  at: number
  end: number
}

/** A part of a line with its own meaning. */
export type Token = Span &
  (
    | { kind: 'word'; word: Word; partners: readonly NamedPartner[] }
    | { kind: 'geo'; geo: string; partners: readonly NamedPartner[] }
    | { kind: 'partner'; partners: readonly NamedPartner[] }
    /** The days that are meant. With `isOpen` only one of them is, and which one has to be asked. None: there is no such day. */
    | { kind: 'days'; days: readonly Day[]; isOpen: boolean; weekday: number | null }
    | { kind: 'zone'; name: string }
    | { kind: 'unknown' }
    | { kind: 'aside' }
    | { kind: 'mark'; mark: string }
    /** A number that can be read in several ways, with each of them if they are known. */
    | { kind: 'range' | 'odd'; answers?: readonly Answer[] }
    | Exclude<Numeric, { kind: 'days' | 'range' | 'odd' }>
  )

export type DayToken = Extract<Token, { kind: 'days' }>

export interface Line {
  raw: string
  tokens: Token[]
}

/** The text of a token, as words are compared. Empty without one. */
export function keyAt(token: Span | undefined, raw: string): string {
  return token ? keyOf(raw.slice(token.at, token.end)) : ''
}

/** Whether a token, or what a word means, is one of these words. */
export function isWord(token: Token | Meaning | null | undefined, ...words: Word[]): boolean {
  return token?.kind === 'word' && words.includes(token.word)
}

export function isMark(token: Token | undefined, mark: string): boolean {
  return token?.kind === 'mark' && token.mark === mark
}

export function dayToken(
  { at, end }: Span,
  days: readonly Day[],
  isOpen = days.length === 0,
  weekday: number | null = null,
): DayToken {
  return { kind: 'days', days, isOpen, weekday, at, end }
}

/** A word that says nothing of a cap. */
export function filler({ at, end }: Span): Token {
  return { kind: 'word', word: 'filler', partners: [], at, end }
}
