import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState, type ComponentProps } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import { computeProgress } from '#domain/caps/pace.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { MonthGrid, type DayNote } from '#web/ui/month-grid.tsx'
import { daySummariesQuery } from '../api.ts'

interface CapMonthProps extends Omit<ComponentProps<typeof MonthGrid>, 'notes' | 'onSpan'> {
  kind: CapKind
}

/** A month that shows planned leads and their delivered share on each day. */
export function CapMonth({ kind, ...month }: CapMonthProps) {
  const [span, setSpan] = useState<{ first: Day; last: Day } | null>(null)
  const { today } = month
  const { data } = useQuery({
    ...daySummariesQuery(kind, span?.first ?? today, span?.last ?? today),
    enabled: span !== null,
  })
  const notes = useMemo(
    () =>
      data &&
      new Map(
        [...data].map(([day, { plannedTotal: planned, actualTotal: actual }]): [Day, DayNote] => [
          day,
          {
            short: formatCount(planned),
            percent: computeProgress(actual, planned),
            words: `${formatCount(actual)} of ${formatCount(planned)}`,
          },
        ]),
      ),
    [data],
  )
  return <MonthGrid {...month} notes={notes} onSpan={useCallback((first, last) => setSpan({ first, last }), [])} />
}
