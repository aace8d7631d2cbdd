import { writeCopy, writeDraft, type CapDraftWire } from '#contract/cap-fields.ts'
import { changePlanned, parsePlannedChange } from '#domain/caps/bulk.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { pickFields, TERM_FIELDS } from '#domain/caps/fields.ts'
import { parsePastedCap } from '#domain/caps/paste.ts'
import { isSameTyped, writeTyped } from '#domain/caps/typed.ts'
import type { Day } from '#domain/kernel/day.ts'
import { valuesOf } from '#web/features/caps/components/form/form-values.ts'
import type { CellChange } from '#web/features/sheet/components/block.ts'
import type { LineColumn } from '#web/features/sheet/components/sheet-columns.ts'
import { judgeRow } from '#web/features/sheet/components/judge-row.ts'
import { parseColumn, type TableColumn } from './table-columns.ts'
import type { PlaceRow } from './table-rows.ts'

/** What becomes of the cap of a place and a day. */
export interface CellPlan {
  cells: readonly CellChange<TableColumn>[]
  day: Day
  /** The cap that stands; null where one is added. */
  cap: Cap | null
  draft: CapDraftWire
}

export interface RefusedCell extends CellChange<TableColumn> {
  problem: string
}

const NOT_EMPTIED = 'A cap has a number. Type 0 to take no leads, or delete the cap.'
const NO_CAP = 'There is no cap on this day yet. Type its number first.'

/** What cells come to: caps to add and to change, and what cannot be, with its text and why; what is the same is neither. */
export function planCells(
  kind: CapKind,
  rows: ReadonlyMap<string, PlaceRow>,
  changes: readonly CellChange<TableColumn>[],
): { plans: CellPlan[]; refused: RefusedCell[] } {
  const groups = Map.groupBy(changes, ({ key, column }) => `${key} ${parseColumn(column)?.day}`)
  const plans: CellPlan[] = []
  const refused: RefusedCell[] = []
  for (const cells of groups.values()) {
    const [{ key, column }] = [cells[0] ?? { key: '', column: '' }]
    const [row, day] = [rows.get(key), parseColumn(column)?.day]
    if (!row || !day) continue
    const cap = row.caps.get(day) ?? null
    const typed = textsOf(cap, cells)
    if (cap && typed.cap === '') {
      refused.push(...refuse(cells, day, 'cap', NOT_EMPTIED))
      continue
    }
    if (!cap && !typed.cap) {
      if (Object.values(typed).some((text) => text !== '')) refused.push(...refuse(cells, day, null, NO_CAP))
      continue
    }
    if (cap && isSame(cap, typed)) continue
    const base = cap ?? { ...nearestOf(row, day), date: day }
    const read = parsePastedCap({ ...valuesOf(base), ...typed }, { kind, defaultDate: day, isTyped: true })
    const judged = read.draft ? judgeRow(kind, read.draft) : { cap: null, errors: read.errors }
    if (judged.cap) {
      const taken = cells.map((cell) => ({
        ...cell,
        text: typed[parseColumn(cell.column)?.field ?? 'cap'] ?? cell.text,
      }))
      plans.push({ cells: taken, day, cap, draft: draftOf(base, cap, pickFields(judged.cap, TERM_FIELDS)) })
    }
    refused.push(...judged.errors.flatMap((error) => refuse(cells, day, error.column, error.message)))
  }
  return { plans, refused }
}

/** The cell that an error is about; all of them where it is none of these. */
function refuse(
  cells: readonly CellChange<TableColumn>[],
  day: Day,
  name: string | null,
  problem: string,
): RefusedCell[] {
  const own = cells.filter(({ column }) => column === `${day} ${name}`)
  return (own.length > 0 ? own : cells).map((cell) => ({ ...cell, problem }))
}

function fieldAt(day: Day, name: string | null): LineColumn | null {
  return parseColumn(`${day} ${name}`)?.field ?? null
}

/** What stands in the fields once the cells are taken; `+5` and `+20%` are said of the number that stands. */
function textsOf(cap: Cap | null, cells: readonly CellChange<TableColumn>[]): Partial<Record<LineColumn, string>> {
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
  return Object.entries(typed).every(([name, text]) => {
    const field = fieldAt(cap.date, name)
    return field === null || isSameTyped(field, text, writeTyped(cap, field))
  })
}

/** The cap of the place whose terms a new one takes: of the last day before, else of the first after. */
function nearestOf({ caps, first }: PlaceRow, day: Day): Cap {
  const before = [...caps].filter(([other]) => other < day).toSorted(([a], [b]) => (a < b ? 1 : -1))
  return before[0]?.[1] ?? first
}

function draftOf(base: Cap, cap: Cap | null, terms: Partial<Cap>): CapDraftWire {
  const planned = { ...base, ...terms }
  return cap ? writeDraft(planned) : writeCopy(planned, base.date)
}
