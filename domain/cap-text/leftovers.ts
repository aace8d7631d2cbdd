import type { Day } from '#domain/kernel/day.ts'
import type { Draft } from './drafts.ts'
import { hasValue, isReport } from './drafts.ts'
import { keyOf } from './lexicon.ts'
import { collectPiece } from './pieces.ts'
import { APOLOGY } from './piece-words.ts'
import { holdUnused } from './licences.ts'
import type { Piece } from './piece.ts'
import type { AskCode, Doubt } from './reading.ts'
import { isOnly, type Talk } from './remarks.ts'
import type { Rows } from './rows.ts'
import type { Aside } from './split.ts'
import type { Word } from './words.ts'

// What a message says beside its rows. A row may be saved only where all of that is known to leave it alone: talk that was
// not understood, doubts, denies, asks, or names another day holds the rows that it may be about.

/** A piece of which no row is made, and where it stands. */
export interface Leftover {
  piece: Piece
  line: number
  sentence: number
  paragraph: number
  /** Drafts that stand before it. */
  order: number
  isQuestion: boolean
  /** `told`: it says what came; `out`: it was read as what is left out, and proved so; `aside`: it stood in brackets. */
  how: 'talk' | 'told' | 'out' | 'aside' | 'term'
  /** What it asks by itself. */
  says: Talk
  /** It stands before the rows of an answer, and may be about what that answers. */
  opensAnswer: boolean
  /** It stands below the name of somebody of whom no row is said. */
  isOfOther: boolean
}

interface Bearing {
  code: AskCode
  /** Whether it holds pauses too, which need no reason and lose nothing by one. */
  holdsPauses: boolean
  /** A message of the broker of GB whose row it holds. */
  example: string
  bears(left: Leftover, rows: readonly Draft[], scope: { count: number; today: Day }): boolean
}

/** What a piece beside rows may say that bears on them, the first that fits. */
export const BEARINGS: readonly Bearing[] = [
  {
    code: 'is-condition',
    holdsPauses: true,
    example: 'UK 40 tomorrow. If the quality is ok',
    bears: ({ piece }) => has(piece, 'condition', 'doubt') || NOT_YET.test(keyOf(piece.text)),
  },
  {
    code: 'is-condition',
    holdsPauses: false,
    example: 'UK 40 tomorrow. Will let you know',
    bears: ({ piece, how }) =>
      has(piece, 'tell') ||
      // `they want 1050+10, I said no`
      (how !== 'term' && has(piece, 'wish', 'instead') && !(has(piece, 'not') && piece.cpa !== null)),
  },
  {
    code: 'is-question',
    holdsPauses: true,
    example: 'UK 40 tomorrow. Is that fine?',
    bears: ({ isQuestion }) => isQuestion,
  },
  {
    code: 'is-condition',
    holdsPauses: false,
    example: 'UK 40 tomorrow. Not for you',
    bears: ({ piece }) => has(piece, 'not') && !has(piece, 'most', 'quality', 'remark', 'same', 'stays', 'wish'),
  },
  {
    code: 'contradiction',
    holdsPauses: true,
    example: 'UK 40 tomorrow. Scratch that',
    bears: ({ piece }) => has(piece, 'correct') && !isApology(piece),
  },
  {
    code: 'contradiction',
    holdsPauses: false,
    example: 'UK 40 tomorrow. Hold on',
    bears: ({ piece, how }) =>
      how !== 'told' &&
      piece.geos.length === 0 &&
      piece.change === null &&
      (how !== 'term' || piece.hours === null) &&
      !has(piece, 'remark', 'quality', 'result') &&
      (has(piece, 'stop', 'resume', 'full', 'double', 'half', 'more', 'less', 'region') ||
        (has(piece, 'later', 'earlier') && !has(piece, 'opens'))),
  },
  {
    code: 'contradiction',
    holdsPauses: false,
    example: 'UK 40 tomorrow\nor 20',
    bears: ({ piece, how }) =>
      isTalk(how) && hasNumber(piece) && !has(piece, 'remark', 'quality', 'result', 'report', 'closing', 'channel'),
  },
  {
    code: 'which-hours',
    holdsPauses: false,
    example: 'UK 40 tomorrow, told me 10-18',
    bears: ({ piece, how }) => how === 'told' && piece.geos.length === 0 && !hasNumber(piece) && piece.hours !== null,
  },
  {
    code: 'which-day',
    holdsPauses: false,
    example: 'UK 40 tomorrow. Next week',
    bears: ({ piece, how, order, paragraph }, rows, { count, today }) => {
      if (isTalk(how) && has(piece, 'daily') && !has(piece, 'remark', 'quality', 'result')) return true
      if (has(piece, 'same', 'stays') || piece.days.length === 0) return false
      const isOpen = piece.days.some(({ days, isOpen: isAsked }) => isAsked || days.every((day) => day < today))
      if (how === 'term')
        return (order === count || isOpen) && rows.some((row) => row.paragraph === paragraph && isOtherDay(row, piece))
      return how !== 'told' && !has(piece, 'closing', 'remark', 'report')
    },
  },
  {
    code: 'contradiction',
    holdsPauses: true,
    example: 'UK 40 tomorrow. That was for another partner',
    bears: ({ piece }) =>
      SPEAKS_OF_IT.test(keyOf(piece.text)) &&
      (piece.unknown.length > 0 || has(piece, 'report')) &&
      !has(piece, 'remark') &&
      !hasNumber(piece),
  },
  {
    code: 'is-condition',
    holdsPauses: false,
    example: 'UK 40 tomorrow. Ristiriita jäi vielä auki',
    bears: ({ piece: { unknown, size }, piece, how }) => {
      const isAnchored = how === 'told' || has(piece, 'remark', 'quality', 'result', 'closing', 'channel', 'report')
      return unknown.length > 0 && (!isAnchored || unknown.length * 2 > size)
    },
  },
]

