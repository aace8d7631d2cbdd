import type { FeedStatus } from '#contract/feed-status.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { ago, minutesSince } from '#web/lib/ago.ts'
import { formatMoment } from '#web/lib/format.ts'
import { BackfillBox } from './backfill-box.tsx'
import { isStale } from './freshness.tsx'
import { ConnectorTools } from './setup/connector-tools.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { StateMark, type Standing } from '#web/ui/state-mark.tsx'
import page from '#web/ui/page.module.css'
import classes from './feeds-panel.module.css'

interface FeedCardProps {
  feed: FeedStatus
  intervalMinutes: number
  zone: Zone
  now: Instant
  onChange: () => void
}

/** One lead feed: its last sync, its completeness and its problems. */
export function FeedCard({ feed, intervalMinutes, zone, now, onChange }: FeedCardProps) {
  const { name, preset, host, isOfFile, isLink, paused, last, lastGoodAt, nextRunAt, newLeads, newDeposits } = feed
  const { tone, words } = describe(feed, intervalMinutes, now)
  return (
    <article className={classes.card} aria-labelledby={`feed-${name}`}>
      <header className={page.line}>
        <h3 id={`feed-${name}`} className={classes.name}>
          {name}
        </h3>
        <span className={classes.host}>
          {preset} · {host}
          {isOfFile && ' · set up on the server'}
        </span>
        <StateMark tone={tone} words={words} isBoxed />
      </header>
      {last?.message && (
        <p className={classes.problem} data-tone={last.status === 'error' ? 'bad' : 'quiet'}>
          {last.message}
        </p>
      )}
      <Facts>
        <Fact label="Last good run">
          {lastGoodAt === null
            ? 'none yet'
            : `${formatMoment(lastGoodAt, zone)} (${ago(minutesSince(lastGoodAt, now))})`}
        </Fact>
        <Fact label="Rows of the last run">{last ? sayRows(last) : 'n/a'}</Fact>
        <Fact label="New in 24 hours">
          {countOf(newLeads, 'lead')}, {countOf(newDeposits, 'deposit')}
        </Fact>
        <Fact label="Next run">{paused ? 'none' : nextRunAt <= now ? 'now' : formatMoment(nextRunAt, zone)}</Fact>
      </Facts>
      {!paused && <BackfillBox feed={feed} zone={zone} now={now} />}
      {!isOfFile && !isLink && <ConnectorTools feed={feed} onChange={onChange} />}
    </article>
  )
}

function sayRows({ newLeads, changedLeads, newDeposits, changedDeposits, badRows }: NonNullable<FeedStatus['last']>) {
  const parts = [
    `${formatCount(newLeads + newDeposits)} new`,
    `${formatCount(changedLeads + changedDeposits)} changed`,
    ...(badRows > 0 ? [`${formatCount(badRows)} that cannot be used`] : []),
  ]
  return parts.join(', ')
}

function describe(
  { last, lastGoodAt, failingSince, paused }: FeedStatus,
  intervalMinutes: number,
  now: Instant,
): Standing {
  if (paused) return { tone: 'quiet', words: 'Paused' }
  if (last?.status === 'running') return { tone: 'busy', words: 'Syncing…' }
  if (failingSince !== null)
    return { tone: 'bad', words: `Failing, first noticed ${ago(minutesSince(failingSince, now))}` }
  if (lastGoodAt === null)
    return { tone: 'warn', words: last?.status === 'paused' ? 'Goes on with the next sync' : 'Never synced' }
  const minutes = minutesSince(lastGoodAt, now)
  if (isStale(minutes, intervalMinutes)) return { tone: 'warn', words: `Out of date: synced ${ago(minutes)}` }
  if (last?.status === 'paused') return { tone: 'warn', words: 'Goes on with the next sync' }
  return { tone: 'good', words: 'Works' }
}
