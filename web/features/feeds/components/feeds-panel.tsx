import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { useNow } from '#web/lib/clock.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { feedStatusQuery } from '../api.ts'
import { FeedCard } from './feed-card.tsx'
import page from '#web/ui/page.module.css'
import classes from './feeds-panel.module.css'
import { RecentRuns } from './recent-runs.tsx'
import { RunSync } from './run-sync.tsx'
import { FeedHistory, SetUpFeed } from './setup/set-up-feed.tsx'
import { TestLeadApi } from './test-lead-api.tsx'

const ChangeDialog = lazy(async () => ({ default: (await import('./setup/setup-dialog.tsx')).ChangeDialog }))

/** The lead feeds, their state, and their actions. */
export function FeedsPanel({ zone, zoneLabel }: { zone: Zone; zoneLabel: string }) {
  const { data, error, refetch } = useQuery(feedStatusQuery)
  const now = useNow(15_000)
  // Its form outlives the card: what is typed stays when somebody else removes the feed.
  const [changed, setChanged] = useState<string | null>(null)
  if (error && !data) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} radius={12} />
  const { connectors, intervalMinutes } = data
  const hasFeeds = connectors.length > 0
  return (
    <div className={page.panel}>
      <div className={page.bar}>
        {hasFeeds && (
          <p className={classes.about}>
            {countOf(connectors.length, 'feed')}, synced every {countOf(intervalMinutes, 'minute')}. Times in{' '}
            {zoneLabel}.
          </p>
        )}
        {hasFeeds && <TestLeadApi zone={zone} />}
        {hasFeeds && <RunSync label="Run now" />}
        <FeedHistory zone={zone} />
        <SetUpFeed taken={connectors.map(({ name }) => name)} zone={zone} />
      </div>
      {!hasFeeds && <NoFeeds />}
      {connectors.map((feed) => (
        <FeedCard
          key={feed.name}
          feed={feed}
          intervalMinutes={intervalMinutes}
          zone={zone}
          now={now}
          onChange={() => setChanged(feed.name)}
        />
      ))}
      {hasFeeds && <RecentRuns zone={zone} />}
      <Suspense>
        {changed !== null && <ChangeDialog name={changed} zone={zone} onClosed={() => setChanged(null)} />}
      </Suspense>
    </div>
  )
}

function NoFeeds() {
  return (
    <EmptyState title="No lead feeds yet.">
      Leads and deposits come from your CRM or an affiliate platform. Set up a feed with its address and key, or name
      feeds on the server: with <code>LEAD_API_URL</code>, or in the file of <code>LEAD_CONNECTORS</code>.
    </EmptyState>
  )
}
