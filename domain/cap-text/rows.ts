import { holdDraft } from './doubts.ts'
import { fill, holdRows, inherit, isAhead, isEndless, planOf, takeNames, type Draft, type Listed } from './drafts.ts'
import { REPEATS, settleCopied } from './piece-days.ts'
import { keyOf } from './lexicon.ts'
import { lacks, onlyNumber, type Piece } from './piece.ts'
import type { Doubt } from './reading.ts'
import type { Scope } from './scope.ts'
import { staysAs } from './unplanned.ts'

/** Whether one of its numbers may be a source. */
function hasTwoValues({ cap, values, change }: Piece): boolean {
  return values.length + Number(cap !== null) + Number(change !== null) > 1
}

/** The rows of a text so far, and what was said above about later rows. */
export class Rows {
  readonly all: Draft[] = []
  readonly listed: Listed = { days: [], partners: [], sources: [], froms: [], doubts: [], unknown: [] }
  /** A geo, maybe with terms, whose rows stand below it. */
  heading: Draft | null = null
  /** Geos for which the line reports leads that came. */
  told = new Set<string>()
  /** The row whose number the sentence takes back. */
  #taken: { row: Draft; doubt: Doubt; sentence: number } | null = null
  paragraph = 0
  sentence = 0

  readonly scope: Scope

  constructor(scope: Scope) {
    this.scope = scope
  }

  draftOf(piece: Piece, { line, isQuestion }: { line: number; isQuestion: boolean }): Draft {
    settleCopied(piece, this.scope.world.today)
    const act = staysAs(piece, this.scope) ?? planOf(piece)
    return { ...piece, line, act, sentence: this.sentence, paragraph: this.paragraph, isQuestion }
  }

  inherit(draft: Draft): void {
    this.#holdRepeated(draft)
    // `Mediaforge: DE 15, IT 10`, `12: DE 15, IT 10`: the source is of the whole sentence. `IT 44 10` names its own.
    const head = this.all.findLast(({ sentence, headed }) => headed && sentence === draft.sentence)
    if (head?.headed && !draft.headed && !hasTwoValues(draft))
      takeNames(draft, { ...head, sources: hasTwoValues(head) ? [...head.headed, ...head.sources] : head.sources })
    inherit(draft, this.all.at(-1), this.listed)
  }

  /** `UK 40, same for tomorrow`: for today and tomorrow, or only for tomorrow? */
  #holdRepeated(draft: Draft): void {
    const { geos, line, words, copied, text } = draft
    if (copied !== this.scope.world.today || !REPEATS.test(keyOf(text)) || words.has('rest')) return
    // `FR 20 tomorrow, same for UK tomorrow`
    const isOfAny = geos.length === 0 || draft.isCopiedTo
    const isAbove = (row: Draft) =>
      isOfAny || row.geos.some((geo) => geos.includes(geo)) || (row.line === line && row.days.length === 0)
    const above = this.all.filter((row) => ['set', 'pause', 'resume'].includes(row.act) && isAbove(row))
    if (above.length > 0) holdRows([draft, ...above.filter(({ days }) => days.length === 0)], 'contradiction', text)
  }

  add(row: Draft): void {
    this.inherit(row)
    holdDraft(row)
    this.all.push(row)
  }

  /** Adds an act without a geo: a copy, a pause or its end. */
  addAlone(piece: Piece, at: { line: number; isQuestion: boolean }): void {
    const row = this.draftOf(piece, at)
    if (row.days.length > 0) this.listed.days = row.days
    this.add(row)
  }

  complete(row: Draft, piece: Piece, at: { line: number; isQuestion: boolean }): void {
    fill(row, piece)
    if (piece.days.length > 0 && piece.isDayFirst) this.listed.days = piece.days
    row.act = this.draftOf(row, at).act
    holdDraft(row)
  }

  /** Uses a number of `+5, so 15` (the result) or `NL same as today but 15` (the difference). False if there is no such row. */
  restate(piece: Piece, line: number): boolean {
    const row = this.all.at(-1)
    const [value, ...others] = piece.values
    const isBare = lacks(piece, 'unknown', 'doubts', 'days', 'geos', 'sources')
    const isCopy = row?.act === 'copy' && row.geos.length === 1 && row.days.length > 0
    if (!row || row.line !== line || row.values.length > 0 || row.cap !== null) return false
    if (value === undefined || others.length > 0 || !isBare || (row.change === null && !isCopy)) return false
    if (isCopy) row.act = 'set'
    row.values.push(value)
    return true
  }

  /** `not 25, 20` below a row of 25: takes back 25 and puts 20 in its place. */
  takeBack(piece: Piece): boolean {
    const isBare = lacks(piece, 'geos', 'unknown', 'doubts', 'sources')
    const value = onlyNumber(piece)
    if (!isBare || value === null) return false
    const taken = this.#taken
    if (taken?.sentence === this.sentence && !piece.words.has('not')) {
      taken.row.doubts = taken.row.doubts.filter((doubt) => doubt !== taken.doubt)
      ;[taken.row.cap, taken.row.values] = [value, []]
      this.#taken = null
      return true
    }
    const row = this.all.findLast(({ act }) => act === 'set')
    const isOfRow = row !== undefined && (row.cap === value || (row.cap === null && row.values.join() === `${value}`))
    if (!isOfRow || !piece.words.has('not') || piece.days.length > 0) return false
    const doubt: Doubt = { code: 'contradiction', about: piece.text }
    row.doubts.push(doubt)
    this.#taken = { row, doubt, sentence: this.sentence }
    return true
  }

  /** A day to come in talk above the rows may be theirs, so rows without a day ask for it. */
  openDay(piece: Piece): void {
    const isBeside = this.all.some(({ sentence }) => sentence === this.sentence)
    if (isBeside || this.listed.days.length > 0 || piece.geos.length > 0) return
    if (isAhead(piece, this.scope)) this.listed.days = piece.days.map(({ days }) => ({ days, isOpen: true }))
    else if (isEndless(piece)) this.listed.days = [{ days: [], isOpen: true }]
  }

  /** The rows of a line. If it has none, those of the list above. */
  beside(line: number): readonly Draft[] {
    const own = this.all.filter((draft) => draft.line === line)
    if (own.length > 0) return own
    const heading = this.heading
    return heading ? this.all.slice(this.all.indexOf(heading)) : []
  }
}