interface Harmless {
  /** Of which the row of GB is saved as it says. */
  example: string
  is(left: Leftover): boolean
}

const GREETINGS: readonly Harmless[] = [
  {
    // A greeting may name somebody whom nobody knows.
    example: 'Hi Anna, how are you? UK 40 tomorrow',
    is: ({ piece }) => GREETING.test(keyOf(piece.text)) && isBare(piece) && piece.unknown.length < 2,
  },
  {
    example: 'UK 40 tomorrow. Call me if smth',
    is: ({ piece }) => CONTACT.test(keyOf(piece.text)) && isBare(piece),
  },
]

/** What says nothing of any row, whatever words it has. */
export const HARMLESS: readonly Harmless[] = [
  ...GREETINGS,
  {
    // A refusal that opens an answer is of what it answers.
    example: '> UK 50 tomorrow?\nno, too much. UK 40 tomorrow',
    is: ({ piece, opensAnswer, isQuestion }) =>
      opensAnswer &&
      !isQuestion &&
      has(piece, 'not', 'tell') &&
      !has(piece, 'condition', 'doubt') &&
      piece.unknown.length < 2,
  },
  {
    // Before all rows a correction is of an earlier message.
    example: 'forget what I wrote above, UK 40 tomorrow',
    is: ({ piece, order, how }) =>
      order === 0 &&
      isTalk(how) &&
      how !== 'aside' &&
      has(piece, 'correct') &&
      !has(piece, 'condition', 'doubt', 'tell'),
  },
]

function isBare(piece: Piece): boolean {
  return !hasNumber(piece) && piece.geos.length === 0 && !has(piece, 'not', 'correct', 'stop')
}

