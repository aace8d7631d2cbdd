import type { Day } from '#domain/kernel/day.ts'
import { saysSame } from './edited.ts'
import { ofPlace } from './place.ts'
import type { Questions } from './questions.ts'
import type { ReadRow } from './reading.ts'
import type { Scope } from './scope.ts'

// What can be decided only when all rows of a message are known.

/** Drops the question whose hours they are, if all rows have these hours already. */
export function settleScopes(rows: readonly ReadRow[], scope: Scope, questions: Questions): ReadRow[] {
  const settled = questions.ofCode('which-hours-scope').filter(({ id }) => {
    const own = rows.filter(({ asks }) => asks.includes(id))
    return own.length > 0 && own.every((row) => standsSo(row, scope))
  })
  for (const { id } of settled) questions.drop(id)
  const ids = new Set(settled.map(({ id }) => id))
  return rows.map((row) => ({ ...row, asks: row.asks.filter((id) => !ids.has(id)) }))
}

function standsSo(row: ReadRow, scope: Scope): boolean {
  return ofPlace(scope, row, row.geos[0] ?? '').some(
    (cap) => cap.sourceNumber === row.sourceNumber && (cap.alwaysOn ? '24/7' : cap.workingHours) === row.hours,
  )
}

/** Merges two equal rows for one cap. If they differ, it is asked which one is meant. */
export function settleDuplicates(rows: readonly ReadRow[], questions: Questions): ReadRow[] {
  const placed = rows.flatMap((row) => row.days.map((day) => ({ row, day })))
  const byKey = Map.groupBy(placed, ({ row, day }) =>
    JSON.stringify([row.kind, day, row.geos, row.advertiserId, row.sourceNumber]),
  )
  /** The days of a row that are said before. */
  const doubles = new Map(rows.map((row) => [row, new Set<Day>()]))
  const held = new Map<ReadRow, string>()
  for (const [first, ...others] of byKey.values()) {
    if (!first || others.length === 0) continue
    if (others.every(({ row }) => saysSame(row, first.row)))
      for (const { row, day } of others) doubles.get(row)?.add(day)
    else {
      const quotes = [first, ...others].map(({ row }) => row.quote)
      const id = questions.ask('contradiction', [...new Set(quotes)].join(' / '))
      for (const { row } of [first, ...others]) held.set(row, id)
    }
  }
  return rows.flatMap((row) => {
    const days = row.days.filter((day) => !doubles.get(row)?.has(day))
    if (days.length === 0 && row.days.length > 0) return []
    const id = held.get(row)
    return [{ ...row, days, asks: id === undefined ? row.asks : [...row.asks, id] }]
  })
}

/** Removes answered questions from rows, and removes rows that an answer leaves out. */
export function settleAnswers(rows: readonly ReadRow[], questions: Questions): ReadRow[] {
  return rows
    .filter(({ asks }) => !asks.some((id) => questions.isLeft(id)))
    .map((row) => ({ ...row, asks: row.asks.filter((id) => !questions.isAgreed(id)) }))
}
