import type { CopiedTerm } from '#domain/caps/copy.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import type { ListedCap } from '#domain/caps/slot.ts'
import { formatCount, formatDollars, formatPercent } from '#web/lib/format.ts'

const NONE = 'nothing'

/** A term of the cap that stands, in words. */
export function tellTerm(standing: ListedCap, term: CopiedTerm): string {
  const { cap, cpa, crg } = standing
  switch (term) {
    case 'cap':
      return formatCount(cap)
    case 'hours':
      return formatStoredHours(standing) ?? NONE
    case 'cpa':
      return cpa === null ? NONE : formatDollars(cpa)
    case 'crg':
      return crg === null ? NONE : formatPercent(crg)
  }
}
