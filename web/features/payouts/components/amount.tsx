import type { PayoutDealRow } from '#contract/payouts.ts'
import { formatExact } from '#web/lib/dollars.ts'
import { MISSING } from '#web/lib/format.ts'
import { formatWhole } from './amounts.ts'

/** Dollars without decimals; what was rounded away is told where the pointer rests. */
export function Amount({ dollars }: { dollars: number | null }) {
  if (dollars === null) return MISSING
  return <span title={Number.isInteger(dollars) ? undefined : formatExact(dollars)}>{formatWhole(dollars)}</span>
}

/** What is left of what brokers pay; a dash where no affiliate cap says what is owed. */
export function MarginAmount({ margin }: { margin: PayoutDealRow['margin'] }) {
  if (!margin) return '–'
  return (
    <span
      title={`${formatWhole(margin.income)} at the deals’ prices less ${formatWhole(margin.owed)} at those of affiliate caps`}
    >
      <Amount dollars={margin.margin} />
    </span>
  )
}
