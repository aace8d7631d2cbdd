import type { Day } from '#domain/kernel/day.ts'
import type { Sorting } from '#domain/kernel/sort-rows.ts'

/** Figures of the broker caps of one or several days. */
export interface PlannedFigures {
  planned: number
  /** Leads that have a broker cap. */
  delivered: number
  /** All leads. */
  leads: number
}

export interface PlannedColumn {
  id: 'date' | 'planned' | 'delivered' | 'share' | 'unplanned'
  heading: string
  kind: 'text' | 'count' | 'percent'
}

export const PLANNED_COLUMNS: readonly PlannedColumn[] = [
  { id: 'date', heading: 'Date', kind: 'text' },
  { id: 'planned', heading: 'Planned', kind: 'count' },
  { id: 'delivered', heading: 'Delivered', kind: 'count' },
  { id: 'share', heading: 'Delivered %', kind: 'percent' },
  { id: 'unplanned', heading: 'Without a cap', kind: 'count' },
]

export const PLANNED_SORTING: Sorting = { column: 'date', descending: true }

/** The number in a column. The share is in percent, and null if nothing is planned. */
export function measurePlanned(
  { planned, delivered, leads }: PlannedFigures,
  column: Exclude<PlannedColumn['id'], 'date'>,
): number | null {
  switch (column) {
    case 'planned':
      return planned
    case 'delivered':
      return delivered
    case 'share':
      return planned === 0 ? null : (100 * delivered) / planned
    case 'unplanned':
      return leads - delivered
  }
}

export function parsePlannedCell(day: PlannedFigures & { date: Day }, column: PlannedColumn['id']) {
  return column === 'date' ? day.date : measurePlanned(day, column)
}

export function addPlanned(days: readonly PlannedFigures[]): PlannedFigures {
  return days.reduce<PlannedFigures>(
    (sum, day) => ({
      planned: sum.planned + day.planned,
      delivered: sum.delivered + day.delivered,
      leads: sum.leads + day.leads,
    }),
    { planned: 0, delivered: 0, leads: 0 },
  )
}
