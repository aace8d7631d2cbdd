import type { ReactNode } from 'react'
import { nameOfGeo } from '#domain/analytics/breakdown.ts'
import { computeConversion } from '#domain/analytics/figures.ts'
import { countOf, formatCount, MISSING } from '#web/lib/format.ts'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import type { Answer } from '../api.ts'
import { describeChange, describePoints } from './change-words.ts'
import { ConversionBadge } from './conversion-badge.tsx'
import classes from './summary-cards.module.css'

interface SummaryCardsProps {
  answer: Answer
  /** What it is compared with. */
  before: Answer | null
}

export function SummaryCards({ answer: { totals, topGeo }, before }: SummaryCardsProps) {
  const conversion = computeConversion(totals)
  return (
    <dl className={classes.cards}>
      <Card label="Total Leads" note={before && describeChange(totals.leads, before.totals.leads)}>
        {formatCount(totals.leads)}
      </Card>
      <Card label="Total Deposits" note={before && describeChange(totals.deposits, before.totals.deposits)}>
        {formatCount(totals.deposits)}
      </Card>
      <Card label="Conversion Rate" note={before && describePoints(conversion, computeConversion(before.totals))}>
        <ConversionBadge figures={totals} wordLast />
      </Card>
      <Card label="Top GEO" note={topGeo && countOf(topGeo.leads, 'lead')}>
        {topGeo ? <GeoLabel geo={nameOfGeo(topGeo.geo)} /> : MISSING.toUpperCase()}
      </Card>
    </dl>
  )
}

function Card({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.card}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  )
}
