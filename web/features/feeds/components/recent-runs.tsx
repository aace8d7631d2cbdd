import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SyncRun } from '#contract/feed-status.ts'
import { syncTexts } from '#contract/texts/feeds.ts'
import { SECOND, type Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { ChevronIcon } from '#web/ui/icons.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { runsQuery } from '../api.ts'
import { StateMark, type Standing } from '#web/ui/state-mark.tsx'
import parts from '#web/ui/page.module.css'
import unfold from '#web/ui/unfold.module.css'
import classes from './recent-runs.module.css'

/** The results of the last runs; opened, each shows every feed and the rows that could not be used. */
export function RecentRuns({ zone }: { zone: Zone }) {
  const { data: runs, error, refetch } = useQuery(runsQuery)
  return (
    <section aria-labelledby="recent-runs" className={classes.root}>
      <h3 id="recent-runs" className={parts.subtitleBelow}>
        Recent runs
      </h3>
      {error && !runs && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {!runs && !error && <Skeleton height={160} radius={12} />}
      {runs?.length === 0 && (
        <p className={classes.none}>No runs yet. The first run takes everything that the feeds have.</p>
      )}
      {runs && runs.length > 0 && (
        <ul className={classes.list}>
          {runs.map((run) => (
            <li key={run.id}>
              <Run run={run} zone={zone} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Run({ run, zone }: { run: SyncRun; zone: Zone }) {
  const { tone, words } = describe(run)
  return (
    <details className={classes.run}>
      <summary className={`${unfold.summary} ${classes.summary}`}>
        <ChevronIcon size={12} />
        <span className={`${unfold.when} ${classes.when}`}>{formatMoment(run.startedAt, zone)}</span>
        <span className={classes.state}>
          <StateMark tone={tone} words={words} />
        </span>
        <span className={classes.counts}>{sayCounts(run)}</span>
        <span className={classes.took}>{sayTook(run.startedAt, run.endedAt)}</span>
      </summary>
      <div className={`${unfold.detail} ${classes.detail}`}>
        <p>
          Requested by {run.requestedBy}. {run.message}
        </p>
        {run.parts.map((part) => (
          <div key={part.connector}>
            <p>
              <strong>{part.connector}</strong>: {countOf(part.pages, 'page')}, {sayCounts(part)},{' '}
              {countOf(part.testLeads, 'test lead')} left out, {sayTook(part.startedAt, part.endedAt)}.{' '}
              {part.message !== run.message && part.message}
            </p>
            {part.bad.length > 0 && (
              <ul className={classes.bad}>
                {part.bad.map(({ kind, position, reason }) => (
                  <li key={`${kind} ${position}`}>
                    {kind === 'leads' ? 'Lead' : 'Deposit'}, row {formatCount(position + 1)}: {reason}
                  </li>
                ))}
                {part.badRows > part.bad.length && (
                  <li>and {formatCount(part.badRows - part.bad.length)} more. See the debug logs for the reasons</li>
                )}
              </ul>
            )}
          </div>
        ))}
      </div>
    </details>
  )
}

function sayCounts({
  newLeads,
  newDeposits,
  changedLeads,
  changedDeposits,
  badRows,
}: Pick<SyncRun, 'newLeads' | 'newDeposits' | 'changedLeads' | 'changedDeposits' | 'badRows'>): string {
  const came = `${countOf(newLeads, 'new lead')}, ${countOf(newDeposits, 'new deposit')}, ${formatCount(changedLeads + changedDeposits)} changed`
  return badRows > 0 ? `${came}, ${countOf(badRows, 'bad row')}` : came
}

function sayTook(startedAt: Instant, endedAt: Instant | null): string {
  if (endedAt === null) return 'still running'
  const took = endedAt - startedAt
  if (took < SECOND) return 'under 1 s'
  const seconds = Math.round(took / SECOND)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function describe({ status, reason, endedAt }: SyncRun): Standing {
  if (endedAt === null) return { tone: 'busy', words: 'Running' }
  if (reason === 'interrupted') return { tone: 'warn', words: 'Interrupted, continued later' }
  if (status === 'error') return { tone: 'bad', words: 'Failed' }
  if (status === 'success') return { tone: 'good', words: 'Done' }
  switch (reason) {
    case 'up_to_date':
      return { tone: 'good', words: 'Up to date' }
    case 'already_running':
      return { tone: 'quiet', words: 'Another run was active' }
    default:
      return { tone: 'quiet', words: syncTexts.skipped }
  }
}
