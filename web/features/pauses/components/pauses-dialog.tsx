import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { countLeads } from '#domain/sentences/cap-lines.ts'
import { REASON_WORDS, sayUntil } from '#domain/sentences/pauses.ts'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { describeScope } from '#domain/pauses/pause.ts'
import { messageOf } from '#web/lib/api.ts'
import { useNow } from '#web/lib/clock.ts'
import { countOf, formatMoment, formatMomentFrom } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButtons } from '#web/ui/export-buttons.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { pauseHistoryQuery, standingPausesQuery } from '../api.ts'
import { useDownloadPauses } from '../download-api.ts'
import classes from './pauses.module.css'
import { useResume } from './use-resume.ts'

interface PausesDialogProps {
  zone: Zone
  canEdit: boolean
  onClosed: () => void
}

const MINUTE_MS = 60_000
const SHOWN_PAST = 20

/** What is paused, with the leads that came all the same, and what was before. */
export function PausesDialog({ zone, canEdit, onClosed }: PausesDialogProps) {
  const dialog = useDialog(onClosed)
  const { data, dataUpdatedAt, error, isPending, refetch } = useQuery(standingPausesQuery)
  const history = useQuery(pauseHistoryQuery)
  // What was begun since the clock was read runs too.
  const now = instantFromMilliseconds(Math.max(useNow(MINUTE_MS), dataUpdatedAt))
  const resume = useResume()
  const download = useDownloadPauses()
  return (
    <Dialog title="Paused traffic" size={620} dialog={dialog} onCloseAsked={dialog.close}>
      {error && !data && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={96} radius={8} />}
      {data?.length === 0 && <EmptyState isSmall>Nothing is paused.</EmptyState>}
      <ul className={classes.list} aria-label="Pauses">
        {data?.map(({ leads, ...pause }) => (
          <li key={pause._id} className={classes.row}>
            <span className={classes.about}>
              <strong>{describeScope(pause)}</strong> {sayUntil(pause.until, now, zone)}
              <span className={classes.note}>
                {pause.from > now ? 'from' : 'since'} {formatMomentFrom(zone.dayOf(now), pause.from, zone)} ·{' '}
                {REASON_WORDS[pause.reason]}
                {pause.note !== null && `, “${pause.note}”`} · {pause.by} · {countLeads(leads)} while paused
              </span>
            </span>
            {canEdit && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={resume.isPending}
                onClick={() => resume.run([pause])}
              >
                Resume
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <ExportButtons what="the pauses" size="sm" download={download} />
      </div>
      {history.data && history.data.length > 0 && (
        <details className={classes.past}>
          <summary>{countOf(history.data.length, 'change')} so far</summary>
          <ul className={classes.list}>
            {history.data.slice(0, SHOWN_PAST).map(({ id, at, actor, action, after }) => (
              <li key={id}>
                {formatMoment(at, zone)} · {actor} · {ACTIONS[action] ?? action} {after && describeScope(after)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Dialog>
  )
}

const ACTIONS: Readonly<Record<string, string>> = {
  'pause.begun': 'paused',
  'pause.ended': 'resumed',
  'pause.undo': 'took back a change of',
}
