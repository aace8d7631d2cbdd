import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { logTexts } from '#contract/texts/logs.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { MOST_SEARCHED } from '#domain/logs/entry.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { EmptyState, NoneFits } from '#web/ui/empty-state.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { logsQuery } from '../api.ts'
import type { LogView } from '../view.ts'
import classes from './log-list.module.css'
import { LogTable } from './log-table.tsx'

interface LogListProps {
  view: LogView
  live: boolean
  isNarrowed: boolean
  zone: Zone
  onClear: () => void
  onRequest: (requestId: string) => void
}

export function LogList({ view, live, isNarrowed, zone, onClear, onRequest }: LogListProps) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    logsQuery(view, live),
  )
  const entries = data?.pages.flat() ?? []
  return (
    <>
      {error && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {isPending && (
        <div role="status">
          <p className={classes.words}>{logTexts.loading}</p>
          <Skeleton height={280} radius={12} />
        </div>
      )}
      {data && entries.length === 0 && !isNarrowed && <EmptyState>{logTexts.none}</EmptyState>}
      {data && entries.length === 0 && isNarrowed && <NoneFits onClear={onClear}>{logTexts.noneFound}</NoneFits>}
      {entries.length > 0 && <LogTable entries={entries} zone={zone} onRequest={onRequest} />}
      {data && !hasNextPage && view.search && (
        <p className={classes.words}>{logTexts.searched(formatCount(MOST_SEARCHED))}</p>
      )}
      {hasNextPage && (
        <Button
          className={classes.more}
          variant="default"
          size="xs"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older entries
        </Button>
      )}
    </>
  )
}
