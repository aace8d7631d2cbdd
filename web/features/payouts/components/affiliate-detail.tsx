import { Link } from '@tanstack/react-router'
import type { PayoutDealRow } from '#contract/payouts.ts'
import { nameSource } from '#domain/sentences/cap-lines.ts'
import type { Affiliate } from '../api.ts'
import { DealTable } from './deal/deal-table.tsx'
import { ExtraTable, type ExtraRow } from './extra-table.tsx'
import { GeoTable } from './geo-table.tsx'
import page from '#web/ui/page.module.css'
import classes from './payout-tables.module.css'

interface AffiliateDetailProps {
  reportId: string
  affiliate: Affiliate
  onDeal: (deal: PayoutDealRow) => void
  onExtra: (row: ExtraRow) => void
}

/** The parts of an affiliate's total. */
export function AffiliateDetail({ reportId, affiliate, onDeal, onExtra }: AffiliateDetailProps) {
  const { affiliateId, geoBreakdown, margin, outOfDeal } = affiliate
  const name = nameSource(affiliateId, 'no source')
  return (
    <div className={page.section}>
      {affiliateId !== '' && (
        <Link
          className={classes.statement}
          to="/payouts/$reportId/statements/$affiliateId"
          params={{ reportId, affiliateId }}
        >
          Statement of #{affiliateId}
        </Link>
      )}
      <h3 className={classes.heading}>Geo breakdown</h3>
      <GeoTable label={`Geos of ${name}`} geos={geoBreakdown} hasMargin={margin !== null} />
      <h3 className={classes.heading}>Deals</h3>
      <DealTable
        label={`Deals of ${name}`}
        reportId={reportId}
        affiliateId={affiliateId}
        hasMargin={margin !== null}
        onDeal={onDeal}
      />
      {outOfDeal > 0 && (
        <>
          <h3 className={classes.heading}>Out-of-deal deposits</h3>
          <ExtraTable
            label={`Out-of-deal deposits of ${name}`}
            reportId={reportId}
            affiliateId={affiliateId}
            onRow={onExtra}
          />
        </>
      )}
    </div>
  )
}
