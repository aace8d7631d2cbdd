import type { BreakdownKind } from '#domain/analytics/breakdown.ts'

export const GROUPING_NAMES: Readonly<Record<BreakdownKind, string>> = {
  geo: 'By GEO',
  broker: 'By Broker',
  affiliate: 'By Affiliate',
  affiliateGeo: 'By Source + GEO',
  date: 'By Date',
}
