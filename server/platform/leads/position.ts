import { z } from 'zod'
import { addMilliseconds, DAY, instantFromMilliseconds, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { parseJson } from '../json.ts'
import type { Answer } from './answer.ts'
import type { ReadFrom } from './connector.ts'
import type { Mapping } from './mapping.ts'

/** Slices touch, and sources disagree about which of them a row on the border belongs to. */
const BORDER = MINUTE

/** The position of a reading. The mapping decides which part a request uses. Between runs it is stored as a text. */
export interface FeedPosition {
  /** The end of the request. */
  end: Instant
  /** Registration dates are requested in slices, newest first, so a long first load shows today at once. */
  slice: number
  /** The source's cursor, the index of the page, or the number of rows to skip; null at the start of a slice. */
  at: string | number | null
  /** Pages of this slice that had rows. */
  pages: number
  /** How many times the slice was read before. */
  pass: number
  /** Rows of this pass. */
  rows: number
  /** The total number of rows by the last page; null if it did not say. */
  total: number | null
  /** Whether the total changed between two pages of this pass. */
  moved: boolean
}

const Kept = z
  .tuple([
    z.int().transform(instantFromMilliseconds),
    z.int(),
    z.union([z.string(), z.int(), z.null()]),
    z.int(),
    // Older positions stored only whether the slice is read again.
    z.union([z.int(), z.boolean().transform(Number)]),
    z.int().optional(),
    z.int().nullable().optional(),
    z.boolean().optional(),
  ])
  .transform(([end, slice, at, pages, pass, rows = 0, total = null, moved = false]): FeedPosition => ({
    end,
    slice,
    at,
    pages,
    pass,
    rows,
    total,
    moved,
  }))

function isPlain(mapping: Mapping): boolean {
  return mapping.windows.by === 'change' && mapping.pages.style === 'cursor'
}

export function startAt(end: Instant): FeedPosition {
  return { end, slice: 0, at: null, pages: 0, pass: 0, rows: 0, total: null, moved: false }
}

/** A source that pages through changes by cursors is stored by its own cursor. */
export function writePosition(mapping: Mapping, place: FeedPosition): string {
  if (isPlain(mapping) && typeof place.at === 'string') return place.at
  const { end, slice, at, pages, pass, rows, total, moved } = place
  return JSON.stringify([end, slice, at, pages, pass, rows, total, moved])
}

/** Null if the text belongs to another mapping. */
export function readPosition(mapping: Mapping, text: string, end: Instant): FeedPosition | null {
  if (isPlain(mapping)) return { ...startAt(end), at: text }
  const kept = Kept.safeParse(parseJson(text))
  return kept.success ? kept.data : null
}

/** The span of a slice; null means everything. */
export interface Slice {
  from: Instant | null
  to: Instant | null
}

export function sliceOf({ windows }: Mapping, { updatedSince }: ReadFrom, { end, slice }: FeedPosition): Slice {
  if (windows.by === 'change') return { from: updatedSince, to: null }
  const length = windows.sliceDays * DAY
  const since = updatedSince ?? addMilliseconds(end, -windows.historyDays * DAY)
  const from = end - (slice + 1) * length
  return {
    from: instantFromMilliseconds(Math.max(from, since)),
    to: addMilliseconds(end, (slice === 0 ? 0 : BORDER - slice * length) + windows.toPlusDays * DAY),
  }
}

function countSlices({ windows }: Mapping, { updatedSince }: ReadFrom, { end }: FeedPosition): number {
  if (windows.by === 'change') return 1
  const span = updatedSince === null ? windows.historyDays * DAY : end - updatedSince
  return Math.max(1, Math.ceil(span / (windows.sliceDays * DAY)))
}

/** The share of the request before a position, 0 to 1; null if only the source could know. */
export function progressAt(
  mapping: Mapping,
  from: ReadFrom,
  place: FeedPosition | null,
  last: FeedPosition,
): number | null {
  if (mapping.windows.by === 'change') return place === null ? 1 : null
  return place === null ? 1 : place.slice / countSlices(mapping, from, last)
}

/** The position after a page; null at the end. A short page does not mean the end. */
export function positionAfter(
  mapping: Mapping,
  from: ReadFrom,
  place: FeedPosition,
  answer: Answer,
): FeedPosition | null {
  const read = countRead(place, answer)
  const at = nextPage(mapping, read, answer)
  if (at !== null) return { ...read, at }
  const here = { ...startAt(place.end), slice: place.slice }
  if (read.pages > 1 && isReadAgain(mapping, from, read)) return { ...here, pass: place.pass + 1 }
  return place.slice + 1 < countSlices(mapping, from, place) ? { ...here, slice: place.slice + 1 } : null
}

function countRead(place: FeedPosition, { rows, total }: Answer): FeedPosition {
  return {
    ...place,
    pages: place.pages + (rows.length > 0 ? 1 : 0),
    rows: place.rows + rows.length,
    total: total ?? place.total,
    moved: place.moved || (total !== null && place.total !== null && total !== place.total),
  }
}

/** If rows come and go faster than they are read, no number of passes finds them all. */
const MOST_PASSES = 3

/**
 * While pages of a list are read, a row that leaves the list moves another one into a page that was read already. If
 * the source states its total, this is noticed, and the slice is read again. Otherwise later runs find the row, unless
 * they never return to this slice: then it is read twice.
 */
function isReadAgain(mapping: Mapping, from: ReadFrom, { slice, pass, moved }: FeedPosition): boolean {
  if (moved) return pass + 1 < MOST_PASSES
  const { windows, reach } = mapping
  if (pass > 0 || windows.by === 'change') return false
  return from.until !== undefined || (slice + 1) * windows.sliceDays > reach.lookBackDays
}

function nextPage(
  { pages }: Mapping,
  { at, rows: read, total }: FeedPosition,
  { rows, nextCursor, lastPage }: Answer,
): string | number | null {
  if (pages.style === 'cursor') return nextCursor
  if (pages.style === 'none' || rows.length === 0 || (total !== null && read >= total)) return null
  const here = typeof at === 'number' ? at : 0
  if (pages.style === 'skip') return here + rows.length
  return lastPage !== null && here + pages.first >= lastPage ? null : here + 1
}
