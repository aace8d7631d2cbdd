import type { PayoutDealRow, PayoutSummary } from '#contract/payouts.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import { compareCodePoints } from '#domain/kernel/code-points.ts'
import { zoneOf, type Zone } from '#domain/kernel/zone.ts'
import { readInvalidStatuses, type InvalidStatuses } from '#domain/payouts/fates.ts'
import { formatCount, MISSING } from '#domain/sentences/written.ts'

export function countInvalid({ invalidStatuses }: Pick<PayoutDealRow, 'invalidStatuses'>): number {
  return Object.values(invalidStatuses).reduce((total, count) => total + count, 0)
}

/** `Duplicate 12, Test 3` */
export function listStatuses({ invalidStatuses }: Pick<PayoutDealRow, 'invalidStatuses'>): string {
  return Object.entries(invalidStatuses)
    .map(([status, count]) => `${status} ${formatCount(count)}`)
    .join(', ')
}

/** Statuses that are named for a geo; the others are only counted. */
const TOP_STATUSES = 3

/** `Duplicate 12, Test 3, Fake 1` */
export function listTopStatuses(breakdown: Readonly<Record<string, number>>): string {
  return Object.entries(breakdown)
    .toSorted(([a, one], [b, other]) => other - one || compareCodePoints(a, b))
    .slice(0, TOP_STATUSES)
    .map(([status, count]) => `${status} ${formatCount(count)}`)
    .join(', ')
}

export function describeHours(deal: PayoutDealRow): string {
  return formatStoredHours(deal) ?? MISSING
}

/** The rules that a report was made with. */
export interface ReportRules {
  zone: Zone
  terms: PayoutSummary['terms']
  invalidStatuses: InvalidStatuses
}

export function rulesOf({ range, terms, filters }: PayoutSummary): ReportRules {
  return { zone: zoneOf(range.timezone), terms, invalidStatuses: readInvalidStatuses(filters.invalidStatuses) }
}
