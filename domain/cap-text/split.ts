import { splitDays } from './further-days.ts'
import { keyOf } from './lexicon.ts'
import { joinHours } from './piece-hours.ts'
import { OR } from './piece-words.ts'
import { isMark, isWord, keyAt, type Line, type Token } from './token.ts'
import type { Word } from './words.ts'

/** The pieces of a sentence, each with at most one group of geos. */
export interface Sentence {
  pieces: Token[][]
  isQuestion: boolean
}

/** Words that make a piece in brackets an aside. */
const TALK = new Set<Word>(['not', 'correct', 'wish', 'question', 'report', 'tell', 'remark', 'confirm', 'quality'])
const PLUS = new Set(['PLUS', 'ПЛЮC'])
const AND = new Set([...PLUS, 'AND', 'N', '&', 'Y', 'E', 'ET', 'UND', 'И', 'I', 'TA', 'Й', 'OДER', 'AND ALSO'])
/** Words that begin a reason. */
const REASONS = new Set(
  'BECAUSE BC CUZ COZ DUE SINCE WHILE TILL UNTIL BIS WEIL DENN SOLANGE PORQUE HASTA MIENTRAS ATE ENQUANTO ПOKA ПOКA ПOTOMУ ДO БO'.split(
    ' ',
  ),
)
const BUT = new Set(['BUT', 'HO', 'AЛE', 'ABER', 'PERO', 'ONLY THAT'])
const RATHER = new Set([...BUT, 'A', 'SONDERN', 'SINO', 'MAS'])
const SHORT = new Set(['CA', 'EVTL', 'MAX', 'MIN', 'APPROX', 'MAKC', 'MИH', 'ПPИM', 'CIRCA', 'UNG', 'GGF', 'APROX'])
const ENDS = new Set(['.', '!', '?', ';', '¿', '¡'])

/** A text in brackets that is no part of the text around it. */
export interface Aside {
  tokens: Token[]
  isQuestion: boolean
  /** Whether it only leaves something out: `(not the seo one)`. */
  isOut: boolean
}

/** Removes brackets. Parts of a cap stay, asides are returned apart. `excluded`: names that an aside leaves out. */
export function dropBrackets({ raw, tokens }: Line): { tokens: Token[]; asides: Aside[]; excluded: string[] } {
  const kept: Token[] = []
  const asides: Aside[] = []
  const excluded: string[] = []
  const closers = tokens.flatMap((token, index) => (token.kind === 'mark' && /[)\]]/.test(token.mark) ? [index] : []))
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token) continue
    const isOpening = token.kind === 'mark' && (token.mark === '(' || token.mark === '[')
    const close = isOpening ? (closers.find((index) => index > at) ?? -1) : -1
    if (close < 0) {
      if (!(token.kind === 'mark' && /[()[\]]/.test(token.mark))) kept.push(token)
      continue
    }
    const inner = tokens.slice(at + 1, close)
    const text = raw.slice(token.at + 1, tokens[close]?.at)
    const isTalk = inner.some((part) => part.kind === 'word' && TALK.has(part.word))
    const isHolding = inner.some((part) => isWord(part, 'condition', 'doubt'))
    const isKnown = inner.every(({ kind }) => kind !== 'unknown')
    // `(20 Adrift, 20 Kvant)` divides the number before it.
    const numbers = inner.filter((part) => part.kind === 'number')
    const before = kept.findLast((part) => part.kind === 'number')
    // `DE 15 per source (44, 12)`; `30 (30 not 35)`.
    const isOfEach = kept.some((part) => isWord(part, 'each'))
    const isSaidAgain = isTalk && numbers.some(({ value }) => value === before?.value)
    const isParted = numbers.length > 1 && !isOfEach && !isSaidAgain
    if (isParted) kept.push({ kind: 'word', word: 'total', partners: [], at: token.at, end: token.at + 1 })
    else if (isHolding) kept.push(...inner.filter((part) => isWord(part, 'condition', 'doubt')))
    else if (isKnown && !isTalk) kept.push(...(isOfEach ? inner.map(asSource) : inner))
    else {
      const isNot = inner.some((part) => isWord(part, 'not'))
      const isOut = isNot && isKnown && inner.some((part) => part.kind === 'partner' || isWord(part, 'channel'))
      // `(not 14)` beside another number
      const isOther =
        isNot && isKnown && numbers.length === 1 && before !== undefined && numbers[0]?.value !== before.value
      asides.push({
        tokens: inner,
        isOut: isOut || isSaidAgain || isOther,
        isQuestion: inner.some((part) => isMark(part, '?')),
      })
      if (isNot) excluded.push(...keyOf(text).split(' '))
    }
    at = close
  }
  return { tokens: kept, asides, excluded }
}

