import { Fragment } from 'react'
import { computeLeadPrice } from '#domain/caps/cap.ts'
import { centsFromDollars, basisPointsFromPercent } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf, formatCount, formatPrice } from '#domain/sentences/written.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import { ago, minutesSince } from '#web/lib/ago.ts'
import { formatExact, formatMomentFrom, formatPercent } from '#web/lib/format.ts'
import type { Why } from '../api.ts'
import classes from './why.module.css'

interface FactsProps {
  why: Why
  zone: Zone
  today: Day
  now: Instant
}

/** The time of the last lead, the deposits, and the terms. */
export function Facts({ why, zone, today, now }: FactsProps) {
  const { cap, deposits, owed, source } = why
  const moment = (instant: Instant | null, none: string) =>
    instant === null ? none : `${formatMomentFrom(today, instant, zone)} · ${ago(minutesSince(instant, now))}`
  const facts: [string, string][] = [
    ['Last lead', moment(why.lastLeadAt, 'None in two weeks')],
    [
      `#${cap.sourceNumber} anywhere`,
      `${countOf(source.leads, 'lead')} · ${moment(source.lastLeadAt, 'none on this day')}`,
    ],
    ...(why.whilePaused > 0 ? [['While paused', countOf(why.whilePaused, 'lead')] satisfies [string, string]] : []),
    ['Leads known up to', moment(why.syncedAt, 'Leads were never synced')],
    ['Deposits', describeDeposits(deposits)],
    ...(owed ? [['Owed so far', describeOwed(owed)] satisfies [string, string]] : []),
    ['Terms', describeTerms(why)],
    ...(why.affiliatePrice ? [['Affiliate cap', describePrice(why.affiliatePrice)] satisfies [string, string]] : []),
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

function describeDeposits({ inside, outside, unmatched, unsold }: Why['deposits']): string {
  if (inside + outside + unmatched + unsold === 0) return 'None yet'
  const others = [
    outside > 0 && `${formatCount(outside)} of leads that do not count`,
    unmatched > 0 && `${formatCount(unmatched)} without a known lead`,
    unsold > 0 && `${formatCount(unsold)} of leads without a broker cap`,
  ]
  return [`${formatCount(inside)} of counted leads`, ...others].filter(Boolean).join(' · ')
}

function describeOwed({ cpaComponent, crgComponent, extras, total, unpriced }: NonNullable<Why['owed']>): string {
  const parts = [
    cpaComponent !== 0 && `CPA ${formatExact(cpaComponent)}`,
    crgComponent !== 0 && `CRG top-up ${formatExact(crgComponent)}`,
    extras !== 0 && `extras ${formatExact(extras)}`,
    unpriced > 0 && `${countOf(unpriced, 'deposit')} without a payout counted 0`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? formatExact(total) : `${formatExact(total)} = ${parts.join(' + ')}`
}

function describeTerms({ cap }: Why): string {
  return [
    `CPA ${formatPrice(cap.cpa)}`,
    `CRG ${formatPercent(cap.crg)}`,
    `${KIND_WORDS[cap.kind].price} ${formatPrice(computeLeadPrice(cap))}`,
  ].join(' · ')
}

function describePrice({ cpa, crg }: NonNullable<Why['affiliatePrice']>): string {
  const price = {
    cpa: cpa === null ? null : centsFromDollars(cpa),
    crg: crg === null ? null : basisPointsFromPercent(crg),
  }
  return [
    `CPA ${formatPrice(price.cpa)}`,
    `CRG ${formatPercent(price.crg)}`,
    `CPL ${formatPrice(computeLeadPrice(price))}`,
  ].join(' · ')
}
