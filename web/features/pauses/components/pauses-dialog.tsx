import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { describePlace } from '#domain/caps/cap.ts'
import { countOf } from '#domain/sentences/written.ts'
import { REASON_WORDS, sayUntil } from '#domain/sentences/pauses.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Pause } from '#domain/pauses/pause.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMomentFrom } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButtons } from '#web/ui/export-buttons.tsx'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { pauseHistoryQuery } from '../api.ts'
import { useDownloadPauses } from '../download-api.ts'
import page from '#web/ui/page.module.css'
import classes from './pauses.module.css'
import { useResume } from './use-resume.ts'
import { useStandingPauses } from './use-standing-pauses.ts'

interface PausesDialogProps {
  zone: Zone
  canEdit: boolean
  onClosed: () => void
}

/** What is paused, with the leads that came all the same, and what was before. */
export function PausesDialog({ zone, canEdit, onClosed }: PausesDialogProps) {
  const dialog = useDialog(onClosed)
  const { pauses, now, error, isPending, refetch } = useStandingPauses()
  const [showsHistory, setShowsHistory] = useState(false)
  const resume = useResume()
  const download = useDownloadPauses()
  return (
    <Dialog title="Paused traffic" size={620} dialog={dialog} onCloseAsked={dialog.close}>
      {error && !pauses && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={96} radius={8} />}
      {pauses?.length === 0 && <EmptyState isSmall>Nothing is paused.</EmptyState>}
      <ul className={classes.list} aria-label="Pauses">
        {pauses?.map(({ leads, ...pause }) => (
          <li key={pause._id} className={classes.row}>
            <span className={classes.about}>
              <strong>{describePlace(pause)}</strong> {sayUntil(pause.until, now, zone)}
              <span className={classes.note}>
                {pause.from > now ? 'from' : 'since'} {formatMomentFrom(zone.dayOf(now), pause.from, zone)} ·{' '}
                {REASON_WORDS[pause.reason]}
                {pause.note !== null && `, “${pause.note}”`} · {pause.by} · {countOf(leads, 'lead')} while paused
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
      <div className={`${page.foot} ${classes.foot}`}>
        <ExportButtons what="the pauses" size="sm" download={download} />
        <Button variant="default" onClick={() => setShowsHistory(true)}>
          History
        </Button>
      </div>
      {showsHistory && (
        <HistoryDialog
          of="the pauses"
          query={pauseHistoryQuery}
          describe={({ action, before, after }) =>
            `${nameAct(action, before, after)} ${after ? describePlace(after) : ''}`
          }
          zone={zone}
          onClosed={() => setShowsHistory(false)}
        />
      )}
    </Dialog>
  )
}

function nameAct(action: string, before: Pause | null, after: Pause | null): string {
  // It was paused already.
  if (action === 'pause.begun' && before) return 'Changed the pause of'
  // It ends at a later moment, and held on until then.
  if (action === 'pause.ended' && after?.endedAt === null) return 'Set the end of a pause of'
  return ACTIONS[action] ?? action
}

const ACTIONS: Readonly<Record<string, string>> = {
  'pause.begun': 'Paused',
  'pause.ended': 'Resumed',
  'pause.undo': 'Took back a change of',
}