function asSource(token: Token): Token {
  return token.kind === 'number' ? { ...token, isHashed: true } : token
}

/** Sentences of a line, and their pieces. */
export function splitSentences(tokens: readonly Token[], raw: string): Sentence[] {
  const sentences: Sentence[] = []
  let own: Token[] = []
  const end = (mark: string) => {
    if (own.length > 0) sentences.push(...splitQuestion(splitPieces(own, raw), mark === '?' || opensQuestion(own, raw)))
    own = []
  }
  for (const [index, token] of tokens.entries()) {
    const isEnd = token.kind === 'mark' && ENDS.has(token.mark)
    if (isEnd && !(token.mark === '.' && isShort(own.at(-1), tokens[index + 1], raw))) end(token.mark)
    else if (!isEnd) own.push(token)
  }
  end('')
  return sentences
}

/** `ca. 20`: the dot ends no sentence. */
function isShort(last: Token | undefined, next: Token | undefined, raw: string): boolean {
  const key = last?.kind === 'word' ? keyAt(last, raw) : ''
  return key === 'E G' || key === 'EG' || key === 'Z B' || (next?.kind === 'number' && SHORT.has(key))
}

/** `SE 15 tomorrow, BE can you do 10?` asks about the last piece alone. */
function splitQuestion(pieces: Token[][], isQuestion: boolean): Sentence[] {
  const asks = (token: Token) => isWord(token, 'question')
  const from = isQuestion ? pieces.findIndex((piece) => piece.some(asks)) : -1
  const isOwn = from > 0 && pieces.slice(from).every((piece) => piece.some(isGeo) && piece.some(isValue))
  if (!isOwn) return [{ pieces, isQuestion }]
  return [
    { pieces: pieces.slice(0, from), isQuestion: false },
    { pieces: pieces.slice(from), isQuestion },
  ]
}

/** `is UK 40 ok` */
const IS = /^(?:IS|ARE|SIND)$/

function opensQuestion(tokens: readonly Token[], raw: string): boolean {
  const [is, geo] = tokens
  const isVerb = is?.kind === 'word' && IS.test(keyAt(is, raw))
  if (isVerb && (geo?.kind === 'geo' || geo?.kind === 'number')) return true
  const first = tokens.find((token) => token.kind !== 'mark' && !isWord(token, 'filler'))
  return isWord(first, 'question')
}

function splitPieces(tokens: readonly Token[], raw: string): Token[][] {
  const pieces: Token[][] = [[]]
  for (const [index, token] of tokens.entries()) {
    const last = pieces.at(-1) ?? []
    const isParted = isMark(token, ',')
    // `not 40, but 25` is one piece, and so is `not 40 but 25`.
    const next = isParted ? tokens[index + 1] : token
    if (endsNegated(last) && next && RATHER.has(keyAt(next, raw))) continue
    const isBut = token.kind === 'word' && BUT.has(keyAt(token, raw))
    if (isBut && isAll(last)) last.push({ ...token, word: 'not' })
    else if (isBut || isParted) pieces.push([])
    else last.push(token)
  }
  return joinGeos(pieces.flatMap((piece) => splitTalk(piece, raw)))
    .flatMap((piece) => splitAnd(piece, raw))
    .flatMap((piece) => splitGeos(piece, raw))
    .flatMap(splitDays)
    .map((piece) => dropReason(piece, raw))
    .filter((piece) => piece.some(({ kind }) => kind !== 'mark'))
}

