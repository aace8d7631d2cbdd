import type { CapTerms } from './cap.ts'
import type { PasteColumn } from './paste-columns.ts'

type Terms = Pick<CapTerms, 'workingHours' | 'alwaysOn' | 'cpa' | 'crg'>

/**
 * What a pasted row makes of a cap that stands. A column that was not pasted says nothing, so that rows of numbers alone
 * take no hours and prices away; an empty cell of a column that was pasted says that there is none.
 */
export function replaceTerms<T extends Terms>(pasted: T, standing: Terms, columns: readonly (PasteColumn | null)[]): T {
  const saysHours = columns.includes('workingHours') || pasted.alwaysOn || pasted.workingHours !== null
  const { workingHours, alwaysOn } = saysHours ? pasted : standing
  return {
    ...pasted,
    workingHours,
    alwaysOn,
    cpa: columns.includes('cpa') ? pasted.cpa : (pasted.cpa ?? standing.cpa),
    crg: columns.includes('crg') ? pasted.crg : (pasted.crg ?? standing.crg),
  }
}