const GREETING =
  /^(?:HI|HEY|HELLO|HIYA|DEAR|MORNING|GOOD (?:MORNING|DAY|EVENING|AFTERNOON)|HOW (?:ARE|IS)|(?:I )?HOPE (?:U|YOU|YOU'RE|YOUR|ALL|EVERYONE)|HAVE A|ПPИBET|ПPИBIT|ДOБP|HALLO|MOIN|SERVUS|GUTEN|HOLA|BUEN|OLA|OI|BOM DIA|BOA|BONJOUR|CIAO|BUONGIORNO)(?: |$)/

const CONTACT =
  /^(?:PLS )?(?:LET (?:ME|US) KNOW IF (?:(?:ITS|IT'S|IT IS|THAT'S|ALL|ALL IS) )?(?:OK|FINE|GOOD|SMTH|ANYTHING)$|CALL|PING|WRITE|TEXT|RING|MSG|DM|ПИШИ|ПИШИTE|ЗBOHИ|ЗBOHИTE|ПИШIТЬ|TEL|MELD DICH|ESCRIBEME|LLAMAME)(?: (?:ME|US))?(?: |$)/

/** `not yet` */
const NOT_YET =
  /(?:^| )(?:NOT|DONT|DON'T|DO NOT|HE|ЩE HE|NICHT|NAO) (?:YET|NOW|SURE|CONFIRMED|DO|STOP|SAVE|TODAY|CEГOДHЯ|CEЙЧAC|HEUTE)(?: |$)/

function isApology({ text, unknown }: Piece): boolean {
  return APOLOGY.test(keyOf(text)) && unknown.length === 0
}

/** Words for what was written. */
const SPEAKS_OF_IT =
  /(?:^| )(?:THIS|THAT|THESE|THOSE|IT|ITS|ABOVE|LIST|MESSAGE|PLAN|TABLE|ЭTO|ЦE|BЫШE|CПИCOK|ПЛAH|DAS|ES|LISTE|ESTO|ESO|LISTA|ISSO|ISTO)(?: |$)/

function isTalk(how: Leftover['how']): boolean {
  return how !== 'told' && how !== 'term'
}

/** Whether a row is planned for days of which a piece says none. */
function isOtherDay({ days }: Draft, piece: Piece): boolean {
  const said = new Set(piece.days.flatMap((each) => each.days))
  return days.length > 0 && !days.some((each) => each.days.some((day) => said.has(day)))
}

function has({ words }: Piece, ...some: Word[]): boolean {
  return some.some((word) => words.has(word))
}

function hasNumber(piece: Piece): boolean {
  return hasValue(piece) || piece.doubts.some(({ code }) => code === 'is-number-a-cap' || code === 'approximate')
}

/** All that a text says beside its rows. */
export class Leftovers {
  readonly #all: Leftover[] = []
  /** Rows that stood above the last name that heads a list. */
  #namedAt = -1
  readonly rows: Rows
  readonly isAnswer: boolean

  constructor(rows: Rows, isAnswer: boolean) {
    this.rows = rows
    this.isAnswer = isAnswer
  }

  /** Somebody is named of whom what is below may be. */
  name(): void {
    this.#namedAt = this.rows.all.length
  }

  add(
    piece: Piece,
    { line, isQuestion }: Pick<Leftover, 'line' | 'isQuestion'>,
    how: Leftover['how'],
    says: Talk = null,
  ): void {
    const order = this.rows.all.length
    const isOfOther = this.rows.scope.world.writer.kind === 'team' && this.#namedAt === order && order > 0
    const opensAnswer = this.isAnswer && order === 0
    this.#all.push({
      opensAnswer,
      piece,
      line,
      isQuestion,
      how,
      says,
      order,
      isOfOther,
      sentence: this.rows.sentence,
      paragraph: this.rows.paragraph,
    })
  }

  addAside({ tokens, isQuestion, isOut }: Aside, raw: string, line: number): void {
    const piece = collectPiece(tokens, raw)
    const isTold = isReport(piece, this.rows.scope)
    this.add(piece, { line, isQuestion }, isOut ? 'out' : isTold ? 'told' : 'aside')
  }

  /** What plans nothing, as it stands there. */
  talk(): string[] {
    return this.#all.flatMap(({ piece, how }) => (how === 'term' ? [] : [piece.text]))
  }

  /** What an answer makes of the caps that it answers, held by what else it says; `said` is the piece that answers. */
  holdAnswered(answered: readonly Draft[], said: Piece | null): Draft[] {
    const scope = { count: 0, today: this.rows.scope.world.today }
    const saidAt = this.#all.findIndex(({ piece }) => piece === said)
    const doubts = this.#all.flatMap((left, index): Doubt[] => {
      const { piece } = left
      const isRefusal = index < saidAt && has(piece, 'not', 'tell') && piece.unknown.length < 2
      if (left.how === 'out' || isRefusal || GREETINGS.some(({ is }) => is(left))) return []
      const isOpen = has(piece, 'condition', 'doubt', 'tell', 'wish')
      const bearing = BEARINGS.find(({ bears }) => bears(left, [], scope))
      const code = index === saidAt ? (isOpen ? 'is-condition' : null) : bearing?.code
      return code ? [{ code, about: piece.text, days: [] }] : []
    })
    return answered.map((draft) => ({ ...draft, doubts: [...draft.doubts, ...doubts] }))
  }

  /** Holds the rows by what stands beside them and by their own words; what asks by itself and holds none is told. */
  hold(): Doubt[] {
    holdUnused(this.rows.all)
    return holdBeside(this.rows.all, this.#all, this.rows.scope.world.today)
  }
}

