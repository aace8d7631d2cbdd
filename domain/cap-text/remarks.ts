import { actOf, hasTerms, hasValue, replaceTerms, type Draft } from './drafts.ts'
import { keyOf } from './lexicon.ts'
import { has, lacks, onlyNumber, type Piece } from './piece.ts'
import { LEAVE, NOTHING, PASS } from './questions.ts'
import type { Answer, AskCode } from './reading.ts'
import { isKnownSource } from './roles.ts'
import type { Scope } from './scope.ts'

/**
 * The question that talk raises. `isAlone`: it is asked even without a row. `isApart`: it holds no row beside it. `name`: its
 * unknown words are asked about.
 */
export type Talk = { code: AskCode; isAlone: boolean; isApart?: boolean; answers?: readonly Answer[] } | 'name' | null

/** `CH 10, but only if you drop to 1550`: it is about the last row. */
export function isOnly({ text }: Piece): boolean {
  return /^(?:(?:BUT|HO|AЛE|ABER|PERO|MAS) )?(?:ONLY|TOЛЬKO|TIЛЬKИ|NUR|SOLO|SO) /.test(keyOf(text))
}

/** `if the quality is good 25`, `if 10 answer we raise to 50`: the condition is about a number of its own. */
export function namesOutcome(piece: Piece): boolean {
  const { cpa, text } = piece
  const isCompared = /(?:^| )(?:THAN|ALS|QUE|DE|ЧEM|HIЖ)(?: |$)/.test(keyOf(text))
  const isTold = has(piece, 'more', 'less', 'remark', 'quality')
  return hasValue(piece) && cpa === null && !isOnly(piece) && !isCompared && isTold && /\d$/.test(text)
}

/** `hope you had a nice weekend`, `sorry for the mess yesterday`: it plans no day. */
export function isCourtesy(piece: Piece): boolean {
  const isBare = piece.geos.length === 0 && !hasValue(piece) && piece.hours === null && actOf(piece) === null
  const isOpen = has(piece, 'condition', 'not', 'tell', 'question')
  const key = keyOf(piece.text)
  return isBare && !isOpen && piece.unknown.length < 2 && COURTESY.test(key) && !TAKES_BACK.test(key)
}

