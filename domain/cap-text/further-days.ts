import { actOf, hasValue, type Draft } from './drafts.ts'
import { keyOf, meaningOf } from './lexicon.ts'
import type { Piece } from './piece.ts'
import { isWord, type Token } from './token.ts'
import type { Word } from './words.ts'

// One geo with a number for each of several days: `UK Thu 40 Fri 45`, `UK tomorrow 40, Friday 45`.

/** Cuts a piece before each day or number that begins one more day. */
export function splitDays(tokens: Token[]): Token[][] {
  const heads = tokens.flatMap((token, index) => (token.kind === 'days' || isPlan(token) ? [{ token, index }] : []))
  if (heads.length < 4 || heads.length % 2 > 0) return [tokens]
  const isDay = (order: number) => heads[order]?.token.kind === 'days'
  // `stop today tomorrow 40`
  const isMirrored = heads.length === 4 && heads[0]?.token.kind === 'word' && isDay(1) && isDay(2) && !isDay(3)
  if (!isMirrored && heads.some((_, order) => isDay(order) !== (order % 2 === 0 ? isDay(0) : !isDay(0))))
    return [tokens]
  const cuts = heads.flatMap(({ index }, order) => (order > 0 && order % 2 === 0 ? [index] : []))
  return [0, ...cuts].map((from, order) => tokens.slice(from, cuts[order] ?? tokens.length))
}

function isPlan(token: Token): boolean {
  if (token.kind === 'number') return !token.isHashed
  return isWord(token, 'stop', 'resume')
}

const PLAIN = new Set<Word>(['unit', 'most', 'stop', 'resume', 'only'])
const BETWEEN = new Set('AND THEN ON FOR GO WITH AM UND DANN И A HA B Y EL E NA NO'.split(' '))

/** The row of one more day, if a piece has only a day with a number or an act. */
export function ofFurtherDay(piece: Piece, rows: readonly Draft[]): Draft | null {
  const row = rows.at(-1)
  const geos = new Set(rows.flatMap((draft) => draft.geos))
  const [day, ...others] = piece.days
  if (!row || geos.size !== 1 || !day || others.length > 0 || day.isOpen || piece.doubts.length > 0) return null
  const isSaid = rows.some(
    ({ days }) => days.length === 0 || days.some((own) => own.days.some((one) => day.days.includes(one))),
  )
  const isPlanned = actOf(piece) !== null || (hasValue(piece) && piece.values.length < 2)
  return isPlanned && !isSaid && keyOf(piece.text).split(' ').every(isPlain) ? row : null
}

function isPlain(word: string): boolean {
  const meant = meaningOf(word)
  if (/^\d+$/.test(word) || BETWEEN.has(word)) return true
  return meant !== null && (meant.kind === 'word' ? PLAIN.has(meant.word) : meant.kind !== 'geo')
}
