import { writeDraft, type CapDraftWire } from '#contract/cap-fields.ts'
import type { GeoGroup } from '#domain/caps/aggregates.ts'
import { describeCap, type Cap, type CapKind } from '#domain/caps/cap.ts'
import { planRow, type CopyRow } from '#domain/caps/copy.ts'
import { pickFields, TERM_FIELDS } from '#domain/caps/fields.ts'
import { filterCaps } from '#domain/caps/filter.ts'
import type { PasteColumn } from '#domain/caps/paste-columns.ts'
import { readPastedCap, type CellError } from '#domain/caps/paste.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'
import type { CapCommit } from '../../commits.ts'
import { valuesOf } from '../form/form-values.ts'
import { judgeRow } from '../sheet/judge-row.ts'

/** What can be changed of a cap before it is copied. */
export const COPY_COLUMNS = ['cap', 'workingHours', 'cpa', 'crg'] as const

export type CopyColumn = (typeof COPY_COLUMNS)[number]
export type CopyTexts = Readonly<Record<CopyColumn, string>>
export type CopyEdit = Readonly<Partial<CopyTexts>>

/** A cap to copy, with what somebody typed. `row` is as it would be saved, or as it was where that cannot be read. */
export interface CopyLine {
  kind: 'line'
  key: string
  row: CopyRow<Cap>
  /** The cap as it stands on its own day. */
  untouched: Cap
  edit: CopyEdit | undefined
  errors: readonly CellError[]
}

export interface GeoHeadRow {
  kind: 'geo'
  key: string
  geo: string
  lines: CopyLine[]
}

export function lineOf(kind: CapKind, row: CopyRow<Cap>, edit: CopyEdit | undefined, target: Day): CopyLine {
  const line = { kind: 'line', key: row.source._id, row, untouched: row.source, edit, errors: [] } as const
  if (!edit) return line
  const values = valuesOf(row.source)
  const { cap, workingHours, cpa, crg } = { ...textsOf(row.source), ...edit }
  const cells = { ...values, cap, workingHours, cpa, crg, date: target }
  const read = readPastedCap(cells, { kind, defaultDate: target, isTyped: true })
  if (!read.draft) return { ...line, errors: read.errors }
  const judged = judgeRow(kind, read.draft)
  if (!judged.cap) return { ...line, errors: judged.errors }
  const terms = { ...row.source, ...pickFields(judged.cap, TERM_FIELDS) }
  return { ...line, row: planRow(terms, row.standing) }
}

export function textsOf(cap: Cap): CopyTexts {
  const { cap: planned, workingHours, cpa, crg } = valuesOf(cap)
  return { cap: planned, workingHours, cpa, crg }
}

/** What stands in a cell of a line. */
export function textOfCopy(line: CopyLine | undefined, column: PasteColumn): string {
  const known = COPY_COLUMNS.find((name) => name === column)
  return line && known ? (line.edit?.[known] ?? textsOf(line.untouched)[known]) : ''
}

/** Whether a cell of a line has another text than that with which it came. */
export function isChanged({ edit, untouched }: CopyLine): boolean {
  if (!edit) return false
  const texts = textsOf(untouched)
  return COPY_COLUMNS.some((column) => (edit[column] ?? texts[column]) !== texts[column])
}

/** The caps by geo, in an order that does not change while numbers are typed. */
export function toCopyRows(lines: readonly CopyLine[], order: readonly GeoGroup<Cap>[]): (GeoHeadRow | CopyLine)[] {
  const byKey = new Map(lines.map((line) => [line.key, line]))
  return order.flatMap(({ key, geo, items }) => {
    const own = items.flatMap(({ _id }) => byKey.get(_id) ?? [])
    return own.length === 0 ? [] : [{ kind: 'geo' as const, key: headKey(key), geo, lines: own }, ...own]
  })
}

/** The lines whose caps have all words of a text, as the search of the board finds them. */
export function findLines(lines: readonly CopyLine[], text: string, today: Day): readonly CopyLine[] {
  if (text.trim() === '') return lines
  const caps = lines.map(({ row }) => row.source)
  const found = new Set(filterCaps(caps, { text }, { day: today, minutes: 0 }).map(({ _id }) => _id))
  return lines.filter(({ key }) => found.has(key))
}

export function nameOfCap(cap: Cap): string {
  const who = cap.advertiserName ?? cap.advertiserId
  return who ? `${who}, ${describeCap(cap)}` : describeCap(cap)
}

/** The lines as one commit: what is new is added, what is in conflict replaces the version that was seen. */
export function toCopyCommit(lines: readonly CopyLine[], target: Day): CapCommit {
  return {
    action: 'copy',
    create: lines.flatMap(({ row }) => (row.standing ? [] : [draftOfCopy(row.source, target)])),
    update: lines.flatMap(({ row: { source, standing } }) =>
      standing ? [{ id: standing._id, draft: draftOfReplaced(source, standing) }] : [],
    ),
    remove: [],
    days: [target],
  }
}

/** A copy is made by whoever copies. */
function draftOfCopy(source: Cap, target: Day): CapDraftWire {
  const { version: _version, createdBy: _author, ...draft } = writeDraft(source)
  return { ...draft, date: target }
}

/** Only the terms are taken over: the cap that stands keeps its names and who made it. */
function draftOfReplaced(source: Cap, standing: Cap): CapDraftWire {
  return writeDraft({ ...standing, ...pickFields(source, TERM_FIELDS) })
}

function headKey(geo: GeoKey): string {
  return `geo ${geo}`
}
