import { fillTerms, hasValue, holdRows, namesSame, type Draft } from './drafts.ts'
import { keyOf } from './lexicon.ts'
import { daysIn, has, type Hours, type Piece } from './piece.ts'

/** Days, hours, prices or names without a row, and where they stand among the rows. */
export interface Head {
  piece: Piece
  /** Rows that stand before it. */
  order: number
  line: number
  paragraph: number
  /** It names whose rows stand below. */
  isNaming: boolean
  /** It names another day than what stands above. */
  isNewDay: boolean
}

/**
 * Gives hours and prices without a row to the rows that say none. Above a list they are of all that follow, up to others of
 * their kind. Below rows they are of these: those of the paragraph, else all. Between rows those below them are asked. Of what
 * stands below a name or a day, the next one is the end.
 */
export function fillListed(heads: readonly Head[], rows: readonly Draft[]): void {
  const placed = heads.map((head, at) => ({ ...head, ...placeHead(head, listOf(at, heads, rows), rows) }))
  const below = placed.filter(({ isAbove }) => !isAbove)
  for (const { piece, own } of below) giveTerms(piece, own)
  for (const { piece, own, isAbove } of placed.toReversed()) if (isAbove) giveTerms(piece, own)
  for (const code of CODES) {
    const saidBelow = new Set(below.flatMap(({ piece, own }) => (says(piece, code) ? own : [])))
    for (const { piece, paragraph, own, unsure, isAbove } of placed) {
      if (!says(piece, code)) continue
      const taking = takersOf(own)
      const hasTaken = (draft: Draft) => isSame(draft, piece, code)
      const hasOther = (draft: Draft) => draft.paragraph === paragraph && saidBelow.has(draft) && !hasTaken(draft)
      // Asked if no row took the hours, or if a row of the list has other hours below.
      const isOpen = !taking.some(hasTaken) || (isAbove && taking.some(hasOther))
      const isSilent = (draft: Draft) => draft.act !== 'pause' && draft.act !== 'open' && !says(draft, code)
      const asked = isOpen
        ? ([taking, own].find((some) => some.length > 0) ?? unsure)
        : [...own, ...unsure].filter(isSilent)
      holdRows(asked, code, piece.text)
    }
  }
}

/** The rows between the name and the day that a head stands below, or beside, and the next ones. */
function listOf(at: number, heads: readonly Head[], rows: readonly Draft[]): [from: number, to: number] {
  let [from, to] = [0, rows.length]
  for (const kind of ['isNewDay', 'isNaming'] as const) {
    const last = heads.slice(0, at + 1).findLast((head) => head[kind] && head.order >= from)
    const next = heads.slice(at + 1).find((head) => head[kind])
    if (last) [from, to] = [last.order, Math.min(to, next?.order ?? to)]
  }
  return [from, to]
}

/** The rows that get its terms, and those of which it is open whether they do. */
function placeHead(head: Head, [from, to]: [number, number], rows: readonly Draft[]) {
  const { piece, order, line, paragraph } = head
  const isLast = order === rows.length
  const planned = (start: number, end: number) => rows.slice(start, end).filter(({ act }) => act !== 'keep')
  const isBeside = (draft: Draft) => draft.paragraph === paragraph
  const [before, after, earlier] = [planned(from, order), planned(order, to), planned(0, from)]
  const own = before.filter(isBeside)
  if (before.length + after.length === 0) {
    // `Altamar 9-17` below rows of Altamar and of others.
    const named = isLast && piece.partners.length > 0 ? earlier.filter((draft) => namesSame(draft, piece)) : []
    const unsure = named.length > 0 ? [] : planned(isLast ? 0 : order, rows.length)
    return { own: named, unsure, isAbove: false }
  }
  if (piece.words.has('all'))
    return { own: [...(isLast ? earlier : []), ...before, ...after], unsure: [], isAbove: false }
  const isFirst = own.length === 0 && (before.length === 0 || after.some(isBeside))
  const isMarked = piece.text.endsWith(':') || after.some((draft) => draft.line === line)
  // `Friday UK 30` below `Thursday 10-18` and its rows.
  const isLike = (draft: Draft) => namesOf(draft) === namesOf(after[0])
  if (after.length > 0 && (isFirst || isMarked))
    return { own: after.filter(isLike), unsure: after.filter((draft) => !isLike(draft)), isAbove: true }
  return own.length > 0
    ? { own, unsure: (isLast ? earlier : after).filter(isBeside), isAbove: false }
    : { own: isLast ? [...earlier, ...before] : before, unsure: after, isAbove: false }
}

function namesOf(draft: Draft | undefined): string {
  const keys = draft?.partners.flat().map(({ key }) => key)
  return JSON.stringify([draft && daysIn(draft), keys])
}

/** `Friday` below what is of Thursday, and the first day of all. */
export function isOtherDay({ days }: Piece, last: Piece | undefined): boolean {
  const own = new Set(daysIn({ days }))
  const said = last ? daysIn(last) : []
  return days.length > 0 && (!last || (said.length > 0 && !said.some((day) => own.has(day))))
}

/** `I am working 9-18` */
const SELF = /(?:^| )(?:I AM|I'M|WE ARE|WE'RE)(?: |$)/

function giveTerms(piece: Piece, rows: readonly Draft[]): void {
  // `lunch break 13-14`
  const isOfOther = has(piece, 'remark', 'quality', 'result', 'report')
  for (const draft of isOfOther || SELF.test(keyOf(piece.text)) ? [] : takersOf(rows)) {
    // `from 10:00` above a list and `until 18:00` below it.
    if (draft.hours?.from === null && draft.hours.to !== null && piece.hours?.to === null)
      draft.hours = { ...draft.hours, from: piece.hours.from }
    fillTerms(draft, { ...piece, days: [] })
  }
  for (const draft of rows) draft.doubts.push(...piece.doubts)
}

/** The rows with numbers. Beside them a geo without a number is talk. */
function takersOf(rows: readonly Draft[]): readonly Draft[] {
  const listed = rows.filter((draft) => draft.act === 'set' || (draft.act === 'resume' && hasValue(draft)))
  return listed.length > 0 ? listed : rows.filter(({ act }) => act === 'open')
}

/** Whether others of its kind stand above. Below `10-18`, `UK`, `40` it is open whose `9-17` is. */
export function isHeaded(piece: Piece, paragraph: number, heads: readonly Head[]): boolean {
  const above = heads.filter((head) => head.paragraph === paragraph)
  return above.some((head) => CODES.some((code) => says(head.piece, code) && says(piece, code)))
}

const CODES = ['which-hours', 'which-price'] as const
const FIELDS = { 'which-hours': ['hours', 'zone'], 'which-price': ['cpa', 'crg'] } as const

function says(piece: Piece, code: keyof typeof FIELDS): boolean {
  return FIELDS[code].some((field) => piece[field] !== null)
}

function isSame(draft: Draft, piece: Piece, code: keyof typeof FIELDS): boolean {
  const windowsOf = (hours: Hours | null) => hours?.windows.map(({ from, to }) => `${from}-${to}`).join() || null
  const valuesOf = ({ cpa, crg, zone, hours }: Piece) =>
    code === 'which-price' ? [cpa, crg] : [zone, windowsOf(hours), hours?.from ?? null, hours?.to ?? null]
  const own = valuesOf(draft)
  return valuesOf(piece).every((value, at) => value === null || value === own[at])
}
