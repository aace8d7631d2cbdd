import { useQuery } from '@tanstack/react-query'
import type { Instant } from '#domain/kernel/instant.ts'
import { ago, minutesSince } from '#web/lib/ago.ts'
import { useNow } from '#web/lib/clock.ts'
import { freshnessQuery } from '../freshness-api.ts'
import classes from './freshness.module.css'

/** When leads were last synced, so that old numbers are not taken for new ones. */
export function Freshness({ zoneLabel }: { zoneLabel: string }) {
  const { data, isError } = useQuery(freshnessQuery)
  const now = useNow(15_000)
  const said = data ? describe(data, now) : UNKNOWN[isError ? 'failed' : 'pending']
  return (
    <p className={classes.root} data-tone={said.tone}>
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.words} title={`${said.before}${said.words} · ${zoneLabel}`}>
        <span className={classes.when}>
          {said.before && <span className={classes.before}>{said.before}</span>}
          {said.words}
        </span>{' '}
        <span data-zone>· {zoneLabel}</span>
      </span>
    </p>
  )
}

const UNKNOWN = {
  // As wide as the usual text, so that nothing beside it moves.
  pending: { tone: 'quiet', before: 'Leads synced ', words: 'reading…' },
  failed: { tone: 'warn', before: '', words: 'The sync status could not be loaded' },
}

interface Known {
  syncedAt: Instant | null
  running: boolean
  intervalMinutes: number
  configured: boolean
}

/** A narrow window leaves `before` out. */
function describe({ syncedAt, running, intervalMinutes, configured }: Known, now: Instant) {
  if (running) return { tone: 'busy', before: '', words: 'Syncing leads…' }
  if (!configured) return { tone: 'warn', before: '', words: 'Lead sync is not set up' }
  if (syncedAt === null) return { tone: 'warn', before: '', words: 'Leads were never synced' }
  const minutes = minutesSince(syncedAt, now)
  return isStale(minutes, intervalMinutes)
    ? { tone: 'warn', before: '', words: `Leads last synced ${ago(minutes)}, numbers may be old` }
    : { tone: 'good', before: 'Leads synced ', words: ago(minutes) }
}

/** Intervals without a sync after which the text is a warning. */
const STALE_INTERVALS = 3

export function isStale(minutes: number, intervalMinutes: number): boolean {
  return minutes > STALE_INTERVALS * intervalMinutes
}
