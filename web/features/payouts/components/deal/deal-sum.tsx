import { Fragment } from 'react'
import type { PayoutDealRow } from '#contract/payouts.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { addDollars, formatExact } from '#web/lib/format.ts'
import classes from './deal-drawer.module.css'
import { describeHours, type ReportRules } from './deal-words.ts'

/** The calculation of a deal's amount, to the cent. */
export function DealSum({ deal, rules }: { deal: PayoutDealRow; rules: ReportRules }) {
  const { payout, margin } = deal
  const lines = [
    { name: 'CPA', why: explainCpa(deal), amount: payout.cpaComponent },
    { name: 'CRG top-up', why: explainTopUp(deal, rules), amount: payout.crgComponent },
    { name: 'Extras', why: explainExtras(deal), amount: payout.extras },
  ]
  return (
    <>
      <p className={classes.about}>
        Cap {formatCount(deal.cap)} · working hours {describeHours(deal)}
      </p>
      <div className={classes.sum} role="group" aria-label="The sum">
        {lines.map(({ name, why, amount }) => (
          <Fragment key={name}>
            <p>{name}</p>
            <p className={classes.why}>{why}</p>
            <p className={classes.amount}>{formatExact(amount)}</p>
          </Fragment>
        ))}
        <p className={`${classes.name} ${classes.total}`}>Total</p>
        <p className={`${classes.amount} ${classes.total}`}>{formatExact(payout.total)}</p>
      </div>
      {margin && (
        <p className={classes.about}>
          Margin {formatExact(margin.margin)}: {formatExact(margin.income)} from the broker (the deal’s price) minus{' '}
          {formatExact(margin.owed)} to the affiliate (the affiliate cap’s price)
        </p>
      )}
    </>
  )
}

/** The owner of the CPA and CRG, to begin a sentence. */
function ownerOf({ pricedBy }: PayoutDealRow): string {
  return pricedBy === 'deal' ? 'The deal' : 'The affiliate cap'
}

function explainCpa(deal: PayoutDealRow): string {
  const conversions = countOf(deal.deposits.inside, 'conversion')
  if (deal.cpa === null) return `${ownerOf(deal)} has no CPA: ${conversions} of valid leads as reported`
  const by = deal.pricedBy === 'affiliateCap' ? ', by the affiliate cap' : ''
  return `${conversions} of valid leads × ${formatExact(deal.cpa)}${by}`
}

function explainTopUp(deal: PayoutDealRow, { terms }: ReportRules): string {
  const { cpa, crg, validLeads, payout, guarantee } = deal
  if (crg === null) return `${ownerOf(deal)} has no CRG`
  if (cpa === null || guarantee === null) return 'No guarantee, because there is no CPA'
  const whole = terms.conversions === 'whole' ? ', whole conversions only' : ''
  if (guarantee.isPooled) {
    const pool = `The deal’s pool guarantees ${formatExact(guarantee.worth)}${whole} and has reached ${formatExact(guarantee.reached)}`
    return payout.crgComponent === 0 ? pool : `${pool}; this amount is the deal’s share of the difference`
  }
  const sum = `${countOf(validLeads, 'valid lead')} × ${crg}% × ${formatExact(cpa)}${whole} = ${formatExact(guarantee.worth)} guaranteed`
  if (payout.crgComponent === 0) return `${sum}, which the CPA reaches`
  const deducted = addDollars([guarantee.worth, -payout.crgComponent])
  if (deducted === payout.cpaComponent) return `${sum}, less the CPA`
  const earlier = formatExact(addDollars([guarantee.reached, -payout.cpaComponent]))
  return `${sum}, less ${formatExact(deducted)} of the CPA: conversions before the report’s days count ${earlier} towards the guarantee`
}

function explainExtras({ deposits: { extras, outside, unmatched } }: PayoutDealRow): string {
  if (extras === 0) return 'All deposits belong to valid leads'
  return `As reported: ${countOf(outside, 'deposit')} of leads that are not paid for, ${formatCount(unmatched)} without a known lead`
}