const COURTESY =
  /^(?:HEY GUYS |HI GUYS )?(?:HOPE (?:U|YOU|YOU'RE|YOUR|ALL|EVERYONE)|HAVE A|HOW ARE (?:YOU|U|YA|THINGS)|(?:VERY )?SORRY FOR|THANKS FOR|THX FOR|ENJOY)(?: |$)/

/** `sorry for the mess, ignore the list` */
const TAKES_BACK = /(?:^| )(?:IGNORE|FORGET|DISREGARD|SCRATCH)(?: |$)/

/** `just off the phone with Bluefin:`. It names whose caps stand below, whatever else it says. */
export function headsList(piece: Piece): boolean {
  const isOpen = has(piece, 'condition', 'doubt', 'not', 'question')
  const isBare = lacks(piece, 'geos', 'days', 'doubts') && !hasValue(piece)
  const isNamed =
    piece.partners.length === 1 && piece.partners.every((group) => group.some(({ kind }) => kind === 'advertiser'))
  return piece.text.endsWith(':') && isNamed && isBare && !isOpen
}

/** `Northlight (41)`: whose caps stand below is clear, what its number means is not. */
export function headsWithNumber(piece: Piece): boolean {
  const isTermless = piece.hours === null && piece.cpa === null && piece.change === null
  const isNamed = piece.partners.some((group) => group.some(({ kind }) => kind === 'advertiser'))
  return (
    isNamed &&
    isTermless &&
    onlyNumber(piece) !== null &&
    lacks(piece, 'geos', 'days', 'sources', 'froms', 'unknown', 'doubts')
  )
}

/** Asks what the number of such a heading means, or takes it as the source if that was answered. */
export function askNumber(piece: Piece, scope: Scope): Piece {
  const number = String(onlyNumber(piece))
  const about = piece.text.includes('(') ? `${piece.text})` : piece.text
  if (scope.answers.get(`is-number-a-cap:${about}`) === SOURCE) return { ...piece, sources: [number] }
  const source = isKnownSource(number, scope) ? [{ value: SOURCE, label: `Source ${number}` }] : []
  return { ...piece, doubts: [{ code: 'is-number-a-cap', about, answers: [...source, NOTHING, LEAVE] }] }
}

const SOURCE = 'source'

/** The question of a piece without any part of a cap. What any leftover may say is in `BEARINGS`. */
export function judgeRemark(piece: Piece, drafts: readonly Draft[], from: number): Talk {
  const { unknown, size, doubts } = piece
  const own = drafts.slice(from)
  const beside = own.length > 0 ? own : drafts.slice(-1)
  const isPause = beside.every(({ act }) => act === 'pause')
  if (has(piece, 'daily') && has(piece, 'not')) return { code: 'which-day', isAlone: true }
  if (has(piece, 'full') && size <= 4 && !(isPause && beside.length > 0)) return { code: 'is-pause', isAlone: true }
  // A time, a day or a number without a place in its row is not talk.
  const [odd] = doubts
  if (odd && own.length > 0) return { code: odd.code, isAlone: false }
  const isSentence = size >= 3 || has(piece, 'remark', 'quality', 'channel', 'closing')
  return unknown.length > 0 && !isSentence && !isPause ? 'name' : null
}

/** The question of a number that belongs to nothing. */
export function judgeOrphan(
  piece: Piece,
  drafts: readonly Draft[],
  { isFirst, from, line }: { isFirst: boolean; from: number; line: number },
): Talk {
  const isShort = piece.size <= MOST_WORDS
  const isKnown = piece.unknown.length === 0
  const ask = (code: AskCode): Talk => ({ code, isAlone: true })
  if (isFirst && isShort && !isKnown && drafts.length > 0)
    return { code: 'unknown-geo', isAlone: true, answers: [PASS] }
  const isNamed = piece.partners.length > 0
  if ((isShort || isNamed) && isKnown && piece.days.length > 0) return ask('which-geo')
  // A separate sentence that tells something is about no row.
  const isTalk = has(piece, 'remark', 'tell', 'report')
  const beside = drafts.filter((draft, index) => draft.line === line && (index >= from || !isTalk))
  // `DK 12, 14`: nobody knows which is meant. A number behind several rows may be about any of them.
  if (beside.length > 0 && (hasValue(piece) || piece.doubts.length > 0))
    return { code: 'contradiction', isAlone: false }
  return drafts.length > 0 && isShort && isKnown && !isTalk ? ask('contradiction') : null
}

/** The most words of a list line. With more it is a sentence. */
const MOST_WORDS = 5

/** `sorry 12`: replaces the last number, or the last terms. `open`: nobody knows which one. Null: there is none. */
export function correctLast(drafts: readonly Draft[], piece: Piece): 'done' | 'open' | null {
  const last = hasValue(piece) ? drafts.findLast(({ act }) => act === 'set') : drafts.at(-1)
  if (!last) return null
  last.doubts.push(...piece.doubts)
  last.unknown.push(...piece.unknown)
  replaceTerms(last, piece)
  if (!hasValue(piece)) return 'done'
  const value = onlyNumber(piece)
  const isMore = piece.change !== null || !lacks(piece, 'sources', 'froms', 'partners')
  if (isMore || value === null || (last.cap === null && last.values.length > 1)) return 'open'
  ;[last.cap, last.values] = [value, []]
  return 'done'
}

/** Adds a doubt to an answer that is a question, because it agrees to nothing. */
export function doubtAnswer(piece: Piece): Piece {
  return { ...piece, doubts: [...piece.doubts, { code: 'is-question', about: piece.text }] }
}

/** `sorry FR 35` below a row of FR: replaces its number and terms. True if there was exactly one such row. */
export function correctGeo(drafts: readonly Draft[], piece: Piece): boolean {
  const [geo, ...others] = piece.geos
  const isBare = lacks(piece, 'sources', 'froms', 'partners', 'unknown')
  if (geo === undefined || others.length > 0 || !isBare || !(hasValue(piece) || hasTerms(piece))) return false
  const [row, ...more] = drafts.filter(({ act, geos }) => act === 'set' && geos.length === 1 && geos[0] === geo)
  if (!row || more.length > 0) return false
  replaceTerms(row, piece)
  if (!hasValue(piece)) row.doubts.push(...piece.doubts)
  return !hasValue(piece) || correctLast([row], piece) === 'done'
}

/** `sorry` beside the correction: it adds nothing. */
export function saysNothing(piece: Piece): boolean {
  const isBare = !hasValue(piece) && !hasTerms(piece) && piece.geos.length === 0
  const isKnown = piece.unknown.length === 0 || piece.words.has('correct')
  const isOpen = has(piece, 'doubt', 'condition', 'tell') || (piece.size > 2 && piece.words.has('not'))
  return isBare && isKnown && !isOpen
}
