import { hasValue, fillTerms, type Draft } from './drafts.ts'
import type { Piece } from './piece.ts'

/** Days, hours, prices or names without a row, and where they stand among the rows. */
export interface Head {
  piece: Piece
  /** Rows that stand before it. */
  order: number
  line: number
  paragraph: number
  /** It names whose rows stand below. */
  isNaming: boolean
}

/**
 * Gives hours and prices without a row to the rows that say none. Above a list they are of all that follow, up to others of
 * their kind. Below rows they are of these: those of the paragraph, else all. Between rows those below them are asked.
 */
export function fillListed(heads: readonly Head[], rows: readonly Draft[]): void {
  const placed = heads.map((head, at) => ({ ...head, ...placeHead(head, heads.slice(at + 1), rows) }))
  const below = placed.filter(({ isAbove }) => !isAbove)
  for (const { piece, of } of below) giveTerms(piece, of)
  for (const { piece, of, isAbove } of placed.toReversed()) if (isAbove) giveTerms(piece, of)
  for (const code of ['which-hours', 'which-price'] as const) {
    const saidBelow = new Set(below.flatMap(({ piece, of }) => (says(piece, code) ? of : [])))
    for (const { piece, paragraph, of, open, isAbove } of placed) {
      if (!says(piece, code)) continue
      const taking = takersOf(of)
      const isOther = (draft: Draft) => isAbove && draft.paragraph === paragraph && saidBelow.has(draft)
      // Nothing took them, because all say others or all are pauses. Or some took others of their list.
      const isLost = !taking.some((draft) => isSame(draft, piece, code)) || taking.some(isOther)
      const lost = taking.length > 0 ? taking : of
      const left = [...of, ...open].filter(({ act }) => act !== 'pause' && act !== 'open')
      const held = isLost ? lost : left.filter((draft) => !says(draft, code))
      for (const draft of held) draft.doubts.push({ code, about: piece.text, days: [] })
    }
  }
}

function placeHead({ piece, order, line, paragraph, isNaming }: Head, later: readonly Head[], rows: readonly Draft[]) {
  const end = isNaming ? later.find((head) => head.isNaming)?.order : undefined
  const planned = (some: readonly Draft[]) => some.filter(({ act }) => act !== 'keep')
  const [before, after] = [planned(rows.slice(0, order)), planned(rows.slice(order, end))]
  const own = before.filter((draft) => draft.paragraph === paragraph)
  if (piece.words.has('all')) return { of: [...before, ...after], open: [], isAbove: false }
  const isOfLine = after.some((draft) => draft.line === line)
  const isFirst = own.length === 0 && (before.length === 0 || after.some((draft) => draft.paragraph === paragraph))
  const isMarked = isNaming || isOfLine || piece.text.endsWith(':') || isOtherDay(piece, own)
  if (after.length > 0 && (isFirst || isMarked)) return { of: after, open: [], isAbove: true }
  return own.length > 0
    ? { of: own, open: after.filter((draft) => draft.paragraph === paragraph), isAbove: false }
    : { of: before, open: after, isAbove: false }
}

/** `Friday 9-17` below rows of Thursday. */
function isOtherDay(piece: Piece, rows: readonly Draft[]): boolean {
  const said = new Set(piece.days.flatMap(({ days }) => days))
  return (
    said.size > 0 &&
    rows.every(({ days }) => days.length > 0 && !days.some((each) => each.days.some((day) => said.has(day))))
  )
}

function giveTerms(piece: Piece, rows: readonly Draft[]): void {
  // `lunch break 13-14`
  const isOfOther = (['remark', 'quality', 'result', 'report'] as const).some((word) => piece.words.has(word))
  for (const draft of isOfOther ? [] : takersOf(rows)) fillTerms(draft, { ...piece, days: [] })
  for (const draft of rows) draft.doubts.push(...piece.doubts)
}

/** The rows with numbers. Beside them a geo without a number is talk. */
function takersOf(rows: readonly Draft[]): readonly Draft[] {
  const listed = rows.filter((draft) => draft.act === 'set' || (draft.act === 'resume' && hasValue(draft)))
  return listed.length > 0 ? listed : rows.filter(({ act }) => act === 'open')
}

/** Whether others of its kind stand above. Below `10-18`, `UK`, `40` it is open whose `9-17` is. */
export function isHeaded(piece: Piece, paragraph: number, heads: readonly Head[]): boolean {
  const isOfKind = (head: Head, code: keyof typeof FIELDS) => says(head.piece, code) && says(piece, code)
  const above = heads.filter((head) => head.paragraph === paragraph)
  return above.some((head) => isOfKind(head, 'which-hours') || isOfKind(head, 'which-price'))
}

const FIELDS = { 'which-hours': ['hours', 'zone'], 'which-price': ['cpa', 'crg'] } as const

function says(piece: Piece, code: keyof typeof FIELDS): boolean {
  return FIELDS[code].some((field) => piece[field] !== null)
}

function isSame(draft: Draft, piece: Piece, code: keyof typeof FIELDS): boolean {
  const plain = ({ hours, ...others }: Piece) => ({
    ...others,
    hours: hours && JSON.stringify({ ...hours, written: '', isPlain: false }),
  })
  const [own, said] = [plain(draft), plain(piece)]
  return FIELDS[code].every((field) => said[field] === null || said[field] === own[field])
}
