import { writeCopy, writeDraft, type CapDraftWire } from '#contract/cap-fields.ts'
import { boardTexts } from '#contract/texts/board.ts'
import { changePlanned, parsePlannedChange } from '#domain/caps/bulk.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { pickFields, TERM_FIELDS } from '#domain/caps/fields.ts'
import { parsePastedCap, type CellError } from '#domain/caps/paste.ts'
import { isSameTyped, writeTyped } from '#domain/caps/typed.ts'
import type { Day } from '#domain/kernel/day.ts'
import { parseNumber } from '#domain/kernel/typed-number.ts'
import { valuesOf } from '#web/features/caps/components/form/form-values.ts'
import type { CellChange, SheetCell } from '#web/features/sheet/components/block.ts'
import { isLineColumn, type LineColumn } from '#web/features/sheet/components/sheet-columns.ts'
import { judgeRow } from '#web/features/sheet/components/judge-row.ts'
import { parseColumn, type TableColumn } from './table-columns.ts'
import type { PlaceRow } from './table-rows.ts'

/** What becomes of the cap of a place and a day. */
export interface CellPlan {
  /** Their texts as they will be read back, and as they were typed. */
  cells: readonly (CellChange<TableColumn> & { typed: string })[]
  day: Day
  /** The cap that stands; null where one is added. */
  cap: Cap | null
  draft: CapDraftWire
}

export interface RefusedCell extends CellChange<TableColumn> {
  problem: string
}

type Cells = readonly CellChange<TableColumn>[]

interface Outcome {
  plan: CellPlan | null
  refused: readonly RefusedCell[]
}

const NOTHING: Outcome = { plan: null, refused: [] }

/** What cells come to: caps to add and to change, and what cannot be, with its text and why; what is the same is neither. */
export function planCells(
  kind: CapKind,
  rows: ReadonlyMap<string, PlaceRow>,
  changes: Cells,
): { plans: CellPlan[]; refused: RefusedCell[] } {
  const ofCaps = Map.groupBy(changes, ({ key, column }) => `${key} ${parseColumn(column)?.day}`)
  const outcomes = [...ofCaps.values()].map((cells) => planCap(kind, rows, cells))
  return { plans: outcomes.flatMap(({ plan }) => plan ?? []), refused: outcomes.flatMap(({ refused }) => refused) }
}

/** Plans the cells of one cap. Some may be refused; the others are saved all the same. */
function planCap(kind: CapKind, rows: ReadonlyMap<string, PlaceRow>, cells: Cells): Outcome {
  const [first] = cells
  const day = first && parseColumn(first.column)?.day
  if (!day) return NOTHING
  const judged = judgeCells(kind, rows.get(first.key), day, cells)
  if (judged.refused.length === 0) return judged
  const { refused } = runOver(cells, judged.refused) ?? judged
  const wrong = new Set(refused.map(({ column }) => column))
  const right = cells.filter(({ column }) => !wrong.has(column))
  const others = planCap(kind, rows, right)
  return { plan: others.plan, refused: [...refused, ...others.refused] }
}

/** Numbers of more days than the table shows would be prices: hours that are a bare number tell them, and hold all terms. */
function runOver(cells: Cells, refused: Cells): Outcome | null {
  const terms = cells.filter(({ column }) => parseColumn(column)?.field !== 'cap')
  const isNumber = ofField(refused, 'workingHours').some(({ text }) => parseNumber(text) !== null)
  return isNumber && terms.length > 1 ? refuse(terms, boardTexts.furtherDays) : null
}

/** All of the cells, or what is wrong with any. */
function judgeCells(kind: CapKind, row: PlaceRow | undefined, day: Day, cells: Cells): Outcome {
  const cap = row?.caps.get(day) ?? null
  const typed = textsOf(cap, cells)
  const written = cells.filter(({ text }) => text.trim() !== '')
  if (!cap && written.length === 0) return NOTHING
  if (!row) return refuse(written, boardTexts.noPlace)
  if (!cap && !typed.cap) return refuse(written, boardTexts.noCapYet)
  // What is cut or deleted whole is no change of its terms.
  if (cap && typed.cap === '')
    return refuse(written.length === 0 ? cells : ofField(cells, 'cap'), boardTexts.notEmptied)
  if (cap && isSame(cap, typed)) return NOTHING
  const base = cap ?? { ...nearestOf(row, day), date: day }
  const read = parsePastedCap({ ...valuesOf(base), ...typed }, { kind, defaultDate: day, isTyped: true })
  const judged = read.draft ? judgeRow(kind, read.draft) : { cap: null, errors: read.errors }
  if (!judged.cap) return refuseWrong(cells, judged.errors)
  const planned = { ...base, ...pickFields(judged.cap, TERM_FIELDS) }
  // The cells show the text that will be read back, however it was spelled: that is nobody else's change.
  const textOf = ({ column }: SheetCell<TableColumn>) => writeTyped(planned, parseColumn(column)?.field ?? 'cap')
  const taken = cells.map((cell) => ({ ...cell, text: textOf(cell), typed: cell.text }))
  return { plan: { cells: taken, day, cap, draft: draftOf(planned, cap) }, refused: [] }
}

/** The cells that the errors are about; all of them where they are about none of these. */
function refuseWrong(cells: Cells, errors: readonly CellError[]): Outcome {
  const own = errors.flatMap(({ column, message }) => refuse(ofField(cells, column), message).refused)
  return own.length > 0 ? { plan: null, refused: own } : refuse(cells, errors[0]?.message ?? '')
}

function refuse(cells: Cells, problem: string): Outcome {
  return { plan: null, refused: cells.map((cell) => ({ ...cell, problem })) }
}

function ofField(cells: Cells, name: string | null): Cells {
  return cells.filter(({ column }) => parseColumn(column)?.field === name)
}

/** What stands in the fields once the cells are taken; `+5` and `+20%` are said of the number that stands. */
function textsOf(cap: Cap | null, cells: Cells): Partial<Record<LineColumn, string>> {
  return Object.fromEntries(
    cells.flatMap(({ column, text }) => {
      const field = parseColumn(column)?.field
      if (!field) return []
      const typed = text.trim()
      const change = field === 'cap' && cap && /^[-+×x*−–]/i.test(typed) ? parsePlannedChange(typed) : null
      return [[field, change && cap ? String(changePlanned(cap.cap, change)) : typed]]
    }),
  )
}

function isSame(cap: Cap, typed: Partial<Record<LineColumn, string>>): boolean {
  return Object.entries(typed).every(
    ([name, text]) => !isLineColumn(name) || isSameTyped(name, text, writeTyped(cap, name)),
  )
}

/** The cap of the place whose terms a new one takes: of the last day before, else of the first after. */
function nearestOf({ caps, first }: PlaceRow, day: Day): Cap {
  const before = [...caps].filter(([other]) => other < day).toSorted(([a], [b]) => (a < b ? 1 : -1))
  return before[0]?.[1] ?? first
}

function draftOf(planned: Cap, cap: Cap | null): CapDraftWire {
  return cap ? writeDraft(planned) : writeCopy(planned, planned.date)
}
