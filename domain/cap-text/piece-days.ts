import type { Day } from '#domain/kernel/day.ts'
import { keyOf } from './lexicon.ts'
import type { Neighbours } from './neighbours.ts'
import { daysIn, has, type Piece } from './piece.ts'
import { BESIDE_DAY, OR, UNTIL } from './piece-words.ts'
import { isWord, type Token } from './token.ts'

/** Adds a day to a piece. Its place decides what it is: the day, an end, a day to copy, or a day whose cap is changed. */
export function addDays(piece: Piece, token: Extract<Token, { kind: 'days' }>, index: number, near: Neighbours): void {
  const { words } = piece
  const [day] = token.days
  const before = near.beforeGeos(index, REPEATS)
  const last = before ?? near.beside(index, -1, true)
  // `tomorrow or Friday`, `tomorrow (Friday)`
  const said = new Set(daysIn(piece))
  const isAnother = near.tokens[index - 1]?.kind === 'days' && !token.days.every((one) => said.has(one))
  if (piece.days.length > 0 && (isAnother || OR.has(near.keyOf(near.beside(index, -1))))) {
    piece.days = [{ days: [...said, ...token.days], isOpen: true }]
    return
  }
  const isCopied = day !== undefined && last?.kind === 'word' && (last.word === 'as' || near.keyOf(last) === 'AS')
  // `repeat Thursday and Saturday` plans both, `repeat Thursday on Saturday` copies.
  const from = near.tokens.findLast(({ kind, end }) => kind === 'days' && end <= token.at)?.end
  const isListed = /[&+/,]| (?:and|y|e|und|и|та|й|i|et) /i.test(near.raw.slice(from, token.at))
  if (last?.kind === 'word' && UNTIL.has(near.keyOf(last))) {
    // For a pause it is the day on which traffic flows again. Anything else lacks its first day, so it is asked.
    if (words.has('stop')) piece.until = day ?? null
    if (!words.has('stop') || day === undefined || token.isOpen) piece.days.push({ days: [], isOpen: true })
    return
  }
  // `from Friday on` and `from 5.12` have no end.
  const isNamed = token.weekday !== null || /\d/.test(near.keyOf(token))
  const isEndless = isWord(last, 'from') && isNamed && !token.isOpen && token.days.length === 1
  // In `tomorrow half of today` today's cap is halved.
  const isChange = has(piece, 'half', 'double', 'more', 'less')
  if (isChange && piece.days.length > 0 && day !== undefined && near.isCompared(index)) {
    piece.base = day
    return
  }
  const isBeside = last?.kind === 'word' && BESIDE_DAY.test(near.keyOf(last))
  if (isEndless || isBeside) piece.days.push({ days: isBeside ? [] : token.days, isOpen: true })
  else if (!isCopied) {
    if (piece.copied !== null && said.has(piece.copied) && !isListed) piece.days = []
    piece.days.push({ days: token.days, isOpen: token.isOpen })
  } else if (!near.isOfTerms()) {
    piece.copied = day
    piece.isCopiedTo = before !== undefined
    // In `Saturday repeat Thursday` Thursday is copied; `Saturday same for Thursday` is asked.
    if (REPEATS.test(near.keyOf(last)) && !(said.size > 0 && near.keyOf(last) === 'REPEAT'))
      piece.days = [{ days: [...said, ...token.days], isOpen: token.isOpen || said.size > 0 }]
  }
}

export const REPEATS = /(?:^| )(?:SAME FOR|REPEAT|COPY FOR|COPY TO)(?: |$)/

/** `same for tomorrow`, `repeat Friday`: days to come get the caps of today, and are not copied. `today repeat Friday` is asked. */
export function settleCopied(piece: Piece, today: Day): void {
  const { copied, text, days } = piece
  if (copied === null || !REPEATS.test(keyOf(text))) return
  const said = new Set(daysIn(piece))
  if (copied <= today) piece.days = days.filter((each) => !each.days.includes(copied))
  else if (said.has(copied)) piece.copied = today
  else if (said.has(today)) [piece.copied, piece.days] = [today, [{ days: [copied], isOpen: true }]]
}
