import type { Day } from '#domain/kernel/day.ts'
import { hasValue, type Draft } from './drafts.ts'
import { keyOf } from './lexicon.ts'
import { daysIn, has, type Piece } from './piece.ts'
import { APOLOGY } from './piece-words.ts'
import type { AskCode } from './reading.ts'
import { isCourtesy, type Talk } from './remarks.ts'

// What a piece beside rows may say that bears on them, and what never does. Each entry has a message that is tested.

/** A piece of which no row is made, and where it stands. */
export interface Leftover {
  piece: Piece
  line: number
  sentence: number
  paragraph: number
  /** Drafts that stand before it. */
  order: number
  isQuestion: boolean
  /**
   * How the piece was read. `talk`: plain text. `told`: a report of leads that came. `out`: it names what is left out, and
   * that was confirmed. `aside`: it was in brackets. `term`: it has only days, hours, prices or names.
   */
  how: 'talk' | 'told' | 'out' | 'aside' | 'term'
  /** The question that it raises by itself. */
  says: Talk
  /** It stands before the rows of an answer, so it may be about the message that is answered. */
  opensAnswer: boolean
  /** It stands below the name of a partner without rows. */
  isOfOther: boolean
}

interface Bearing {
  code: AskCode
  /** Whether it holds pauses too. A pause needs no reason, and a reason beside it changes nothing. */
  holdsPauses?: true
  /** A message of the broker of GB. The entry holds its row. */
  example: string
  bears(left: Leftover, rows: readonly Draft[], scope: { count: number; today: Day }): boolean
}

