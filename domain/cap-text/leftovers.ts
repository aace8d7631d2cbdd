import type { Day } from '#domain/kernel/day.ts'
import { BEARINGS, HARMLESS, isRefusal, SMALL_TALK, type Leftover } from './bearings.ts'
import { holdRows, isAhead, isReport, type Draft } from './drafts.ts'
import { keyOf } from './lexicon.ts'
import { holdUnused } from './licences.ts'
import { daysIn, has, lacks, type Piece } from './piece.ts'
import { collectPiece } from './pieces.ts'
import { EXCEPT } from './piece-words.ts'
import type { Doubt } from './reading.ts'
import { isOnly, type Talk } from './remarks.ts'
import type { Rows } from './rows.ts'
import type { Aside } from './split.ts'

// What a message says beside its rows. A row can be saved only if all of that is known to leave it alone. Talk that was not
// understood holds the rows that it may be about (bearings.ts). So does talk that doubts, denies, asks, or names another day.

type At = Pick<Leftover, 'line' | 'isQuestion'>

/** All that a text says beside its rows. */
export class Leftovers {
  readonly #all: Leftover[] = []
  /** The number of rows above the last name that heads a list. */
  #namedAt = -1
  readonly rows: Rows
  readonly isAnswer: boolean

  constructor(rows: Rows, isAnswer: boolean) {
    this.rows = rows
    this.isAnswer = isAnswer
  }

  /** A name stands here. What follows may be about that partner. */
  name(): void {
    this.#namedAt = this.rows.all.length
  }

  add(piece: Piece, { line, isQuestion }: At, how: Leftover['how'], says: Talk = null): void {
    const { all, sentence, paragraph, scope } = this.rows
    const order = all.length
    const isOfOther = scope.world.writer.kind === 'team' && this.#namedAt === order && order > 0
    const opensAnswer = this.isAnswer && order === 0
    this.#all.push({ piece, line, isQuestion, how, says, order, sentence, paragraph, isOfOther, opensAnswer })
  }

  addAside({ tokens, isQuestion, isOut }: Aside, raw: string, line: number): void {
    const piece = collectPiece(tokens, raw)
    const isTold = isReport(piece, this.rows.scope)
    this.add(piece, { line, isQuestion }, isOut ? 'out' : isTold ? 'told' : 'aside')
  }

  /** The texts that plan nothing, as they were written. */
  talk(): string[] {
    return this.#all.flatMap(({ piece, how }) => (how === 'term' ? [] : [piece.text]))
  }

  /** Holds the caps that an answer makes by what else the answer says. `said`: the piece that answers. */
  holdAnswered(answered: readonly Draft[], said: Piece | null): Draft[] {
    const scope = { count: 0, today: this.rows.scope.world.today }
    const saidAt = this.#all.findIndex(({ piece }) => piece === said)
    const doubts = this.#all.flatMap((left, index): Doubt[] => {
      const { piece } = left
      if ((index < saidAt && isRefusal(left)) || SMALL_TALK.some(({ is }) => is(left))) return []
      const isOpen = has(piece, 'condition', 'doubt', 'tell', 'wish')
      const bearing = BEARINGS.find(({ bears }) => bears(left, [], scope))
      const code = index === saidAt ? (isOpen ? 'is-condition' : null) : bearing?.code
      return code ? [{ code, about: piece.text }] : []
    })
    return answered.map((draft) => ({ ...draft, doubts: [...draft.doubts, ...doubts] }))
  }

  /** Opens the day of rows without one, if the message names a day to come. Otherwise they are for today. */
  #openDays(): void {
    const { today } = this.rows.scope.world
    const stays = (piece: Piece) => has(piece, 'same', 'stays')
    const planned = this.rows.all.filter(({ act }) => act !== 'keep')
    const isBeside = ({ sentence }: Draft) => planned.some((row) => row.sentence === sentence)
    const said = [
      ...this.rows.all.filter((draft) => (draft.act !== 'keep' && !stays(draft)) || isBeside(draft)),
      ...this.#all.flatMap(({ piece, how }) => (how === 'told' || stays(piece) ? [] : [piece])),
    ].filter((piece) => isAhead(piece, this.rows.scope))
    const [ahead] = said.flatMap(daysIn)
    for (const row of this.rows.all)
      if (ahead !== undefined && row.days.length === 0 && isRow(row) && !KEEPS_TODAY.has(row.act))
        row.days = [{ days: [today, ahead], isOpen: true }]
  }

  /** Holds rows because of the talk beside them or their own unused words. Returns the questions that hold no row. */
  hold(): Doubt[] {
    this.#openDays()
    // `swap UK 40 with FR 20`: the first words of a sentence may be about all its rows.
    for (const [first, ...others] of Map.groupBy(this.rows.all, ({ sentence }) => sentence).values())
      for (const row of others) row.unknown.push(...(first?.unknown ?? []))
    holdUnused(this.rows.all)
    return holdBeside(this.rows.all, this.#all, this.rows.scope.world.today)
  }
}

