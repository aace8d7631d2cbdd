import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { useNow } from '#web/lib/clock.ts'
import { countOf } from '#web/lib/format.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { feedStatusQuery } from '../api.ts'
import { FeedCard } from './feed-card.tsx'
import classes from './feeds-panel.module.css'
import { RecentRuns } from './recent-runs.tsx'
import { RunSync } from './run-sync.tsx'
import { TestLeadApi } from './test-lead-api.tsx'

/** Where leads come from, how fresh they are, and what to do about it. */
export function FeedsPanel({ zone, zoneLabel }: { zone: Zone; zoneLabel: string }) {
  const { data, error, refetch } = useQuery(feedStatusQuery)
  const now = useNow(15_000)
  if (error && !data) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} radius={12} />
  if (data.connectors.length === 0) return <NoFeeds />
  const { connectors, intervalMinutes } = data
  return (
    <div className={classes.panel}>
      <div className={classes.bar}>
        <p className={classes.about}>
          {countOf(connectors.length, 'feed')}, synced every {countOf(intervalMinutes, 'minute')}. Times in {zoneLabel}.
        </p>
        <TestLeadApi zone={zone} />
        <RunSync label="Run now" />
      </div>
      {connectors.map((feed) => (
        <FeedCard key={feed.name} feed={feed} intervalMinutes={intervalMinutes} zone={zone} now={now} />
      ))}
      <RecentRuns zone={zone} />
    </div>
  )
}

function NoFeeds() {
  return (
    <EmptyState title="No lead feed is set up.">
      Leads and deposits come from your CRM or an affiliate platform. Set <code>LEAD_API_URL</code> and{' '}
      <code>LEAD_API_TOKEN</code> on the server, or name several feeds in the file of <code>LEAD_CONNECTORS</code>.
    </EmptyState>
  )
}
