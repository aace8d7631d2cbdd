import { z } from 'zod'
import { LEAD_COLUMNS, type LeadColumn, type LeadOrder } from '#domain/leads/columns.ts'
import { formatInstant, instantFromMilliseconds, parseInstant } from '#domain/kernel/instant.ts'
import { parseJson } from '#platform/json.ts'
import type { Position } from './search-store.ts'
import type { SortedPosition } from './sorted-store.ts'

/** Our cursors contain only values that a table can hold. */
const Name = z.string().refine((name) => !name.includes('\0'))
const Cursor = z.tuple([z.int(), Name, Name])
/** An instant as the database writes it. */
const WRITTEN_INSTANT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d)?$/
const Sorted = z.tuple([z.int(), Name, Name, z.enum(LEAD_COLUMNS), z.boolean(), z.nullable(Name)])

export function writeCursor({ createdAt, connector, id }: Position): string {
  return write([createdAt, connector, id])
}

/** The order goes along: in another one the place means nothing. */
export function writeSortedCursor({ createdAt, connector, id, value }: SortedPosition, order: LeadOrder): string {
  return write([createdAt, connector, id, order.column, order.descending, value])
}

function write(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Undefined if it is not one of ours. */
export function readCursor(text: string): Position | undefined {
  const { data } = Cursor.safeParse(parse(text))
  return data && toPosition(data)
}

/** Undefined if it is not one of ours, or belongs to another order. */
export function readSortedCursor(text: string, order: LeadOrder): SortedPosition | undefined {
  const { data } = Sorted.safeParse(parse(text))
  if (!data || data[3] !== order.column || data[4] !== order.descending) return undefined
  const [, , , column, , value] = data
  if (value !== null && !canSortBy(column, value)) return undefined
  const position = toPosition(data)
  return position && { ...position, value }
}

/** Whether a text is of the type in which values of a column compare. */
function canSortBy(column: LeadColumn, value: string): boolean {
  if (column === 'created' || column === 'deposit') return WRITTEN_INSTANT.test(value) && parseInstant(value) !== null
  return column !== 'cap' || value === 'true' || value === 'false'
}

function toPosition([at, connector, id]: readonly [number, string, string, ...unknown[]]): Position | undefined {
  try {
    const createdAt = parseInstant(formatInstant(instantFromMilliseconds(at)))
    return createdAt === null ? undefined : { createdAt, connector, id }
  } catch {
    return undefined
  }
}

function parse(text: string): unknown {
  return parseJson(Buffer.from(text, 'base64url').toString())
}
