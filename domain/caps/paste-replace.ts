import type { CapTerms } from './cap.ts'
import { pickFields, TERM_FIELDS, type FieldName, type TermField } from './fields.ts'
import type { PasteColumn } from './paste-columns.ts'

/**
 * What a pasted row makes of a cap that stands. A column that was not pasted says nothing, so that rows of numbers alone
 * take no hours and prices away; an empty cell of a column that was pasted says that there is none.
 */
export function replaceTerms<T extends CapTerms>(
  pasted: T,
  standing: CapTerms,
  columns: readonly (PasteColumn | null)[],
): T {
  const pastedColumns = new Set<FieldName | null>(columns)
  const saysHours = pastedColumns.has('workingHours') || pasted.alwaysOn || pasted.workingHours !== null
  const isKept = (name: TermField) =>
    name === 'workingHours' || name === 'alwaysOn' ? !saysHours : !pastedColumns.has(name) && pasted[name] === null
  return { ...pasted, ...pickFields(standing, TERM_FIELDS.filter(isKept)) }
}
