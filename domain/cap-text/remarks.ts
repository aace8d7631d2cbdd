import { hasTerms, hasValue, termsOf, type Draft } from './drafts.ts'
import { keyOf } from './lexicon.ts'
import type { Piece } from './piece.ts'
import type { AskCode } from './reading.ts'
import type { Word } from './words.ts'

/** What talk does to the drafts beside it. */
export interface Talk {
  /** `name`: its words are asked about; `wait`: it holds what follows in its sentence. */
  does: 'hold' | 'name' | 'ask' | 'wait' | 'ignore'
  drafts: readonly Draft[]
  code?: AskCode
}

const IGNORED: Talk = { does: 'ignore', drafts: [] }

/** A condition without a geo: with a number of its own it is asked by itself, else it is of its sentence. */
export function judgeCondition(piece: Piece, drafts: readonly Draft[], from: number): Talk {
  const own = drafts.slice(from)
  const isOwnNumber = hasValue(piece) && !piece.words.has('only') && !piece.words.has('price') && piece.cpa === null
  // `CH 10, but only if you drop to 1550`
  const isOnly = /^(?:(?:BUT|HO|AЛE|ABER|PERO|MAS) )?(?:ONLY|TOЛЬKO|TIЛЬKИ|NUR|SOLO|SO) /.test(keyOf(piece.text))
  if (isOwnNumber && isOnly && own.length > 0) return { does: 'hold', drafts: own.slice(-1) }
  if (isOwnNumber && own.length > 0) return { does: 'ask', drafts: [] }
  return own.length > 0 ? { does: 'hold', drafts: own } : { does: 'wait', drafts: [] }
}

/** What has no part of a cap. What doubts, or is too short to be a sentence, is of the cap it stands beside. */
export function judgeRemark({ words, unknown, size, doubts }: Piece, drafts: readonly Draft[], from: number): Talk {
  const has = (...some: Word[]) => some.some((word) => words.has(word))
  const own = drafts.slice(from)
  const beside = own.length > 0 ? own : drafts.slice(-1)
  // A pause needs no reason, and loses nothing by one.
  const isPause = beside.every(({ act }) => act === 'pause')
  if (has('closing') && unknown.length < 3 && !has('doubt', 'not')) return IGNORED
  if (has('correct') && drafts.length > 0 && size <= 3 && !isPause)
    return { does: 'hold', drafts: beside, code: 'contradiction' }
  if (has('daily') && has('not')) return { does: 'ask', drafts: [], code: 'which-day' }
  if (has('doubt') || (has('tell') && own.length > 0)) return { does: 'hold', drafts: beside }
  if (has('full') && size <= 4 && !(isPause && beside.length > 0)) return { does: 'ask', drafts: [], code: 'is-pause' }
  // A time, a day or a number that has no place in its row is no talk.
  const [odd] = doubts
  if (odd && own.length > 0) return { does: 'hold', drafts: own, code: odd.code }
  const denies = has('not') && !has('quality', 'remark', 'correct')
  if (denies && own.length > 0 && !isPause) return { does: 'hold', drafts: own }
  // In another language it may be a condition.
  if (own.length > 0 && !isPause && size >= 3 && unknown.length * 2 > size) return { does: 'hold', drafts: own }
  const isSentence = size >= 3 || has('remark', 'quality', 'channel')
  return unknown.length > 0 && !isSentence && !isPause ? { does: 'name', drafts: beside } : IGNORED
}

/** A number of which nobody knows what it is of. */
export function judgeOrphan(
  piece: Piece,
  drafts: readonly Draft[],
  { isFirst, from, line }: { isFirst: boolean; from: number; line: number },
): Talk {
  const isShort = piece.size <= MOST_WORDS
  const isKnown = piece.unknown.length === 0
  const ask = (code: AskCode): Talk => ({ does: 'ask', drafts: [], code })
  if (isFirst && isShort && !isKnown && drafts.length > 0) {
    // Below a row it may be another geo; beside it, something about it.
    const last = drafts.at(-1)
    const own = drafts.filter((draft) => draft.line === line && draft.sentence === last?.sentence)
    return own.length > 0 ? { does: 'hold', drafts: own, code: 'unknown-geo' } : ask('unknown-geo')
  }
  const isNamed = piece.partners.length > 0
  if ((isShort || isNamed) && isKnown && piece.days.length > 0) return ask('which-geo')
  // A sentence of its own that tells something is about no row.
  const isTalk = (['remark', 'tell', 'report'] as const).some((word) => piece.words.has(word))
  const beside = drafts.filter((draft, index) => draft.line === line && (index >= from || !isTalk))
  // `DK 12, 14` is one or the other; a number behind several rows may be about any of them.
  if (beside.length > 0 && (hasValue(piece) || piece.doubts.length > 0))
    return { does: 'hold', drafts: beside, code: 'contradiction' }
  return drafts.length > 0 && isShort && isKnown && !isTalk ? ask('contradiction') : IGNORED
}

/** Of a line of a list; more is a sentence. */
const MOST_WORDS = 5

/** `sorry 12`: the number takes the place of the last one, and so do terms; else the last row is open. Whether there was one. */
export function correctLast(drafts: readonly Draft[], piece: Piece): boolean {
  if (!hasValue(piece)) {
    Object.assign(drafts.at(-1) ?? {}, termsOf(piece))
    return drafts.length > 0
  }
  const last = drafts.findLast(({ act }) => act === 'set')
  const [value, ...others] = piece.cap === null ? piece.values : [piece.cap]
  if (!last) return false
  if (value !== undefined && others.length === 0 && (last.cap !== null || last.values.length < 2))
    [last.cap, last.values] = [value, []]
  else last.doubts.push({ code: 'is-number-a-cap', about: piece.text, days: [] })
  return true
}

/** A question that answers us agrees to nothing. */
export function doubtAnswer(piece: Piece): Piece {
  return { ...piece, doubts: [...piece.doubts, { code: 'is-question', about: piece.text, days: [] }] }
}

/** `sorry FR 35` below a row of FR: its number, and its terms, are other ones. Whether there was just one such row. */
export function correctGeo(drafts: readonly Draft[], piece: Piece): boolean {
  const [geo, ...others] = piece.geos
  const isBare = piece.sources.length + piece.froms.length + piece.partners.length + piece.unknown.length === 0
  if (geo === undefined || others.length > 0 || !isBare || !(hasValue(piece) || hasTerms(piece))) return false
  const [row, ...more] = drafts.filter(({ act, geos }) => act === 'set' && geos.length === 1 && geos[0] === geo)
  if (!row || more.length > 0) return false
  Object.assign(row, termsOf(piece))
  row.doubts.push(...piece.doubts)
  return !hasValue(piece) || correctLast([row], piece)
}

/** `sorry` beside what it corrects. */
export function saysNothing(piece: Piece): boolean {
  const isOpen = (['doubt', 'condition', 'tell'] as const).some((word) => piece.words.has(word))
  return (
    !hasValue(piece) &&
    !hasTerms(piece) &&
    piece.geos.length === 0 &&
    !isOpen &&
    (piece.size < 3 || !piece.words.has('not'))
  )
}
