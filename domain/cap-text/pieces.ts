import { basisPointsFromPercent, centsFromDollars } from '#domain/kernel/cents.ts'
import type { Window } from '#domain/hours/working-hours.ts'
import { hasValue } from './drafts.ts'
import { Neighbours } from './neighbours.ts'
import { placeColumns } from './headings.ts'
import { joinHours } from './piece-hours.ts'
import { keyOf } from './lexicon.ts'
import { addDays } from './piece-days.ts'
import { emptyPiece, has, noHours, type Column, type Hours, type Piece } from './piece.ts'
import * as keys from './piece-words.ts'
import type { Answer, AskCode } from './reading.ts'
import { isWord, type Token } from './token.ts'
import type { Word } from './words.ts'

export function collectPiece(tokens: readonly Token[], raw: string, columns: readonly Column[] | null = null): Piece {
  return new Collector(joinHours(tokens), raw, columns).collect()
}

/** Whether a token is a value that a correction may replace. */
function isOfCap(kind: Token['kind']): boolean {
  return ['number', 'delta', 'hours', 'price', 'geo', 'days', 'clock'].includes(kind)
}

class Collector {
  readonly #piece: Piece
  readonly #words: Set<Word>
  /** Where the hours begin. */
  #hoursAt = 0

  readonly tokens: readonly Token[]
  readonly raw: string
  readonly columns: readonly Column[] | null
  readonly near: Neighbours

  constructor(tokens: readonly Token[], raw: string, columns: readonly Column[] | null) {
    this.tokens = tokens
    this.raw = raw
    this.columns = columns
    this.near = new Neighbours(tokens, raw)
    const [first, last] = [tokens[0], tokens.at(-1)]
    this.#words = new Set(tokens.flatMap((token) => (token.kind === 'word' ? [token.word] : [])))
    this.#piece = emptyPiece(tokens, first && last ? raw.slice(first.at, last.end).trim() : '', this.#words)
  }