/** `all geos`, `everything`. What `but` names behind it is left out. */
function isAll(tokens: readonly Token[]): boolean {
  const words = tokens.map((token) => (token.kind === 'word' ? token.word : '')).filter((word) => word !== 'filler')
  return words.length > 0 && words.every((word) => word === 'all' || word === 'rest')
}

/** An emoji between words. */
const FEELING = /\p{Extended_Pictographic}/u
const TOPICS = new Set<Word>(['remark', 'report', 'quality'])

/** `IT dept fixed it 🙌 so ES 30`, `Pinecrest called: JP 15`: splits off talk before an emoji, a colon or `so`, and behind an emoji. */
function splitTalk(tokens: Token[], raw: string): Token[][] {
  for (const [index, token] of tokens.entries()) {
    const last = tokens[index - 1]
    if (!last) continue
    const isSign = FEELING.test(raw.slice(last.end, token.at))
    const isColon = isMark(last, ':')
    if (!isSign && !isColon && keyAt(token, raw) !== 'SO') continue
    const [left, right] = [tokens.slice(0, index), tokens.slice(index)]
    if ((isTopic(left) || (isColon && isTerms(left))) && right.some(isGeo)) return [left, ...splitTalk(right, raw)]
    if (isSign && left.some(isGeo) && isTopic(right)) return [left, right]
  }
  return [tokens]
}

/** Whether tokens are about something else, without any part of a cap. */
function isTopic(tokens: readonly Token[]): boolean {
  const isWorth = tokens.some((token) => isWord(token, 'quality'))
  const isApart = ({ kind }: Token) =>
    ['word', 'unknown', 'partner', 'mark'].includes(kind) || (kind === 'percent' && isWorth)
  return (
    tokens.every(isApart) &&
    !tokens.some((token) => isValue(token)) &&
    tokens.some((token) => token.kind === 'unknown' || (token.kind === 'word' && TOPICS.has(token.word)))
  )
}

/** `tomorrow 10-18: UK 40, FR 20`: what stands before the colon is of all that follow. */
function isTerms(tokens: readonly Token[]): boolean {
  const isSaid = ({ kind }: Token) => kind === 'hours' || kind === 'always' || kind === 'price'
  const isBeside = (token: Token) =>
    ['days', 'zone', 'offset', 'mark'].includes(token.kind) || (token.kind === 'word' && BESIDE_TERMS.has(token.word))
  const joined = joinHours(tokens)
  return joined.some(isSaid) && joined.every((token) => isSaid(token) || isBeside(token))
}

const BESIDE_TERMS = new Set<Word>(['filler', 'from', 'hours', 'price', 'all', 'unit', 'opens'])

/** `stop AU until they fix the form`: drops the reason of a pause. An end would have a number or a day. */
function dropReason(tokens: Token[], raw: string): Token[] {
  const stop = tokens.findIndex((token) => isWord(token, 'stop'))
  const at = tokens.findIndex((token, index) => index > stop && REASONS.has(keyAt(token, raw)))
  const isTold = tokens.slice(at).every(({ kind }) => kind === 'word' || kind === 'unknown' || kind === 'mark')
  const isReason = stop >= 0 && at > 0 && isTold && tokens.slice(at).some(({ kind }) => kind === 'unknown')
  return isReason ? tokens.slice(0, at) : tokens
}

/** `not 40 but 25` is one piece. */
function endsNegated(piece: readonly Token[]): boolean {
  const [before, last] = piece.slice(-2)
  return last?.kind === 'number' && isWord(before, 'not')
}