function holdBeside(drafts: readonly Draft[], lefts: readonly Leftover[], today: Day): Doubt[] {
  const loose: Doubt[] = []
  const scope = { count: drafts.length, today }
  for (const left of lefts) {
    const { piece, says } = left
    const isOut = left.how === 'out' && !left.isQuestion && !has(piece, 'condition', 'doubt', 'correct')
    if (isOut || HARMLESS.some(({ is }) => is(left))) continue
    const isLast = drafts.slice(left.order).every((draft) => draft.sentence !== left.sentence)
    const isApart = isLast && says !== null && says !== 'name' && says.isApart === true
    const rows = isApart ? [] : rowsBy(left, drafts)
    const bearing = BEARINGS.find(({ bears }) => bears(left, rows, scope))
    const isNamed = says === 'name' && !bearing?.holdsPauses
    const held = rows.filter(({ act }) => act !== 'pause' || bearing?.holdsPauses || (says !== null && !isNamed))
    if (isNamed) for (const draft of held) draft.unknown.push(...piece.unknown)
    else {
      const code = says === null || says === 'name' ? bearing?.code : says.code
      if (code === undefined) continue
      const doubt: Doubt = { code, about: piece.text, days: [] }
      // Days that are open already are asked about once.
      const isAsked = ({ days }: Draft) => code === 'which-day' && days.some(({ isOpen }) => isOpen)
      for (const draft of held) if (!isAsked(draft)) draft.doubts.push(doubt)
      if (held.length === 0 && says !== null && says !== 'name' && says.isAlone) loose.push(doubt)
    }
  }
  // `hold on` above the rows stops nothing that it names.
  for (const draft of drafts.filter(isAimless))
    for (const row of drafts) if (row !== draft) row.doubts.push({ code: 'which-geo', about: draft.text, days: [] })
  return loose
}

function isAimless({ act, geos, partners, sources, froms, values, words }: Draft): boolean {
  return (
    act === 'pause' &&
    geos.length + partners.length + sources.length + froms.length + values.length === 0 &&
    !words.has('all')
  )
}

/** The rows that a piece may be about: of its geo, of its sentence, of the row before it if that is open; else all. */
function rowsBy(
  { piece, sentence, line, order, how, isOfOther }: Leftover,
  drafts: readonly Draft[],
): readonly Draft[] {
  const rows = drafts.filter(({ act }) => act !== 'keep' && act !== 'open')
  if (piece.geos.length > 0) return rows.filter(({ geos }) => geos.some((geo) => piece.geos.includes(geo)))
  const own = drafts.filter((draft) => (how === 'aside' ? draft.line === line : draft.sentence === sentence))
  if (own.length > 0) return order > 0 && isOnly(piece) ? drafts.slice(order - 1, order) : own
  if (isOfOther) return []
  const before = drafts[order - 1]
  return before && before.doubts.length > 0 ? [] : rows
}