  collect(): Piece {
    for (const [index, token] of this.tokens.entries()) this.#add(token, index)
    const piece = this.#piece
    // `UK 40 -> FR 40` moves leads, or corrects the geo.
    const last = this.tokens.at(-1)
    if (last?.kind === 'mark' && (last.mark === '>' || last.mark === '→') && piece.geos.length > 0)
      this.#doubt('contradiction', last)
    // `1400 flat` has no guarantee, or leaves the existing one.
    const flat = this.tokens.find((token) => token.kind === 'word' && this.near.keyOf(token) === 'FLAT')
    if (flat && piece.cpa !== null && piece.crg === null) this.#doubt('which-price', flat)
    const currency = this.tokens.find((token) => token.kind === 'mark' && /[€£]/.test(token.mark))
    if (currency && piece.cpa !== null) this.#doubt('which-price', currency)
    if (this.#words.has('double')) piece.change = { factor: 2 }
    if (this.#words.has('half')) piece.change = { factor: 0.5 }
    // `half of DE to CH` moves a part.
    if (piece.change && 'factor' in piece.change && piece.geos.length > 1 && last) this.#doubt('approximate', last)
    if (this.columns) placeColumns(piece, this.columns)
    return piece
  }

  #doubt(code: AskCode, token: Token, answers?: readonly Answer[]): void {
    this.#piece.doubts.push({ code, about: this.raw.slice(token.at, token.end).trim(), ...(answers && { answers }) })
  }

  #add(token: Token, index: number): void {
    const piece = this.#piece
    switch (token.kind) {
      case 'geo':
        if (token.partners.length > 0) piece.geoNames.push({ geo: token.geo, partners: token.partners })
        else if (!piece.geos.includes(token.geo)) piece.geos.push(token.geo)
        break
      case 'partner':
        piece.partners.push(token.partners)
        break
      case 'days':
        addDays(this.#piece, token, index, this.near)
        break
      case 'zone':
        if (token.name === 'local') this.#doubt('which-hours', token)
        else this.#setZone(token.name, token)
        break
      case 'offset':
        if (token.minutes === null) this.#doubt('which-zone', token)
        else this.#setZone(token.minutes, token)
        break
      case 'unknown':
        if (!this.near.isCompared(index + 1)) piece.unknown.push(this.raw.slice(token.at, token.end))
        break
      case 'word':
        this.#addWord(token, index)
        break
      case 'mark':
      case 'aside':
        break
      default:
        this.#addNumeric(token, index)
    }
  }

  #addWord(token: Extract<Token, { kind: 'word' }>, index: number): void {
    const next = this.near.beside(index, 1)
    const key = this.near.keyOf(token)
    const isBesideNumber = next?.kind === 'number' || this.near.beside(index, -1)?.kind === 'number'
    if (token.word === 'most' && token.partners.length > 0 && !isBesideNumber) {
      this.#piece.partners.push(token.partners)
      this.#doubt('which-advertiser', token)
    }
    const isOfDays = this.tokens.some((other) => other.kind === 'days' && other.days.length > 1 && !other.isOpen)
    // `daily 60` names the cap. `every day 60` has no last day.
    const isNaming = next?.kind === 'number' && keys.NAMES_CAP.test(key)
    if (token.word === 'daily' && !isNaming && !isOfDays) this.#doubt('which-day', token)
    // `No NL` pauses NL, and so does `NL none tomorrow`.
    const isOfGeo = token.word === 'not' && this.tokens[index + 1]?.kind === 'geo'
    // `stop all except DK` stops the others.
    if (isOfGeo && (keys.EXCEPT.test(key) || this.#words.has('stop'))) this.#doubt('which-geo', token)
    else if (isOfGeo || (token.word === 'not' && this.near.endsGeo(index, keys.NOTHING))) {
      this.#words.delete('not')
      this.#words.add('stop')
    }
    if (token.word === 'part' && keys.GREETED.has(this.near.keyOf(this.tokens[index + 1]))) this.#words.delete('part')
    if (token.word === 'instead' && !['number', 'clock', 'hours', 'price'].includes(next?.kind ?? ''))
      this.#doubt('contradiction', token)
    // `UK 40 - scratch that`
    const [before, behind] = [this.tokens.slice(0, index), this.tokens.slice(index)]
    const isTaken = before.some(({ kind }) => isOfCap(kind)) && !behind.some(({ kind }) => isOfCap(kind))
    if (token.word === 'correct' && isTaken && !keys.CORRECTS.test(key)) this.#doubt('contradiction', token)
    // In `UK 20 minus FR 5` the word lowers neither, in `UK 20 minus` and `UK 20 minus, FR 5` it lowers UK.
    const isBetween = isTaken && /^M(?:INUS|[ИI]HYC) +[\p{L}\d]/u.test(key + this.raw.slice(token.end))
    // `so about UK, …` only names a topic.
    const isTopic = next?.kind === 'geo' && key === 'ABOUT' && !this.near.leads(next, 'number')
    if (isBetween || (token.word === 'least' && !isTopic)) this.#doubt('approximate', token)
    if (isTopic) this.#words.delete('least')
    if (token.word === 'region') this.#doubt('unknown-geo', token)
  }

  #addNumeric(token: Token, index: number): void {
    const piece = this.#piece
    const [before, behind] = [this.near.wordBeside(index, -1), this.near.wordBeside(index, 1)]
    const isReplaced = this.near.isReplaced(token, index) || this.near.followsNumber(index, keys.NOT)
    if (isReplaced) this.#words.delete('not')
    if (isReplaced || before === 'instead') return
    const next = this.near.beside(index, 1)
    const second = behind === 'unit' && next ? this.near.wordBeside(this.tokens.indexOf(next), 1) : behind
    if (keys.isOfLeads(this.near.wordBeside(index, -1, true)) || keys.isOfLeads(second)) {
      if (token.kind === 'hours' || token.kind === 'clock' || token.kind === 'always') this.#doubt('which-hours', token)
      if (token.kind === 'price' || piece.cpa !== null) this.#doubt('which-price', token)
      return
    }
    const isPerLead = this.near.wordBeside(index, -1, true) === 'perLead' || behind === 'perLead'
    switch (token.kind) {
      case 'number':
        this.#addNumber(token, index)
        break
      case 'price':
        if (piece.cpa !== null) this.#doubt('which-price', token)
        piece.cpa = token.cpa
        if (isPerLead) piece.crg = basisPointsFromPercent(100)
        else if (token.crg !== null) piece.crg = token.crg
        break
      case 'percent':
        if (piece.cpa !== null || before === 'crg' || behind === 'crg') piece.crg = token.points
        else if (has(piece, 'more', 'less')) this.#change(token.points / 100, true, token)
        else this.#doubt('which-price', token)
        break
      case 'delta':
        if (piece.change !== null) this.#doubt('contradiction', token)
        piece.change = { by: token.by, isPercent: token.isPercent }
        // `PT +20%` may change the cap, or be a guarantee.
        if (token.isPercent && !has(piece, 'more', 'less')) this.#doubt('approximate', token)
        break
      case 'hours':
        // `10-18 or 11-19`
        if (piece.hours !== null && keys.OR.has(this.near.keyOf(this.near.beside(index, -1))))
          this.#doubt('which-hours', token)
        this.#addHours(token, before, behind)
        break
      case 'always':
        this.#setHours([{ from: 0, to: 1440 }], token)
        break
      case 'clock':
      case 'duration':
        if (before === 'till') this.#end(token.minutes, token, index)
        else if (before === 'from' || (token.kind === 'clock' && has(piece, 'opens', 'later', 'earlier')))
          this.#moveHours(token, { from: token.minutes })
        else if (this.#words.has('later')) this.#moveHours(token, { shift: token.minutes })
        else if (this.#words.has('earlier')) this.#moveHours(token, { shift: -token.minutes })
        else this.#doubt('which-hours', token)
        break
      case 'range':
        this.#doubt('approximate', token, token.answers)
        break
      default:
        this.#doubt('is-number-a-cap', token, token.kind === 'odd' ? token.answers : undefined)
    }
  }

  #addNumber(token: Extract<Token, { kind: 'number' }>, index: number): void {
    const piece = this.#piece
    const { value } = token
    const [last, next] = [this.near.beside(index, -1), this.near.beside(index, 1)]
    const sign = this.tokens[index - 1]
    if (sign?.kind === 'mark' && keys.isAbout(sign)) this.#doubt('approximate', token)
    const before = this.near.wordBeside(index, -1)
    const behind = this.near.wordBeside(index, 1)
    // `по 15` means 15 of each.
    if (this.near.keyOf(last) === 'ПO' && last && this.near.beside(this.tokens.indexOf(last), -1)?.kind !== 'number')
      this.#words.add('each')
    if (this.near.followsNumber(index, keys.OR)) this.#doubt('approximate', token)
    const group = last?.kind === 'partner' ? last.partners.find(({ key }) => key === String(value)) : undefined
    if (group) {
      // `Brightpath (45)`, if Brightpath is the whole name of source 44.
      const isAnother =
        last?.kind === 'partner' &&
        last.partners.some(({ key, name }) => key !== group.key && keyOf(name) === this.near.keyOf(last))
      if (isAnother) this.#doubt('contradiction', token)
      piece.partners[piece.partners.length - 1] = [group]
      return
    }
    if (keys.REFERENCE.test(this.near.keyOf(last))) return
    // `UK 40 CRG` may mean 40 leads.
    const isOnly = piece.geos.length > 0 && piece.cpa === null && !hasValue(piece)
    if (token.isHashed || before === 'source') piece.sources.push(String(value))
    else if (keys.COUNTED.has(this.near.keyOf(next))) return
    else if (keys.DAYS.has(this.near.keyOf(next))) this.#doubt('which-day', token)
    else if (this.#isChange(before) && this.near.isNamed(index)) this.#changeBy(value, token, index)
    else if (this.near.isNamed(index)) this.#setCap(value, token)
    else if (before === 'price' || (behind === 'price' && !this.near.leads(next, 'number', 'price')))
      piece.cpa = centsFromDollars(value)
    else if (before === 'perLead' || (behind === 'perLead' && !this.near.leads(next, 'number', 'price')))
      [piece.cpa, piece.crg] = [centsFromDollars(value), basisPointsFromPercent(100)]
    else if (before === 'crg' || (behind === 'crg' && !isOnly && !this.near.leads(next, 'number', 'percent')))
      piece.crg = basisPointsFromPercent(Math.min(100, value))
    else if (has(piece, 'more', 'less')) this.#changeBy(value, token, index)
    // `bis 60` is no time.
    else if (before === 'till' && value > 24) {
      // `from 15 to 30`: 15 may be the old cap, or when it starts.
      if (piece.froms.length > 0) this.#doubt('is-number-a-cap', token)
      this.#setCap(value, token)
    } else if (before === 'till') {
      // `UK to 20` is more likely a number than a time. `UK до 20` may be either. `till 20` is a time.
      const isTimed =
        this.#words.has('hours') || this.#words.has('opens') || piece.hours !== null || piece.froms.length > 0
      const hasCap = piece.cap !== null || piece.values.length > 0
      const key = this.near.keyOf(last)
      if (!isTimed && !this.near.isDenied(last) && (keys.TO.has(key) || (keys.UP_TO.has(key) && !hasCap)))
        this.#doubt('is-number-a-cap', token)
      this.#end(value * 60, token, index)
    } else if (keys.FOR.has(this.near.keyOf(last))) piece.sources.push(String(value))
    else if (value <= 24 && this.#isStart(token, last)) this.#moveHours(token, { from: value * 60 })
    else if (before === 'from' || this.near.listsFrom(index)) piece.froms.push(value)
    else piece.values.push(value)
  }

  /** `not before 12`, `UK starts at 11`. Of `open UK at 20` it is asked whether 20 is the cap. */
  #isStart(token: Token, last: Token | undefined): boolean {
    const key = this.near.keyOf(last)
    const opening = this.tokens.find((other) => isWord(other, 'opens'))
    if (!keys.AT.has(key) || !opening || this.#words.has('remark')) return keys.NOT_BEFORE.test(key)
    const isTimed = key !== 'AT' || this.near.keyOf(opening).endsWith('S') || this.#piece.hours !== null
    if (isTimed || hasValue(this.#piece)) return true
    this.#doubt('is-number-a-cap', token)
    return false
  }

  #setCap(value: number, token: Token): void {
    if (this.#piece.cap !== null && this.#piece.cap !== value) this.#doubt('contradiction', token)
    this.#piece.cap = value
  }

  /** `add 10 leads`, but `raise to 40 leads` and `raise up to 40`. */
  #isChange(before: Word | null): boolean {
    return has(this.#piece, 'more', 'less') && before !== 'till' && before !== 'most'
  }

  #changeBy(value: number, token: Token, index: number): void {
    const last = this.near.beside(index, -1)
    const before = this.near.wordBeside(index, -1)
    const isBy = before === 'more' || before === 'less' || keys.BY.has(this.near.keyOf(last))
    if (before === 'till') this.#setCap(value, token)
    else if (before === 'from') return
    else if (isBy || this.near.isCountedOut(index)) this.#change(value, false, token)
    else if (this.#piece.geos.length > 0 && (this.#words.has('more') || this.near.isNamed(index)))
      this.#doubt('approximate', token)
    else this.#piece.values.push(value)
  }

  #change(by: number, isPercent: boolean, token: Token): void {
    if (this.#piece.change !== null) this.#doubt('contradiction', token)
    this.#piece.change = { by: this.#words.has('less') ? -by : by, isPercent }
  }

  #addHours(token: Extract<Token, { kind: 'hours' }>, before: Word | null, behind: Word | null): void {
    const isSaid =
      !token.isPlain || before === 'from' || before === 'hours' || behind === 'hours' || this.#words.has('hours')
    const [{ from, to } = { from: 0, to: 0 }] = token.windows
    // Hours that reach into another day may be a date, or afternoon hours.
    if (to < from && to > 0) this.#doubt('which-hours', token)
    const hasCap = this.#piece.cap !== null || this.#piece.values.length > 0
    if (!isSaid && !hasCap && (behind === 'unit' || before === 'unit' || before === 'most'))
      this.#doubt('approximate', token)
    else this.#setHours([...(this.#piece.hours?.windows ?? []), ...token.windows], token, !isSaid && !hasCap)
  }

  /** Sets the clock behind hours. It is a part of how the hours were written. */
  #setZone(zone: string | number, token: Token): void {
    const { hours } = this.#piece
    this.#piece.zone = zone
    if (hours) this.#piece.hours = { ...hours, written: this.raw.slice(this.#hoursAt, token.end).replace(/[()]/g, '') }
  }

  #setHours(windows: readonly Window[], token: Token, mayBeLeads = false): void {
    if (this.#piece.hours === null) this.#hoursAt = token.at
    const written = this.raw.slice(this.#hoursAt, token.end)
    const isPlain = token.kind === 'hours' && token.isPlain
    this.#piece.hours = { windows, from: null, to: null, shift: null, written, isPlain }
    if (mayBeLeads) this.#words.add('least')
  }

  #end(minutes: number, token: Token, index: number): void {
    if (this.near.isDenied(this.near.beside(index, -1))) this.#doubt('which-hours', token)
    else this.#moveHours(token, { to: minutes })
  }

  #moveHours(token: Token, ends: Partial<Pick<Hours, 'from' | 'to' | 'shift'>>): void {
    this.#piece.hours = { ...(this.#piece.hours ?? noHours(this.raw.slice(token.at, token.end))), ...ends }
  }
}
