import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Upload } from '#contract/uploads.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { uploadsQuery, useTakeBack } from '../api.ts'
import { StateMark, type Standing } from '#web/ui/state-mark.tsx'
import page from '#web/ui/page.module.css'
import classes from './uploads-panel.module.css'

/** The saved files, newest first. */
export function UploadList({ zone }: { zone: Zone }) {
  const { data: uploads, error, refetch } = useQuery(uploadsQuery)
  const [asked, setAsked] = useState<Upload | null>(null)
  return (
    <section aria-labelledby="saved-files" className={classes.part}>
      <h3 id="saved-files" className={classes.title}>
        Saved files
      </h3>
      {error && !uploads && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {!uploads && !error && <Skeleton height={96} radius={12} />}
      {uploads?.length === 0 && (
        <EmptyState isSmall>No files yet. Each saved file will be listed here, and can be taken back.</EmptyState>
      )}
      {uploads && uploads.length > 0 && (
        <ul className={classes.list}>
          {uploads.map((upload) => (
            <Saved key={upload._id} upload={upload} zone={zone} onTakeBackAsked={() => setAsked(upload)} />
          ))}
        </ul>
      )}
      {asked && <TakeBack upload={asked} onClosed={() => setAsked(null)} />}
    </section>
  )
}

interface SavedProps {
  upload: Upload
  zone: Zone
  onTakeBackAsked: () => void
}

function Saved({ upload, zone, onTakeBackAsked }: SavedProps) {
  const { fileName, connector, savedAt, uploadedBy, state, message, canTakeBack } = upload
  const { tone, words } = STATES[state]
  const percent = Math.floor(upload.progress * 100)
  return (
    <li className={classes.saved}>
      <div className={page.line}>
        <strong className={classes.name}>{fileName}</strong>
        <StateMark tone={tone} words={words} isBoxed />
      </div>
      <p className={classes.dim}>
        {formatMoment(savedAt, zone)} by {uploadedBy}, as {connector}
      </p>
      <p className={classes.dim}>{sayRows(upload)}</p>
      {message && <p className={classes.dim}>{message}</p>}
      {state === 'saving' && <Meter percent={percent} label={`Saving ${fileName}`} value={`${percent}%`} />}
      {canTakeBack && (
        <Button variant="default" size="xs" onClick={onTakeBackAsked}>
          Take back
        </Button>
      )}
    </li>
  )
}

const STATES: Record<Upload['state'], Standing> = {
  saving: { tone: 'busy', words: 'Saving…' },
  saved: { tone: 'good', words: 'Saved' },
  failed: { tone: 'bad', words: 'Failed' },
  takingBack: { tone: 'busy', words: 'Taking back…' },
  takenBack: { tone: 'quiet', words: 'Taken back' },
}

function sayRows({ newLeads, newDeposits, changedLeads, changedDeposits, badRows }: Upload): string {
  const came = `${countOf(newLeads, 'new lead')}, ${countOf(newDeposits, 'new deposit')}, ${countOf(changedLeads + changedDeposits, 'changed row')}`
  return badRows > 0 ? `${came}, ${countOf(badRows, 'row')} to fix.` : `${came}.`
}

function TakeBack({ upload, onClosed }: { upload: Upload; onClosed: () => void }) {
  const act = useTakeBack(upload._id)
  return (
    <ConfirmDialog
      title="Take a file back"
      question={`Take back ${upload.fileName}?`}
      details="Leads and deposits that only this file brought are removed. Rows that it changed become as before. Closed weeks do not change."
      label="Take back"
      busyLabel="Taking back…"
      act={act}
      onDone={() => undefined}
      onClosed={onClosed}
    />
  )
}
