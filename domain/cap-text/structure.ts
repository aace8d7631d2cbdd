import { holdDraft, settleNames } from './doubts.ts'
import {
  actOf,
  fill,
  raiseToo,
  fillTerms,
  hasOpenNumber,
  hasTerms,
  hasValue,
  holdRows,
  isAhead,
  openEndless,
  isReport,
  isReportSentence,
  nameBelow,
  takeNames,
  type Draft,
  type Structure,
} from './drafts.ts'
import { parseHeadings } from './headings.ts'
import { ofFurtherDay } from './further-days.ts'
import { addTail, endDays, endLine, fillAbove } from './line-end.ts'
import { fillListed, isHeaded, isOtherDay, type Head } from './list-heads.ts'
import { Leftovers } from './leftovers.ts'
import { lacks, type Column, type Piece } from './piece.ts'
import { collectPiece } from './pieces.ts'
import * as remarks from './remarks.ts'
import { dropBrackets, splitSentences, type Sentence } from './split.ts'
import { Rows } from './rows.ts'
import type { Scope } from './scope.ts'
import { parseLine, SIGNED } from './tokens.ts'
import { holdAlternatives, holdDays, isRemark, isToldLater, leaveOut, takeTold } from './unplanned.ts'
import type { Word } from './words.ts'

/** A text with more lines is not a message. */
const MOST_LINES = 2_000

/** Reads the layout of a text: one-liners, lists below headings, labelled blocks, tables, and remarks between them. */
export function structureText(text: string, scope: Scope, isAnswer = false): Structure {
  const layout = new Layout(scope, isAnswer)
  const isSigned = SIGNED.test(text)
  const lines = text
    .normalize('NFC')
    .split(/\r\n?|[\n\u2028\u2029]/)
    .slice(0, MOST_LINES)
  for (const [index, line] of lines.entries()) layout.addLine(line, index + 1, isSigned)
  return layout.end()
}

interface At {
  line: number
  isQuestion: boolean
  isCorrection: boolean
  isCorrected: boolean
  isFirst: boolean
  from: number
}

class Layout {
  readonly #rows: Rows
  readonly #left: Leftovers
  readonly #orphans: Piece[] = []
  readonly #questioned: Draft[] = []
  readonly #words = new Set<Word>()
  #excluded: string[] = []
  #columns: Column[] | null = null

  readonly scope: Scope

  constructor(scope: Scope, isAnswer: boolean) {
    this.scope = scope
    this.#rows = new Rows(scope)
    this.#left = new Leftovers(this.#rows, isAnswer)
  }

