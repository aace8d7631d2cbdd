import type { CopiedTerm } from '#domain/caps/copy.ts'
import type { ListedCap } from '#domain/caps/slot.ts'
import { formatCount, formatDollars, formatPercent } from '#web/lib/format.ts'

const NONE = 'nothing'

/** A term of the cap that stands, in words. */
export function tellTerm({ cap, alwaysOn, workingHours, cpa, crg }: ListedCap, term: CopiedTerm): string {
  switch (term) {
    case 'cap':
      return formatCount(cap)
    case 'hours':
      return alwaysOn ? '24/7' : (workingHours ?? NONE)
    case 'cpa':
      return cpa === null ? NONE : formatDollars(cpa)
    case 'crg':
      return crg === null ? NONE : formatPercent(crg)
  }
}
