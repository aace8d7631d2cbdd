import { UNIT_WORDS } from '#domain/sentences/limits.ts'
import type { XlsxCell, XlsxColumn } from '#platform/xlsx.ts'
import type { LimitState } from './service.ts'

/** A row of the table: a limit with its count of today. */
export const LIMIT_COLUMNS: XlsxColumn[] = [
  { heading: 'Name', kind: 'text' },
  { heading: 'Side', kind: 'text' },
  { heading: 'Geos', kind: 'text' },
  { heading: 'Advertisers', kind: 'text' },
  { heading: 'Sources', kind: 'text' },
  { heading: 'Limit', kind: 'count' },
  { heading: 'What is counted', kind: 'text' },
  { heading: 'Period', kind: 'text' },
  { heading: 'First day', kind: 'day' },
  { heading: 'Last day', kind: 'day' },
  { heading: 'Counted from', kind: 'day' },
  { heading: 'Counted to', kind: 'day' },
  { heading: 'Planned', kind: 'count' },
  { heading: 'Delivered', kind: 'count' },
  { heading: 'Note', kind: 'text' },
]

/** An empty list is all; a limit that does not hold today counts nothing. */
export function toLimitRow({ limit, period, planned, delivered }: LimitState): XlsxCell[] {
  const all = (names: readonly string[]) => (names.length === 0 ? 'all' : names.join(', '))
  return [
    limit.name,
    limit.side,
    all(limit.geos),
    all(limit.advertiserIds),
    all(limit.sourceNumbers),
    limit.number,
    UNIT_WORDS[limit.unit],
    limit.period,
    limit.firstDay,
    limit.lastDay,
    period?.start ?? null,
    period?.end ?? null,
    period && planned,
    period && delivered,
    limit.note,
  ]
}
