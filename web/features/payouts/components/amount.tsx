import type { PayoutDealRow } from '#contract/payouts.ts'
import { MISSING } from '#domain/sentences/written.ts'
import { formatExact } from '#web/lib/format.ts'

/** Whole dollars; the tooltip has the cents. */
export function Amount({ dollars }: { dollars: number | null }) {
  if (dollars === null) return MISSING
  return <span title={Number.isInteger(dollars) ? undefined : formatExact(dollars)}>{formatWhole(dollars)}</span>
}

/** The margin of what brokers pay; a dash if no affiliate cap has prices. */
export function MarginAmount({ margin }: { margin: PayoutDealRow['margin'] }) {
  if (!margin) return '–'
  const { income, owed, margin: left } = margin
  return (
    <span
      title={`${formatExact(left)}: ${formatExact(income)} from brokers (the deals’ prices) minus ${formatExact(owed)} to affiliates (the affiliate caps’ prices)`}
    >
      {formatWhole(left)}
    </span>
  )
}

const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
  // An amount that rounds to 0 has no minus sign.
  signDisplay: 'negative',
})
const rate = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `$1,235` */
export function formatWhole(dollars: number): string {
  return whole.format(dollars)
}

/** `8.3%` */
export function formatRate(percent: number | null): string {
  return percent === null ? MISSING : `${rate.format(percent)}%`
}
