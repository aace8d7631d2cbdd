/** The columns of the list of leads, in order. All of them can be sorted. */
export const LEAD_COLUMNS = [
  'created',
  'lead',
  'geo',
  'source',
  'broker',
  'status',
  'cap',
  'deposit',
  'system',
] as const

export type LeadColumn = (typeof LEAD_COLUMNS)[number]

/** A sort order other than newest first. */
export interface LeadOrder {
  column: LeadColumn
  descending: boolean
}

/** Clicking a sorted column again reverses its order. Newest first is the absence of an order. */
export function turnOrder(before: LeadOrder | null, column: LeadColumn): LeadOrder | null {
  const isNewest = before === null && column === 'created'
  const isSame = before?.column === column
  const descending = isNewest ? false : isSame ? !before.descending : column === 'created' || column === 'deposit'
  return column === 'created' && descending ? null : { column, descending }
}

/** The named columns, in the order of the list; all if none is named. */
export function chooseColumns(named: readonly string[]): readonly LeadColumn[] {
  const chosen = LEAD_COLUMNS.filter((column) => named.includes(column))
  return chosen.length === 0 ? LEAD_COLUMNS : chosen
}
