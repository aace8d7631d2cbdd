import { Fragment } from 'react'
import type { PayoutDeal } from '#contract/payouts.ts'
import { basisPointsFromPercent, centsFromDollars, dollarsFromCents } from '#domain/kernel/cents.ts'
import { priceGuarantee } from '#domain/payouts/money.ts'
import { countOf } from '#web/lib/format.ts'
import { formatExact } from './amounts.ts'
import classes from './deal-drawer.module.css'
import { describeHours } from './deal-words.ts'

/** The sum that makes a deal's number, to the cent. */
export function DealSum({ deal }: { deal: PayoutDeal }) {
  const { payout } = deal
  const lines = [
    { name: 'CPA', why: explainCpa(deal), amount: payout.cpaComponent },
    { name: 'CRG top-up', why: explainTopUp(deal), amount: payout.crgComponent },
    { name: 'Extras', why: explainExtras(deal), amount: payout.extras },
  ]
  return (
    <>
      <p className={classes.about}>
        Cap {deal.cap} · working hours {describeHours(deal)}
      </p>
      <div className={classes.sum} role="group" aria-label="The sum">
        {lines.map(({ name, why, amount }) => (
          <Fragment key={name}>
            <p>{name}</p>
            <p className={classes.why}>{why}</p>
            <p className={classes.amount}>{formatExact(amount)}</p>
          </Fragment>
        ))}
        <p className={classes.total}>Total</p>
        <p className={classes.total} />
        <p className={`${classes.amount} ${classes.total}`}>{formatExact(payout.total)}</p>
      </div>
    </>
  )
}

function explainCpa({ cpa, deposits }: PayoutDeal): string {
  const conversions = countOf(deposits.inside, 'conversion')
  if (cpa === null) return `The deal has no CPA: ${conversions} of valid leads as reported`
  return `${conversions} of valid leads × ${formatExact(cpa)}`
}

function explainTopUp({ cpa, crg, validLeads, payout }: PayoutDeal): string {
  if (crg === null) return 'The deal has no CRG'
  if (cpa === null) return 'A guarantee needs a CPA, and the deal has none'
  const guarantee = dollarsFromCents(priceGuarantee(validLeads, basisPointsFromPercent(crg), centsFromDollars(cpa)))
  const sum = `${countOf(validLeads, 'valid lead')} × ${crg}% × ${formatExact(cpa)} = ${formatExact(guarantee)} guaranteed`
  return payout.crgComponent === 0 ? `${sum}, which the CPA reaches` : `${sum}, less the CPA`
}

function explainExtras({ deposits: { extras, outside, unmatched } }: PayoutDeal): string {
  if (extras === 0) return 'No deposits beside those of valid leads'
  return `As reported: ${countOf(outside, 'deposit')} of leads that are not paid for, ${unmatched} without a known lead`
}
