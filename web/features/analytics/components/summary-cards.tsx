import type { ReactNode } from 'react'
import { formatConversion, nameOfGeo } from '#domain/analytics/breakdown.ts'
import { computeConversion, type Figures } from '#domain/analytics/figures.ts'
import { countOf, formatCount, MISSING } from '#domain/sentences/written.ts'
import { analyticsTexts } from '#contract/texts/analytics.ts'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import type { Answer } from '../api.ts'
import { ConversionBadge } from './conversion-badge.tsx'
import page from '#web/ui/page.module.css'
import classes from './summary-cards.module.css'

interface SummaryCardsProps {
  answer: Answer
  /** The compared period. */
  before: Answer | null
}

export function SummaryCards({ answer: { totals, topGeo }, before }: SummaryCardsProps) {
  const notes = before && compareTotals(totals, before)
  return (
    <dl className={classes.cards}>
      <Card label="Total Leads" note={notes?.leads}>
        {formatCount(totals.leads)}
      </Card>
      <Card label="Total Deposits" note={notes?.deposits}>
        {formatCount(totals.deposits)}
      </Card>
      <Card label="Conversion Rate" note={notes?.conversion}>
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
    <div className={`${page.card} ${classes.card}`}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
      {note && <dd className={page.note}>{note}</dd>}
    </div>
  )
}

/** Deposits of which only the date is known have no part of a day, so neither they nor their conversion are compared. */
export function compareTotals(
  now: Figures,
  { totals, untimedDeposits = 0 }: Pick<Answer, 'totals' | 'untimedDeposits'>,
) {
  const leads = describeChange(now.leads, totals.leads)
  if (untimedDeposits > 0) return { leads, deposits: analyticsTexts.untimed, conversion: analyticsTexts.untimed }
  return {
    leads,
    deposits: describeChange(now.deposits, totals.deposits),
    conversion: describePoints(computeConversion(now), computeConversion(totals)),
  }
}

/** `36 more than 282 (+12.8%)` */
export function describeChange(now: number, before: number): string {
  if (now === before) return `as many as before`
  const share = before === 0 ? '' : ` (${formatSigned((100 * (now - before)) / before, 1)}%)`
  return `${formatCount(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than ${formatCount(before)}${share}`
}

/** `+1.20 points from 4.13%`: the difference of the two rounded values. */
export function describePoints(now: number, before: number): string {
  const [shown = 0, stood = 0] = [now, before].map((percent) => Math.round(Number(percent.toFixed(2)) * 100))
  const hundredths = shown - stood
  if (hundredths === 0) return 'as before'
  return `${formatSigned(hundredths / 100, 2)} points from ${formatConversion(before)}`
}

function formatSigned(value: number, digits: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`
}