/** Acts that take effect now, if no day is named. */
const KEEPS_TODAY = new Set<Draft['act']>(['pause', 'resume'])

/** If more pieces than this hold rows, nothing of the message can be saved. */
const MOST_HOLDS = 30

function holdBeside(drafts: readonly Draft[], lefts: readonly Leftover[], today: Day): Doubt[] {
  const loose: Doubt[] = []
  let holds = 0
  const scope = { count: drafts.length, today }
  for (const [index, left] of lefts.entries()) {
    if (index === lefts.length - 1 && isSignature(left, lefts[index - 1])) continue
    const { piece, says } = left
    if (HARMLESS.some(({ is }) => is(left))) continue
    const isLast = drafts.slice(left.order).every((draft) => draft.sentence !== left.sentence)
    const isApart = isLast && says !== null && says !== 'name' && says.isApart === true
    const rows = isApart ? [] : rowsBy(left, drafts)
    const bearing = BEARINGS.find(({ bears }) => bears(left, rows, scope))
    const isNamed = bearing?.code === 'unknown-word' || (says === 'name' && !bearing?.holdsPauses)
    const held = rows.filter(({ act }) => act !== 'pause' || bearing?.holdsPauses || (says !== null && !isNamed))
    if (bearing || says !== null) holds += 1
    if (holds > MOST_HOLDS) {
      holdRows(drafts, 'contradiction', piece.text)
      break
    }
    if (isNamed) for (const draft of held) draft.unknown.push(...piece.unknown)
    else {
      const said = says === null || says === 'name' ? null : says
      const code = said ? said.code : bearing?.code
      if (code === undefined) continue
      // A day that is open already is asked about once.
      const isAsked = ({ days }: Draft) => code === 'which-day' && days.some(({ isOpen }) => isOpen)
      const open = held.filter((draft) => !isAsked(draft))
      holdRows(open, code, piece.text, said?.answers)
      if (held.length === 0 && said?.isAlone) loose.push({ code, about: piece.text })
    }
  }
  // `hold on` above the rows names nothing to stop.
  for (const draft of drafts) {
    const others = drafts.filter((row) => row !== draft)
    if (isAimless(draft)) holdRows(others, 'which-geo', draft.text)
    const except = draft.doubts.find(isExcept)
    const beside = others.filter(({ sentence }) => sentence === draft.sentence)
    if (except) holdRows(beside, except.code, except.about)
  }
  return loose
}

/** `Thx, Marije`: a name that ends a message. */
function isSignature({ piece: { text, unknown } }: Leftover, last: Leftover | undefined): boolean {
  return last !== undefined && has(last.piece, 'closing') && unknown.length === 1 && /^\p{Lu}\p{Ll}{2,}$/u.test(text)
}

/** `stop all except DK and FI 5` */
function isExcept({ code, about }: Doubt): boolean {
  return code === 'which-geo' && EXCEPT.test(keyOf(about))
}

function isAimless(draft: Draft): boolean {
  const isNamed = !lacks(draft, 'geos', 'partners', 'sources', 'froms', 'values') || draft.words.has('all')
  return draft.act === 'pause' && !isNamed
}

/** Whether a draft plans something. A change of hours or of a price alone does too. */
function isRow({ act, hours, cpa, crg }: Draft): boolean {
  return act !== 'keep' && (act !== 'open' || hours !== null || cpa !== null || crg !== null)
}

/**
 * The rows that a piece may be about: those of its geo, else of its sentence, else all. None, if the row before it is asked
 * about already.
 */
function rowsBy(
  { piece, sentence, line, order, how, isOfOther }: Leftover,
  drafts: readonly Draft[],
): readonly Draft[] {
  const rows = drafts.filter(isRow)
  if (piece.geos.length > 0) return rows.filter(({ geos }) => geos.some((geo) => piece.geos.includes(geo)))
  const own = drafts.filter((draft) => (how === 'aside' ? draft.line === line : draft.sentence === sentence))
  if (own.length > 0) return order > 0 && isOnly(piece) ? drafts.slice(order - 1, order) : own
  if (isOfOther) return []
  const before = drafts[order - 1]
  return before && before.doubts.length > 0 ? [] : rows
}