/** What a piece beside rows may say that bears on them. The first entry that fits decides. */
export const BEARINGS: readonly Bearing[] = [
  {
    code: 'is-condition',
    holdsPauses: true,
    example: 'UK 40 tomorrow. If the quality is ok',
    bears: ({ piece }) =>
      has(piece, 'condition', 'doubt') ||
      (has(piece, 'not') && has(piece, 'confirm')) ||
      NOT_YET.test(keyOf(piece.text)),
  },
  {
    code: 'is-question',
    holdsPauses: true,
    example: 'UK 40 tomorrow. Is that fine?',
    bears: ({ isQuestion }) => isQuestion,
  },
  {
    code: 'contradiction',
    holdsPauses: true,
    example: 'UK 40 tomorrow. Scratch that',
    bears: ({ piece }) => has(piece, 'correct') && !isApology(piece),
  },
  {
    code: 'is-condition',
    example: 'UK 40 tomorrow. Will let you know',
    bears: ({ piece, how }) =>
      has(piece, 'tell') ||
      // `they want 1050+10, I said no`
      (how !== 'term' && has(piece, 'wish', 'instead') && !(has(piece, 'not') && piece.cpa !== null)),
  },
  {
    code: 'is-condition',
    example: 'UK 40 tomorrow. Not for you',
    bears: ({ piece }) => has(piece, 'not') && !has(piece, 'most', 'quality', 'remark', 'same', 'stays', 'wish'),
  },
  {
    code: 'contradiction',
    example: 'UK 40 tomorrow. More please',
    bears: ({ piece, how }) =>
      how !== 'told' &&
      piece.geos.length === 0 &&
      piece.change === null &&
      (how !== 'term' || piece.hours === null) &&
      !has(piece, 'remark', 'quality', 'result') &&
      (has(piece, 'stop', 'resume', 'full', 'double', 'half', 'more', 'less', 'region') ||
        (has(piece, 'later', 'earlier') && !has(piece, 'opens', 'till'))),
  },
  {
    code: 'contradiction',
    example: 'UK 40 tomorrow\nor 20',
    bears: ({ piece, how }) =>
      isTalk(how) && hasNumber(piece) && !has(piece, 'remark', 'quality', 'result', 'report', 'closing', 'channel'),
  },
  {
    code: 'which-hours',
    holdsPauses: true,
    example: 'UK 40 tomorrow. Evening only',
    bears: ({ piece, how }) => how !== 'told' && has(piece, 'part') && piece.hours === null,
  },
  {
    code: 'which-hours',
    example: 'UK 40 tomorrow, told me 10-18',
    bears: ({ piece, how }) => how === 'told' && piece.geos.length === 0 && !hasNumber(piece) && piece.hours !== null,
  },
  {
    code: 'which-day',
    example: 'UK 40 tomorrow. Next week',
    bears: ({ piece, how, order, paragraph }, rows, { count, today }) => {
      if (isTalk(how) && has(piece, 'daily') && !has(piece, 'remark', 'quality', 'result')) return true
      if (has(piece, 'same', 'stays') || piece.days.length === 0) return false
      const isOpen = piece.days.some(({ days, isOpen: isAsked }) => isAsked || days.every((day) => day < today))
      if (how === 'term')
        return (
          (order === count || isOpen) &&
          rows.some((row) => (order === count || row.paragraph === paragraph) && isOtherDay(row, piece))
        )
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
    code: 'unknown-word',
    holdsPauses: true,
    example: 'UK 40 tomorrow. Nvm',
    bears: ({ piece: { unknown, size }, sentence, how }, rows) =>
      unknown.length === size && size < 3 && (how === 'aside' || rows.every((row) => row.sentence !== sentence)),
  },
  {
    code: 'is-condition',
    example: 'UK 40 tomorrow. Ristiriita jäi vielä auki',
    bears: ({ piece: { unknown, size }, piece, how }, _rows, { today }) => {
      const isOver =
        piece.days.length > 0 && piece.days.every(({ days }) => days.length > 0 && days.every((day) => day < today))
      const isAnchored =
        how === 'told' || isOver || has(piece, 'remark', 'quality', 'result', 'closing', 'channel', 'report')
      return unknown.length > 0 && (!isAnchored || unknown.length * 2 > size)
    },
  },
]

interface Harmless {
  /** A message of the broker of GB. Its row can be saved. */
  example: string
  is(left: Leftover): boolean
}

/** What says nothing of any row, wherever it stands. */
export const SMALL_TALK: readonly Harmless[] = [
  {
    // A greeting may name somebody whom nobody knows.
    example: 'Hi Anna, how are you? UK 40 tomorrow',
    is: (left) => !isAsking(left) && (isCourtesy(left.piece) || isGreeting(left)),
  },
  {
    example: 'UK 40 tomorrow. Call me if smth',
    is: ({ piece, isQuestion }) => {
      const key = keyOf(piece.text)
      return CONTACT.test(key) && isBare(piece) && !isQuestion && (!has(piece, 'condition') || IN_ANY_CASE.test(key))
    },
  },
  {
    // Names that are left out were taken out of the rows already.
    example: 'UK 40 tomorrow (not the seo one)',
    is: ({ piece, how, isQuestion }) =>
      how === 'out' && !isQuestion && !has(piece, 'condition', 'doubt', 'tell', 'correct'),
  },
]

/** What says nothing of any row, whatever words it has. */
export const HARMLESS: readonly Harmless[] = [
  ...SMALL_TALK,
  {
    // A refusal at the start of an answer is about the message that is answered.
    example: '> UK 50 tomorrow?\nno, too much. UK 40 tomorrow',
    is: (left) => left.opensAnswer && isRefusal(left),
  },
  {
    // A correction before all rows is about an earlier message.
    example: 'Forget it. UK 40 tomorrow',
    is: ({ piece, order, how, isQuestion }) =>
      order === 0 &&
      !isQuestion &&
      isTalk(how) &&
      how !== 'aside' &&
      has(piece, 'correct') &&
      !has(piece, 'condition', 'doubt', 'tell'),
  },
]

export function isRefusal({ piece, isQuestion }: Leftover): boolean {
  const isOpen = isQuestion || has(piece, 'condition', 'doubt', 'correct')
  return has(piece, 'not', 'tell') && !isOpen && piece.unknown.length < 2
}

/** Whether a courtesy asks something. `Hi Anna` before a comma does not, although its sentence is a question. */
function isAsking({ piece: { text, size }, isQuestion }: Leftover): boolean {
  return isQuestion && size > 2 && !HOW_ARE.test(keyOf(text))
}

function isGreeting({ piece, order }: Leftover): boolean {
  // Behind a row `morning` is a part of the row's day.
  const isPart = has(piece, 'only') || (has(piece, 'part') && order > 0)
  const isOpen = isPart || has(piece, 'condition') || piece.unknown.length > 1
  return GREETING.test(keyOf(piece.text)) && isBare(piece) && !isOpen
}

function isBare(piece: Piece): boolean {
  return !hasNumber(piece) && piece.geos.length === 0 && !has(piece, 'not', 'correct', 'stop', 'doubt', 'tell')
}

const GREETING =
  /^(?:HI|HEY|HELLO|HIYA|DEAR|MORNING|GOOD (?:MORNING|DAY|EVENING|AFTERNOON)|HOW ARE (?:YOU|U|YA|THINGS)|ПPИBET|ПPИBIT|ДOБP|HALLO|MOIN|SERVUS|GUTEN|HOLA|BUEN|OLA|OI|BOM DIA|BOA|BONJOUR|CIAO|BUONGIORNO)(?: |$)/

const HOW_ARE = /(?:^| )HOW ARE (?:YOU|U|YA|THINGS)(?: |$)/

const CONTACT =
  /^(?:PLS )?(?:LET (?:ME|US) KNOW IF|CALL|PING|WRITE|TEXT|RING|MSG|DM|ПИШИ|ПИШИTE|ЗBOHИ|ЗBOHИTE|ПИШIТЬ|TEL|MELD DICH|ESCRIBEME|LLAMAME)(?: (?:ME|US))?(?: |$)/

/** `call me if smth`, `let me know if ok` */
const IN_ANY_CASE = / IF (?:(?:ITS|IT'S|IT IS|THAT'S|ALL|ALL IS) )?(?:OK|FINE|GOOD|SMTH|SOMETHING|ANYTHING)$/

/** `not yet` */
const NOT_YET =
  /(?:^| )(?:NOT|DONT|DON'T|DO NOT|HE|ЩE HE|NICHT|NAO) (?:YET|NOW|SURE|CONFIRMED|DO|STOP|SAVE|TODAY|CEГOДHЯ|CEЙЧAC|HEUTE)(?: |$)/

function isApology({ text, unknown }: Piece): boolean {
  return APOLOGY.test(keyOf(text)) && unknown.length === 0
}

/** Words that refer to the message itself. */
const SPEAKS_OF_IT =
  /(?:^| )(?:THIS|THAT|THESE|THOSE|IT|ITS|ABOVE|LIST|MESSAGE|PLAN|TABLE|ЭTO|ЦE|BЫШE|CПИCOK|ПЛAH|DAS|ES|LISTE|ESTO|ESO|LISTA|ISSO|ISTO)(?: |$)/

function isTalk(how: Leftover['how']): boolean {
  return how !== 'told' && how !== 'term'
}

/** Whether a row has days, and the piece names none of them. */
function isOtherDay({ days }: Draft, piece: Piece): boolean {
  const said = new Set(daysIn(piece))
  return days.length > 0 && !daysIn({ days }).some((day) => said.has(day))
}

function hasNumber(piece: Piece): boolean {
  return hasValue(piece) || piece.doubts.some(({ code }) => code === 'is-number-a-cap' || code === 'approximate')
}
