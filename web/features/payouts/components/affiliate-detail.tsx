import { useMemo } from 'react'
import type { PayoutDeal } from '#contract/payouts.ts'
import { texts } from '#contract/texts.ts'
import type { Affiliate } from '../api.ts'
import { DealTable } from './deal-table.tsx'
import { ExtraTable } from './extra-table.tsx'
import { GeoTable } from './geo-table.tsx'
import classes from './payout-tables.module.css'

interface AffiliateDetailProps {
  affiliate: Affiliate
  /** All of the report. */
  deals: readonly PayoutDeal[]
  onDeal: (deal: PayoutDeal) => void
}

/** What an affiliate's total is made of. */
export function AffiliateDetail({ affiliate, deals, onDeal }: AffiliateDetailProps) {
  const { affiliateId, geoBreakdown, dealDetails, extraDeposits } = affiliate
  const own = useMemo(() => {
    const ids = new Set(dealDetails)
    return deals.filter(({ capId }) => ids.has(capId))
  }, [deals, dealDetails])
  return (
    <div className={classes.detail}>
      <h3 className={classes.heading}>Geo breakdown</h3>
      <GeoTable label={`Geos of #${affiliateId}`} geos={geoBreakdown} />
      <h3 className={classes.heading}>Deals</h3>
      {own.length > 0 ? (
        <DealTable label={`Deals of #${affiliateId}`} deals={own} onDeal={onDeal} isOfOneSource />
      ) : (
        <p className={classes.second}>{texts.payouts.noDeals}</p>
      )}
      {extraDeposits.length > 0 && (
        <>
          <h3 className={classes.heading}>Out-of-deal deposits</h3>
          <ExtraTable label={`Out-of-deal deposits of #${affiliateId}`} extras={extraDeposits} isOfOneSource />
        </>
      )}
    </div>
  )
}
