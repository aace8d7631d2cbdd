import { writeDraft, type CapDraftWire } from '#contract/cap-fields.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { placeOf, type Cap, type CapKind } from '#domain/caps/cap.ts'
import { planRow, replaceTerms } from '#domain/caps/copy.ts'
import { resolveAdvertiser, type AdvertiserIndex } from '#domain/caps/paste-advertisers.ts'
import type { PasteColumn } from '#domain/caps/paste-columns.ts'
import {
  markDuplicates,
  parsePastedCap,
  type CellError,
  type PastedCap,
  type PastedRow,
  type PasteOptions,
} from '#domain/caps/paste.ts'
import type { CapDraft } from '#domain/caps/edits.ts'
import { FIELD_NAMES, fieldOf, pickFields, TERM_FIELDS, type FieldName, type TermField } from '#domain/caps/fields.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { CapCommit } from '#web/features/caps/commits.ts'
import { judgeRow } from '../judge-row.ts'
import type { RowState } from '../state-mark.tsx'

/** A row as it was read and judged. */
export interface ReadRow {
  row: PastedRow
  /** With the advertiser that was found; null where there are errors. */
  draft: PastedCap | null
  /** The same as it will stand. */
  cap: CapDraft | null
  /** What the row would be without the cells that cannot be read, so that all its errors are told at once. */
  probe: CapDraft | null
  /** Who buys, as far as that was found; empty where nobody does. */
  advertiserId: string
  errors: readonly CellError[]
}

/** A row of the preview. `state` is null while what stands on its day is not known. */
export interface PasteLine extends ReadRow {
  kind: 'line'
  key: string
  state: RowState | null
  standing: Cap | null
  differing: readonly TermField[]
}

export function readRow(row: PastedRow, options: PasteOptions, advertisers: AdvertiserIndex): ReadRow {
  const { kind } = options
  const read = row.draft ?? readProbe(row, options)
  if (!read) return { row, draft: null, cap: null, probe: null, advertiserId: '', errors: row.errors }
  const draft = resolveBuyer(kind, read, advertisers)
  const judged = judgeRow(kind, draft)
  const errors = [...row.errors, ...judged.errors]
  const isRight = errors.length === 0
  const { advertiserId } = draft
  return {
    row,
    draft: isRight ? draft : null,
    cap: isRight ? judged.cap : null,
    probe: judged.cap,
    advertiserId,
    errors,
  }
}

function resolveBuyer(kind: CapKind, draft: PastedCap, advertisers: AdvertiserIndex): PastedCap {
  return kind === 'broker' ? resolveAdvertiser(draft, advertisers) : draft
}

/** The row with something readable in the cells that are not. */
function readProbe({ cells, errors }: PastedRow, options: PasteOptions): PastedCap | null {
  const wrong = new Set(errors.map(({ column }) => column))
  const cellOf = (column: PasteColumn) => (wrong.has(column) ? '' : (cells[column] ?? ''))
  const readable = {
    ...cells,
    date: cellOf('date'),
    cap: cellOf('cap') || '0',
    workingHours: cellOf('workingHours'),
    cpa: cellOf('cpa'),
    crg: cellOf('crg'),
  }
  return parsePastedCap(readable, options).draft
}

/** Rows for the place of one above are marked, by who was found to buy rather than by what was written. */
export function markTwice(rows: readonly ReadRow[]): ReadRow[] {
  const marked = markDuplicates(rows.map(({ row, draft }) => ({ ...row, draft })))
  return rows.map((read, index) => {
    const twice = marked[index]?.duplicateOf ?? null
    return twice === read.row.duplicateOf ? read : { ...read, row: { ...read.row, duplicateOf: twice } }
  })
}

/** `standing` is undefined while the caps of its day are not known, null where nothing stands. */
export function lineOf(
  read: ReadRow,
  standing: Cap | null | undefined,
  knownIds: ReadonlySet<string> | null,
): PasteLine {
  const { row, cap } = read
  const line = { ...read, kind: 'line', key: String(row.line), standing: null, differing: [] } as const
  const errors = [...read.errors, ...findTwice(read), ...findUnknown(read, standing, knownIds)]
  if (!cap || errors.length > 0) return { ...line, errors, state: 'error' }
  if (standing === undefined) return { ...line, state: null }
  const saved = standing ? { ...cap, ...replaceTerms(cap, standing, row.cells) } : cap
  const { state, differing } = planRow(saved, standing)
  return { ...line, cap: saved, state, standing, differing }
}

/** Looks up what stands in the place of a cap on its day, among the days that are known. */
export function lookUpStanding(byDay: ReadonlyMap<Day, readonly Cap[] | undefined>) {
  const places = new Map(
    [...byDay].map(([day, caps]) => [day, caps && new Map(caps.map((cap) => [placeOf(cap), cap]))] as const),
  )
  return (cap: CapDraft): Cap | null | undefined => {
    const known = places.get(cap.date)
    return known && (known.get(placeOf(cap)) ?? null)
  }
}

/** The lines as one commit: what is new is added, what is in conflict replaces the version that was seen. */
export function toPasteCommit(lines: readonly PasteLine[]): CapCommit {
  const days = new Set(lines.flatMap(({ cap }) => (cap ? [cap.date] : [])))
  return {
    action: 'paste',
    create: lines.flatMap(({ draft, standing }) => (draft && !standing ? [draft] : [])),
    update: lines.flatMap(({ draft, cap, standing }) =>
      draft && cap && standing ? [{ id: standing._id, draft: draftOfReplaced(cap, standing) }] : [],
    ),
    remove: [],
    days: [...days],
  }
}

/** A cap that stands keeps what is no term, unless the row says otherwise. */
function draftOfReplaced(cap: CapDraft, standing: Cap): CapDraftWire {
  const said = FIELD_NAMES.filter((name) => isText(name) && cap[name] !== null)
  return { ...writeDraft({ ...standing, ...pickFields(cap, TERM_FIELDS) }), ...pickFields(cap, said) }
}

/** Whether a field is a text that says nothing where it is empty. */
function isText(name: FieldName): boolean {
  const { type } = fieldOf(name)
  return type === 'text' || type === 'author'
}

function findTwice({ row: { duplicateOf }, advertiserId }: ReadRow): CellError[] {
  if (duplicateOf === null) return []
  const place = advertiserId === '' ? 'geo and source' : 'geo, advertiser and source'
  return [{ column: null, message: `Line ${duplicateOf} has the same day, ${place}. Keep one of them.` }]
}

/** A new cap needs an advertiser that is there; one that stands may keep the one that it has. */
function findUnknown(
  { advertiserId }: ReadRow,
  standing: Cap | null | undefined,
  knownIds: ReadonlySet<string> | null,
): CellError[] {
  if (advertiserId === '' || standing !== null || !knownIds || knownIds.has(advertiserId)) return []
  return [{ column: 'advertiserId', message: capTexts.unknownAdvertiser(advertiserId) }]
}
