import type { CapKind } from '#domain/caps/cap.ts'
import type { CellError } from '#domain/caps/paste.ts'
import { rowProblemsOf } from '#web/features/caps/commits.ts'
import { columnOf } from './judge-row.ts'

/** The server's errors of single rows, by row. */
export type Refusals = ReadonlyMap<string, readonly CellError[]>

export const NO_REFUSALS: Refusals = new Map()

interface SentRow {
  key: string
  /** Set if the row was to replace an existing cap. */
  standing: object | null
}

/** Rows in the order of their commit. */
export function orderAsSent<Row extends SentRow>(rows: readonly Row[]): { create: Row[]; update: Row[] } {
  return { create: rows.filter(({ standing }) => !standing), update: rows.filter(({ standing }) => standing) }
}

export function refusalsOf(kind: CapKind, error: unknown, sent: readonly SentRow[]): Refusals {
  const { create, update } = orderAsSent(sent)
  const refusals = new Map<string, CellError[]>()
  for (const { list, index, field, message } of rowProblemsOf(error)) {
    const key = (list === 'create' ? create : update)[index]?.key
    if (key === undefined) continue
    refusals.set(key, [...(refusals.get(key) ?? []), { column: columnOf(kind, field), message }])
  }
  return refusals
}

export function withoutRows(refusals: Refusals, keys: readonly string[]): Refusals {
  if (!keys.some((key) => refusals.has(key))) return refusals
  return new Map([...refusals].filter(([key]) => !keys.includes(key)))
}