/** `DE, AT 20 each`: geos alone belong to the next piece. */
function joinGeos(pieces: readonly Token[][]): Token[][] {
  const joined: Token[][] = []
  let geos: Token[] = []
  for (const piece of pieces) {
    const isOfList = (token: Token) =>
      token.kind === 'word' ? token.word === 'filler' : ['geo', 'days', 'mark'].includes(token.kind)
    const isList = piece.some(isGeo) && piece.every(isOfList)
    const first = piece.find(({ kind }) => kind !== 'mark')
    if (geos.length > 0 && first?.kind !== 'geo') {
      joined.push(geos)
      geos = []
    }
    if (isList) geos = [...geos, ...piece]
    else {
      joined.push([...geos, ...piece])
      geos = []
    }
  }
  return geos.length > 0 ? [...joined, geos] : joined
}

/** `UK 40 and FR 20` are two pieces. `UK and FR 20` is one piece, so it is asked what is whose. `40 plus 10` is not parted. */
function splitAnd(tokens: Token[], raw: string): Token[][] {
  const isNumber = (index: number) => tokens[index]?.kind === 'number'
  const isSum = (key: string, index: number) => PLUS.has(key) && isNumber(index - 1) && isNumber(index + 1)
  const isAnd = (key: string, index: number) => AND.has(key) && !isSum(key, index)
  const at = tokens.findIndex(
    (token, index) =>
      ((token.kind === 'word' && isAnd(keyAt(token, raw), index)) || isMark(token, '/')) &&
      [tokens.slice(0, index), tokens.slice(index + 1)].every((side) => side.some(isGeo) && side.some(isValue)),
  )
  return at < 0 ? [tokens] : [tokens.slice(0, at), ...splitAnd(tokens.slice(at + 1), raw)]
}

function isGeo({ kind }: Token): boolean {
  return kind === 'geo'
}

const ACTS = new Set<Word>(['stop', 'resume', 'full', 'double', 'half'])

function isValue(token: Token): boolean {
  if (token.kind === 'number') return !token.isHashed
  return token.kind === 'delta' || token.kind === 'range' || (token.kind === 'word' && ACTS.has(token.word))
}

/** `UK 40 FR 20` and `10 SE 8 NO`: each geo begins a piece of its own, or each number does. */
function splitGeos(tokens: Token[], raw: string): Token[][] {
  const named = new Set<string>()
  const isNone = (token: Token, index: number) => isWord(token, 'not') && tokens[index + 1]?.kind === 'geo'
  const isNew = (token: Token) => token.kind === 'geo' && named.size < named.add(token.geo).size
  const heads = tokens.flatMap((token, index) => {
    const isHead = isGeo(token) ? isNew(token) : isValue(token) || isNone(token, index)
    return isHead ? [{ index, isGeo: isGeo(token) }] : []
  })
  const geos = heads.filter((head) => head.isGeo).length
  if (geos < 2) return [tokens]
  const isValueFirst =
    heads[0]?.isGeo === false &&
    heads.at(-1)?.isGeo === true &&
    heads.every((head, index) => head.isGeo === (index % 2 === 1))
  const cuts: number[] = []
  let hasValue = false
  for (const [order, head] of heads.entries()) {
    const last = heads.findLast((other, before) => before < order && other.isGeo)
    const isOtherDay =
      last !== undefined &&
      heads[0]?.isGeo === false &&
      heads[order + 1]?.isGeo === false &&
      tokens.slice(last.index, head.index).some(({ kind }) => kind === 'days')
    const begins = isValueFirst
      ? order > 0 && !head.isGeo
      : head.isGeo && last !== undefined && (hasValue || isOtherDay)
    if (begins) {
      cuts.push(cutBefore(tokens, head.index, raw))
      hasValue = false
    }
    // `stop UK and FR`: an act before the first geo is of all geos, unless another day and number follow.
    if (!head.isGeo && heads.slice(0, order).some((other) => other.isGeo)) hasValue = true
  }
  return [0, ...cuts].map((from, index) => tokens.slice(from, cuts[index] ?? tokens.length))
}

/** A word before a geo that belongs to it: `No NL`, `stop FR`, `or FR 30`. */
function cutBefore(tokens: readonly Token[], index: number, raw: string): number {
  const last = tokens[index - 1]
  const isOr = OR.has(keyAt(last, raw))
  return last?.kind === 'word' && (last.word === 'not' || last.word === 'source' || isOr) ? index - 1 : index
}
