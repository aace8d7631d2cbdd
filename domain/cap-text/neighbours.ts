import { BASE, NOT } from './piece-words.ts'
import { isMark, isWord, keyAt, type Token } from './token.ts'
import type { Word } from './words.ts'

/** Units that count the number before them. Other units name the number behind them. */
const COUNTS = /^(?:FRESH )?(?:LEAD|LDS|ЛИД|ЛIД|PER|A DAY|PCS|ШT|CONTACT|STUCK|PRO TAG|AL DIA|POR DIA|PAR JOUR)/

const AND = /^(?:AND|Y|E|UND|И|TA|Й|I|ET)$/

/** The neighbours of a place in a piece. They decide what a number there is. */
export class Neighbours {
  readonly tokens: readonly Token[]
  readonly raw: string

  constructor(tokens: readonly Token[], raw: string) {
    this.tokens = tokens
    this.raw = raw
  }

  keyOf(token: Token | undefined): string {
    return keyAt(token, this.raw)
  }

  /** The next meaningful token on one side. */
  beside(index: number, step: 1 | -1, skipsFillers = false): Token | undefined {
    for (let at = index + step; at >= 0 && at < this.tokens.length; at += step) {
      const token = this.tokens[at]
      if (!token || token.kind === 'mark') continue
      if (skipsFillers && isWord(token, 'filler')) continue
      return token
    }
    return undefined
  }

  /** A word before the geos that stand before this place: `same for UK tomorrow`. */
  beforeGeos(index: number, word: RegExp): Token | undefined {
    const at = this.tokens.findLastIndex((token, other) => other < index && word.test(this.keyOf(token)))
    const between = this.tokens.slice(at + 1, index)
    const isOfGeo = (token: Token) => token.kind === 'geo' || token.kind === 'mark' || isWord(token, 'filler')
    return between.some(({ kind }) => kind === 'geo') && between.every(isOfGeo) ? this.tokens[at] : undefined
  }

  wordBeside(index: number, step: 1 | -1, skipsFillers = false): Word | null {
    const token = this.beside(index, step, skipsFillers)
    return token?.kind === 'word' ? token.word : null
  }

  /** `not until 19` may mean from 19 on, or not as long as that. */
  isDenied(token: Token | undefined): boolean {
    return token !== undefined && this.wordBeside(this.tokens.indexOf(token), -1) === 'not'
  }

  /** `half of today`, `8 less than today` */
  isCompared(index: number): boolean {
    return this.tokens[index]?.kind === 'days' && BASE.test(this.keyOf(this.tokens[index - 1]))
  }

  /** Whether one of these kinds comes next behind a token. */
  leads(token: Token | undefined, ...kinds: Token['kind'][]): boolean {
    const next = token && this.beside(this.tokens.indexOf(token), 1)
    return next !== undefined && kinds.includes(next.kind)
  }

  /** Whether one of the words stands between a number and this place. */
  followsNumber(index: number, words: ReadonlySet<string>): boolean {
    const last = this.beside(index, -1)
    if (last?.kind !== 'word' || !words.has(this.keyOf(last))) return false
    return this.beside(this.tokens.indexOf(last), -1)?.kind === 'number'
  }

  /** Whether one of the words stands behind a geo, followed by nothing but a day. */
  endsGeo(index: number, words: ReadonlySet<string>): boolean {
    const says = ({ kind }: Token) => kind !== 'mark' && kind !== 'days'
    const isOne = words.has(this.keyOf(this.tokens[index]))
    return isOne && this.tokens[index - 1]?.kind === 'geo' && !this.tokens.slice(index + 1).some(says)
  }

  /** Whether a token is the old value before a new one: `1100+10 → 1150+12`, `not 40 but 25`. */
  isReplaced(token: Token, index: number): boolean {
    const [arrow, next] = this.tokens.slice(index + 1)
    if (token.kind === 'price') return isMark(arrow, '→') && next?.kind === 'price'
    const isNegated = token.kind === 'number' && this.wordBeside(index, -1) === 'not'
    const isSaid =
      NOT.has(this.keyOf(this.beside(index, -1))) && this.tokens.slice(0, index).some(({ kind }) => kind === 'number')
    return isNegated && (isSaid || this.beside(index, 1, true)?.kind === 'number')
  }

  /** `same hours as today` copies no caps. */
  isOfTerms(): boolean {
    return this.tokens.some(
      (token) => isWord(token, 'hours', 'price') || (token.kind === 'word' && /HOUR|PRICE/.test(this.keyOf(token))),
    )
  }

  /** `from 12 and 44`: the second number is of the same kind as the first. */
  listsFrom(index: number): boolean {
    const and = this.tokens[index - 1]
    const last = this.tokens[index - 2]
    const isAnd = and !== undefined && AND.test(this.keyOf(and))
    if (!isAnd || last?.kind !== 'number') return false
    return this.wordBeside(index - 2, -1) === 'from' || this.listsFrom(index - 2)
  }

  /** Whether a word beside a number names it as the cap. */
  isNamed(index: number): boolean {
    const before = this.wordBeside(index, -1, true)
    if (before === 'unit' && this.#namesBehind(index)) return true
    if (this.wordBeside(index, -1) === 'most' || this.wordBeside(index, -1) === 'daily') return true
    const next = this.beside(index, 1)
    if (next?.kind !== 'word' || next.word !== 'unit') return false
    return COUNTS.test(this.keyOf(next)) || !this.leads(next, 'number')
  }

  /** `10 more`, `10 leads less` */
  isCountedOut(index: number): boolean {
    const next = this.beside(index, 1)
    const isUnit = next?.kind === 'word' && next.word === 'unit'
    const word = isUnit ? this.beside(this.tokens.indexOf(next), 1) : next
    // In `40 plus 10` the word is of the number behind it.
    return isWord(word, 'more', 'less') && !this.leads(word, 'number')
  }

  /** `cap 20`; of `20 leads 44` the first is the cap. */
  #namesBehind(index: number): boolean {
    const isUnit = (token: Token) => isWord(token, 'unit')
    const at = this.tokens.findLastIndex((token, other) => other < index && isUnit(token))
    const unit = this.tokens[at]
    return !COUNTS.test(this.keyOf(unit)) || this.beside(at, -1)?.kind !== 'number'
  }
}
