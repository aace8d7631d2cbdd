import { keyOf } from './lexicon.ts'
import type { Line, Token } from './token.ts'
import type { Word } from './words.ts'

/** A sentence as its pieces, each with at most one group of geos. */
export interface Sentence {
  pieces: Token[][]
  isQuestion: boolean
}

/** What a piece in brackets may hold without being an aside. */
const TALK = new Set<Word>(['not', 'wish', 'question', 'report', 'tell', 'remark', 'confirm', 'quality'])
const AND = new Set(['AND', '&', 'Y', 'E', 'ET', 'UND', 'И', 'I', 'TA', 'Й', 'OДER', 'AND ALSO'])
/** What follows is another thing. */
const BUT = new Set(['BUT', 'HO', 'AЛE', 'ABER', 'PERO', 'EXCEPT', 'ONLY THAT'])
const ENDS = new Set(['.', '!', '?', ';', '¿', '¡'])

/** Takes brackets away: what says something of the cap stays, an aside goes. Names that an aside excludes are told. */
export function dropBrackets({ raw, tokens }: Line): { tokens: Token[]; asides: string[]; excluded: string[] } {
  const kept: Token[] = []
  const asides: string[] = []
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
    const isHolding = inner.some((part) => part.kind === 'word' && (part.word === 'condition' || part.word === 'doubt'))
    const isKnown = inner.every(({ kind }) => kind !== 'unknown')
    // `(20 Adrift, 20 Kvant)` parts the number before it.
    const isParted = inner.filter(({ kind }) => kind === 'number').length > 1
    if (isParted) kept.push({ kind: 'word', word: 'total', partners: [], at: token.at, end: token.at + 1 })
    else if (isHolding)
      kept.push(...inner.filter((part) => part.kind === 'word' && (part.word === 'condition' || part.word === 'doubt')))
    else if (isKnown && !isTalk) kept.push(...inner)
    else {
      asides.push(text)
      if (inner.some((part) => part.kind === 'word' && part.word === 'not')) excluded.push(...keyOf(text).split(' '))
    }
    at = close
  }
  return { tokens: kept, asides, excluded }
}

/** Sentences of a line, and their pieces. */
export function splitSentences(tokens: readonly Token[], raw: string): Sentence[] {
  const sentences: Sentence[] = []
  let own: Token[] = []
  const end = (mark: string) => {
    if (own.length > 0)
      sentences.push({ pieces: splitPieces(own, raw), isQuestion: mark === '?' || opensQuestion(own) })
    own = []
  }
  for (const token of tokens) {
    if (token.kind === 'mark' && ENDS.has(token.mark)) end(token.mark)
    else own.push(token)
  }
  end('')
  return sentences
}

function opensQuestion(tokens: readonly Token[]): boolean {
  const first = tokens.find((token) => token.kind !== 'mark' && !(token.kind === 'word' && token.word === 'filler'))
  return first?.kind === 'word' && first.word === 'question'
}

function splitPieces(tokens: readonly Token[], raw: string): Token[][] {
  const pieces: Token[][] = [[]]
  for (const token of tokens) {
    const isBut = token.kind === 'word' && BUT.has(keyOf(raw.slice(token.at, token.end)))
    const isOther = isBut && !endsNegated(pieces.at(-1) ?? [])
    if (isOther || (token.kind === 'mark' && token.mark === ',')) pieces.push([])
    else pieces.at(-1)?.push(token)
  }
  return joinGeos(pieces)
    .flatMap((piece) => splitAnd(piece, raw))
    .flatMap(splitGeos)
    .filter((piece) => piece.some(({ kind }) => kind !== 'mark'))
}

/** `not 40 but 25` is one. */
function endsNegated(piece: readonly Token[]): boolean {
  const [before, last] = piece.slice(-2)
  return last?.kind === 'number' && before?.kind === 'word' && before.word === 'not'
}

/** `DE, AT 20 each`: geos alone belong to what follows. */
function joinGeos(pieces: readonly Token[][]): Token[][] {
  const joined: Token[][] = []
  let geos: Token[] = []
  for (const piece of pieces) {
    const isList =
      piece.some(isGeo) &&
      piece.every(
        (token) =>
          isGeo(token) ||
          token.kind === 'days' ||
          token.kind === 'mark' ||
          (token.kind === 'word' && token.word === 'filler'),
      )
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

/** `UK 40 and FR 20` are two; `UK and FR 20` is one of which it is asked what is whose. */
function splitAnd(tokens: Token[], raw: string): Token[][] {
  const at = tokens.findIndex(
    (token, index) =>
      ((token.kind === 'word' && AND.has(keyOf(raw.slice(token.at, token.end)))) ||
        (token.kind === 'mark' && token.mark === '/')) &&
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
function splitGeos(tokens: Token[]): Token[][] {
  const named = new Set<string>()
  const isNew = (token: Token) => token.kind === 'geo' && named.size < named.add(token.geo).size
  const heads = tokens.flatMap((token, index) =>
    isGeo(token) ? (isNew(token) ? [{ index, isGeo: true }] : []) : isValue(token) ? [{ index, isGeo: false }] : [],
  )
  const geos = heads.filter((head) => head.isGeo).length
  if (geos < 2) return [tokens]
  const isValueFirst =
    heads[0]?.isGeo === false &&
    heads.at(-1)?.isGeo === true &&
    heads.every((head, index) => head.isGeo === (index % 2 === 1))
  const cuts: number[] = []
  let hasValue = false
  for (const [order, head] of heads.entries()) {
    const begins = isValueFirst
      ? order > 0 && !head.isGeo
      : head.isGeo && hasValue && heads.slice(0, order).some((other) => other.isGeo)
    if (begins) {
      cuts.push(cutBefore(tokens, head.index))
      hasValue = false
    }
    // `stop UK and FR`: an act before the first geo is of all.
    if (!head.isGeo && heads.slice(0, order).some((other) => other.isGeo)) hasValue = true
  }
  return [0, ...cuts].map((from, index) => tokens.slice(from, cuts[index] ?? tokens.length))
}

/** A word before a geo that belongs to it: `No NL`, `stop FR`. */
function cutBefore(tokens: readonly Token[], index: number): number {
  const last = tokens[index - 1]
  return last?.kind === 'word' && (last.word === 'not' || last.word === 'source') ? index - 1 : index
}
