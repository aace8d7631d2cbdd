import type { ReactNode } from 'react'
import type { PayoutSummary } from '#contract/payouts.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { Amount, MarginAmount } from './amount.tsx'
import page from '#web/ui/page.module.css'
import classes from './summary-cards.module.css'

export function SummaryCards({ totals }: { totals: PayoutSummary['totals'] }) {
  return (
    <>
      <dl className={classes.cards}>
        <Card label="Valid leads">{formatCount(totals.validLeads)}</Card>
        <Card label="Deposits">{formatCount(totals.deposits)}</Card>
        <Card label="CPA with extras">
          <Amount dollars={totals.cpaWithExtras} />
        </Card>
        <Card label="CRG top-ups">
          <Amount dollars={totals.crgNet} />
        </Card>
        <Card label="Total payout" isMain>
          <Amount dollars={totals.totalPayout} />
        </Card>
        {totals.margin && (
          <Card label="Margin">
            <MarginAmount margin={totals.margin} />
          </Card>
        )}
      </dl>
      {totals.unpricedDeposits > 0 && (
        <p className={classes.unpriced}>
          {countOf(totals.unpricedDeposits, 'deposit')} came without a reported payout and{' '}
          {totals.unpricedDeposits === 1 ? 'counts' : 'count'} as $0.
        </p>
      )}
    </>
  )
}

function Card({ label, isMain = false, children }: { label: string; isMain?: boolean; children: ReactNode }) {
  return (
    <div className={`${page.card} ${classes.card}`} data-main={isMain || undefined}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  )
}
