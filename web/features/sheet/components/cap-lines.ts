import { writeCopy, writeDraft, type CapDraftWire } from '#contract/cap-fields.ts'
import type { GeoGroup } from '#domain/caps/aggregates.ts'
import { describeCap, type Cap, type CapKind } from '#domain/caps/cap.ts'
import { planRow, type CopyRow } from '#domain/caps/copy.ts'
import { pickFields, TERM_FIELDS } from '#domain/caps/fields.ts'
import { findCaps, type SourceNames } from '#domain/caps/filter.ts'
import { parsePastedCap, type CellError } from '#domain/caps/paste.ts'
import { writeTyped } from '#domain/caps/typed.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'
import type { CapCommit } from '#web/features/caps/commits.ts'
import { valuesOf } from '#web/features/caps/components/form/form-values.ts'
import { judgeRow } from './judge-row.ts'
import { LINE_COLUMNS, type LineColumn } from './sheet-columns.ts'

export type LineEdit = Readonly<Partial<Record<LineColumn, string>>>

/** A cap of a sheet with the typed texts. `row` is the cap to save, or the old one if a text cannot be read. */
export interface CapLine {
  kind: 'line'
  key: string
  row: CopyRow<Cap>
  /** The cap in its state on its own day. */
  untouched: Cap
  edit: LineEdit | undefined
  errors: readonly CellError[]
}

export interface GeoHeadRow {
  kind: 'geo'
  key: string
  geoKey: GeoKey
  geo: string
  lines: CapLine[]
}

export function lineOf(kind: CapKind, row: CopyRow<Cap>, edit: LineEdit | undefined): CapLine {
  const line = { kind: 'line', key: row.source._id, row, untouched: row.source, edit, errors: [] } as const
  if (!edit) return line
  const cells = { ...valuesOf(row.source), ...edit }
  const read = parsePastedCap(cells, { kind, defaultDate: row.source.date, isTyped: true })
  const judged = read.draft ? judgeRow(kind, read.draft) : { cap: null, errors: read.errors }
  // It must be fixed, even if the typed text would change nothing.
  if (!judged.cap) return { ...line, row: { ...row, state: row.standing ? 'conflict' : 'new' }, errors: judged.errors }
  const terms = { ...row.source, ...pickFields(judged.cap, TERM_FIELDS) }
  return { ...line, row: planRow(terms, row.standing) }
}

/** The text of a cell of a line. */
export function textOfLine({ edit, untouched }: CapLine, column: LineColumn): string {
  return edit?.[column] ?? writeTyped(untouched, column)
}

/** Whether a cell of a line has another text than that with which it came. */
export function isChanged(line: CapLine): boolean {
  return line.edit !== undefined && LINE_COLUMNS.some((column) => isCellChanged(line, column))
}

export function isCellChanged(line: CapLine, column: LineColumn): boolean {
  return textOfLine(line, column) !== writeTyped(line.untouched, column)
}

/** The caps by geo, in an order that does not change while numbers are typed. */
export function toSheetRows(lines: readonly CapLine[], order: readonly GeoGroup<Cap>[]): (GeoHeadRow | CapLine)[] {
  const byKey = new Map(lines.map((line) => [line.key, line]))
  return order.flatMap(({ key, geo, items }) => {
    const own = items.flatMap(({ _id }) => byKey.get(_id) ?? [])
    return own.length === 0 ? [] : [{ kind: 'geo' as const, key: headKey(key), geoKey: key, geo, lines: own }, ...own]
  })
}

/** The lines whose caps contain all words of a text, as in the board's search. */
export function findLines(lines: readonly CapLine[], text: string, names: SourceNames): readonly CapLine[] {
  if (text.trim() === '') return lines
  const caps = lines.map(({ row }) => row.source)
  const found = new Set(findCaps(caps, text, names).map(({ _id }) => _id))
  return lines.filter(({ key }) => found.has(key))
}

export function nameOfCap(cap: Cap): string {
  const who = cap.advertiserName ?? cap.advertiserId
  return who ? `${who}, ${describeCap(cap)}` : describeCap(cap)
}

/** The caps of a day once these lines are saved on it. */
export function standAfter(standing: readonly Cap[], saved: readonly CapLine[]): Cap[] {
  const replaced = new Set(saved.map(({ row }) => row.standing?._id))
  return [...standing.filter(({ _id }) => !replaced.has(_id)), ...saved.map(({ row }) => row.source)]
}

/** The lines as one commit: new caps are added, conflicting ones replace the version that was seen. */
export function toCopyCommit(lines: readonly CapLine[], target: Day): CapCommit {
  return {
    action: 'copy',
    create: lines.flatMap(({ row }) => (row.standing ? [] : [writeCopy(row.source, target)])),
    update: lines.flatMap(({ row: { source, standing } }) =>
      standing ? [{ id: standing._id, draft: draftOfReplaced(source, standing) }] : [],
    ),
    remove: [],
    days: [target],
  }
}

/** Changes of existing caps as one commit. */
export function toBulkCommit(lines: readonly CapLine[]): CapCommit {
  return {
    action: 'bulk',
    create: [],
    update: lines.map(({ row }) => ({ id: row.source._id, draft: writeDraft(row.source) })),
    remove: [],
    days: [...new Set(lines.map(({ row }) => row.source.date))],
  }
}

/** Only the terms are replaced: the existing cap keeps its names and author. */
function draftOfReplaced(source: Cap, standing: Cap): CapDraftWire {
  return writeDraft({ ...standing, ...pickFields(source, TERM_FIELDS) })
}

function headKey(geo: GeoKey): string {
  return `geo ${geo}`
}
