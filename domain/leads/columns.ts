/** What the list of leads shows of each, in its order. All of them sort it. */
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

/** Another order than newest first. */
export interface LeadOrder {
  column: LeadColumn
  descending: boolean
}

/** A column that is asked for again turns its order round; newest first is no order of its own. */
export function turnOrder(before: LeadOrder | null, column: LeadColumn): LeadOrder | null {
  const isNewest = before === null && column === 'created'
  const isSame = before?.column === column
  const descending = isNewest ? false : isSame ? !before.descending : column === 'created' || column === 'deposit'
  return column === 'created' && descending ? null : { column, descending }
}

/** Those of the columns that are named, in the order of the list; all where none is. */
export function chooseColumns(named: readonly string[]): readonly LeadColumn[] {
  const chosen = LEAD_COLUMNS.filter((column) => named.includes(column))
  return chosen.length === 0 ? LEAD_COLUMNS : chosen
}