  addLine(text: string, line: number, isSigned: boolean): void {
    if (text.trim() === '') {
      this.#rows.paragraph += 1
      this.#rows.heading = null
      this.#columns = null
      return
    }
    // Below headings `;` separates columns.
    const read = parseLine(this.#columns ? text.replaceAll(';', '\t') : text, this.scope, isSigned)
    const { tokens, asides, excluded } = dropBrackets(read)
    for (const aside of asides) this.#left.addAside(aside, read.raw, line)
    this.#excluded = excluded
    const columns = parseHeadings(tokens, read.raw)
    if (columns) {
      this.#columns = columns
      return
    }
    const first = this.#rows.all.length
    this.#rows.told = new Set()
    for (const sentence of splitSentences(tokens, read.raw)) this.#addSentence(sentence, read.raw, line)
    endLine(this.#rows.all.slice(first))
  }

  #addSentence({ pieces, isQuestion }: Sentence, raw: string, line: number): void {
    this.#rows.sentence += 1
    const own = pieces.map((tokens) => collectPiece(tokens, raw, this.#columns))
    const first = this.#rows.all.length
    if (isReportSentence(own, this.scope)) {
      this.#rows.told = new Set(own.flatMap(({ geos }) => geos))
      for (const piece of own) this.#left.add(piece, { line, isQuestion }, 'told')
      return
    }
    const correction = own.findIndex(({ words }) => words.has('correct'))
    const corrects = own.slice(correction).some((piece) => hasValue(piece) || hasTerms(piece))
    const isCorrection = correction >= 0
    let isCorrected = false
    for (const piece of own) {
      isCorrected ||= piece.words.has('correct')
      // `sorry` before or behind the correction adds nothing.
      if (isCorrection && corrects && remarks.saysNothing(piece)) continue
      for (const word of piece.words) this.#words.add(word)
      settleNames(piece, this.scope, this.#excluded)
      const isFirst = piece === own[0]
      this.#addPiece(piece, { line, isQuestion, isCorrection, isCorrected, isFirst, from: first })
    }
    endDays(this.#rows.all.slice(first))
  }

  #addPiece(piece: Piece, at: At): void {
    const { words } = piece
    if (remarks.isCourtesy(piece)) return this.#left.add(piece, at, 'talk')
    if (remarks.headsList(piece)) return this.#addTerms({ ...piece, words: new Set(), unknown: [] }, at)
    takeTold(piece, this.#rows, this.scope)
    const hasGeo = piece.geos.length > 0
    const said = hasValue(piece) || actOf(piece) !== null || piece.copied !== null
    if (words.has('condition') && !hasGeo)
      return this.#addTalk(
        { code: 'is-condition', isAlone: hasValue(piece), isApart: remarks.namesOutcome(piece) },
        piece,
        at,
      )
    if (isReport(piece, this.scope) && !words.has('doubt') && !words.has('condition')) {
      // `no wait, it was PL`
      if (at.isCorrected && hasGeo) holdRows(this.#rows.all.slice(-1), 'contradiction', piece.text)
      for (const geo of piece.geos) this.#rows.told.add(geo)
      this.#left.add(piece, at, 'told')
      return
    }
    if (this.#rows.takeBack(piece)) return
    holdAlternatives(piece, this.#rows.all, at.line)
    const out = leaveOut(piece, this.#rows.all, at, this.scope)
    if (out === 'said') return this.#left.add(piece, at, 'out')
    if (out === 'asked') return
    const isEmpty = hasGeo ? !said && piece.cpa === null && !hasOpenNumber(piece) : !hasValue(piece)
    if (at.isQuestion && isEmpty) {
      this.#left.add(piece, at, 'talk')
      if (hasGeo) this.#questioned.push(this.#rows.draftOf(piece, at))
      return
    }
    if (at.isCorrected && remarks.correctGeo(this.#rows.all, piece)) return
    const replaces = hasValue(piece) || (hasTerms(piece) && this.#rows.all.length > 0)
    if (at.isCorrection && !hasGeo && !words.has('not') && replaces) {
      const corrected = remarks.correctLast(this.#rows.all, piece)
      if (corrected === null) this.#orphans.push(piece)
      if (corrected !== 'done') this.#left.add(piece, at, 'talk', { code: 'is-number-a-cap', isAlone: false })
      return
    }
    if (hasGeo || (words.has('region') && (hasOpenNumber(piece) || hasValue(piece)))) this.#addGeo(piece, at)
    else if ((said || hasOpenNumber(piece)) && !isRemark(piece, this.#rows.all)) this.#addValue(piece, at)
    else if (isToldLater(piece)) holdRows(this.#rows.all.slice(-1), 'is-condition', piece.text)
    else if (hasTerms(piece) || !lacks(piece, 'partners', 'sources', 'froms')) this.#addTerms(piece, at)
    else this.#addTalk(remarks.judgeRemark(piece, this.#rows.all, at.from), piece, at)
  }

  #addGeo(piece: Piece, at: At): void {
    const draft = this.#rows.draftOf(piece, at)
    raiseToo(draft, this.#rows.all.slice(at.from).at(-1))
    holdDraft(draft)
    const isOfOthers = draft.act === 'open' && (draft.hours !== null || draft.cpa !== null) && draft.values.length === 0
    const named = this.#rows.all.filter(({ geos }) => draft.geos.some((geo) => geos.includes(geo)))
    if (isOfOthers && named.length > 0 && named.every((other) => other.act === 'set')) {
      for (const other of named) fill(other, draft)
      return
    }
    this.#rows.inherit(draft)
    this.#rows.all.push(draft)
    const isHeading = draft.act === 'open' && !piece.words.has('tell') && piece.doubts.length === 0
    this.#rows.heading = isHeading ? draft : null
    // A day before the first geo of a line is the day of all geos that follow.
    if (piece.days.length > 0 && (draft.act !== 'pause' || piece.isDayFirst || isAhead(piece, this.scope)))
      this.#rows.listed.days = piece.days
  }

  /** Adds a number without a geo. It is of the heading above, of another source of the same geo, or completes a row without a number. */
  #addValue(piece: Piece, at: At): void {
    const last = this.#rows.all.at(-1)
    const isListed = !lacks(piece, 'partners', 'sources', 'froms') || piece.values.length > 1
    const heading = this.#rows.heading
    if (heading && (heading.act === 'open' || isListed)) {
      if (heading.act === 'open' && (!isListed || heading.line === at.line))
        return this.#rows.complete(heading, piece, at)
      const row = this.#rows.draftOf({ ...piece, geos: [...heading.geos] }, at)
      fillTerms(row, heading)
      takeNames(row, heading)
      this.#rows.add(row)
      if (heading.act === 'open') heading.act = 'keep'
      return
    }
    if (this.#rows.restate(piece, at.line)) return
    const further = ofFurtherDay(piece, this.#rows.beside(at.line))
    if (further) {
      const row = this.#rows.draftOf({ ...piece, geos: [...further.geos] }, at)
      takeNames(row, further)
      this.#rows.add(row)
      return
    }
    if (piece.copied !== null || (piece.words.has('resume') && !last) || (piece.words.has('stop') && !last))
      return this.#rows.addAlone(piece, at)
    // `cancel` below a cap takes it back, or pauses the existing cap.
    if (last?.act === 'set' && actOf(piece) === 'pause') {
      const beside = this.#rows.all.filter(({ line }) => line === last.line)
      return holdRows(beside, 'contradiction', piece.text)
    }
    if (last && last.line === at.line && last.sentence === this.#rows.sentence) {
      if (last.values.length === 0 && last.cap === null && last.change === null && last.act === 'open')
        return this.#rows.complete(last, piece, at)
      if (isListed) {
        const own = last.partners.filter((group) => group.some(({ kind }) => kind === 'advertiser'))
        const partners = [...piece.partners, ...own]
        const row = this.#rows.draftOf({ ...piece, geos: [...last.geos], partners }, at)
        fillTerms(row, { ...last, hours: null })
        this.#rows.add(row)
        return
      }
      if (actOf(piece) === last.act && !hasValue(piece)) return
    }
    if (at.isFirst && remarks.headsWithNumber(piece)) {
      const { all, listed, paragraph } = this.#rows
      const isBare = !piece.text.includes('(')
      const isOnTop = all.every((row) => (isBare ? row.paragraph !== paragraph : row.line !== at.line))
      const isHead = isOnTop && !this.#left.isAnswer
      const head = isHead ? remarks.askNumber(piece, this.scope) : piece
      nameBelow(listed, head)
      listed.doubts.push(...head.doubts)
      if (isHead) {
        this.#heads.push({ piece, isNaming: true, isNewDay: false, line: at.line, order: all.length, paragraph })
        return this.#left.add(piece, at, 'term')
      }
    }
    holdDays(piece, this.#rows.all.slice(at.from))
    this.#orphans.push(at.isQuestion ? remarks.doubtAnswer(piece) : piece)
    if (actOf(piece) === null || piece.unknown.length === 0) {
      this.#addTalk(remarks.judgeOrphan(piece, this.#rows.all, at), piece, at)
    }
  }

  /** Adds days, hours, prices and names alone. Days are of the rows above and of all that follow. The rest: `fillListed`. */
  #addTerms(piece: Piece, at: At): void {
    const own = this.#rows.all.slice(at.from)
    const isReason = own.length > 0 && own.every(({ act }) => act === 'pause') && piece.days.length === 0
    if (piece.unknown.length > 0 && (isReason || piece.unknown.length >= piece.size - 1)) {
      this.#addTalk(remarks.judgeRemark(piece, this.#rows.all, at.from), piece, at)
      return
    }
    this.#terms.push(piece)
    this.#left.add(piece, at, 'term')
    if (piece.words.has('too') && this.#rows.all.length > 0 && piece.days.length > 0) {
      for (const draft of own.length > 0 ? own : this.#rows.all.slice(-1)) draft.days = [...draft.days, ...piece.days]
      return
    }
    if (own.length > 0) {
      addTail(piece, own)
      return
    }
    const heading = this.#rows.heading
    const { paragraph } = this.#rows
    const isOfHeading = heading?.paragraph === paragraph && heading.act !== 'keep' && piece.days.length === 0
    if (isOfHeading && !isHeaded(piece, paragraph, this.#heads)) {
      fill(heading, piece)
      return
    }
    const isNaming = !lacks(piece, 'partners', 'sources', 'froms')
    if (isNaming) {
      nameBelow(this.#rows.listed, piece)
      this.#left.name()
      this.#rows.heading = null
    }
    if (piece.days.length > 0) this.#rows.listed.days = openEndless(piece)
    const order = this.#rows.all.length
    const beside = this.#heads.findLast((head) => head.order === order && head.piece.days.length > 0)
    const isNewDay = isOtherDay(piece, beside?.piece ?? this.#rows.all.at(-1))
    this.#heads.push({ piece, isNaming, isNewDay, line: at.line, order, paragraph })
    fillAbove(piece, this.#rows.all, paragraph)
  }

  #isStrange = false
  #terms: Piece[] = []
  readonly #heads: Head[] = []

  /** Adds talk beside the caps. `name`: its unknown words are asked about, and hold the rows that it may be about. */
  #addTalk(talk: remarks.Talk, piece: Piece, at: At): void {
    if (piece.unknown.length > 0) this.#isStrange = true
    this.#left.add(piece, at, 'talk', talk)
    if (talk === null) this.#rows.openDay(piece)
  }

  end(): Structure {
    const { all } = this.#rows
    fillListed(this.#heads, all)
    // `Altamar (44)` below the last row heads none.
    for (const { piece, line, order } of this.#heads) {
      const at = { line, from: order, isFirst: true, isQuestion: false }
      if (remarks.headsWithNumber(piece) && order === all.length)
        this.#left.add(piece, at, 'talk', remarks.judgeOrphan(piece, all, at))
    }
    const loose = this.#left.hold()
    return {
      drafts: all,
      loose,
      ignores: this.#left.talk(),
      words: this.#words,
      orphans: this.#orphans,
      questioned: this.#questioned,
      terms: this.#terms,
      holdAnswered: (answered, said) => this.#left.holdAnswered(answered, said),
      saysMore: this.#isStrange,
    }
  }
}
