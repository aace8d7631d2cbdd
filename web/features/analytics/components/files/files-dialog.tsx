import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnalyticsTable } from '#domain/analytics/tables.ts'
import type { Sorting } from '#domain/kernel/sort-rows.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDiscard } from '#web/ui/discard-question.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { filesQuery, type FileDraftWire, type FileState, type ShownFile } from '../../file-api.ts'
import type { AnalyticsView } from '../../view.ts'
import { FileCard } from './file-card.tsx'
import { FileForm } from './file-form.tsx'
import { FileHistory } from './file-history.tsx'
import { RemoveFile } from './remove-file.tsx'
import page from '#web/ui/page.module.css'
import classes from './files.module.css'

interface FilesDialogProps {
  table: AnalyticsTable
  view: AnalyticsView
  sorting: Sorting
  onClosed: () => void
}

/** Schedules a table for a chat, and lists all scheduled files. */
export function FilesDialog({ table, view, sorting, onClosed }: FilesDialogProps) {
  const dialog = useDialog(onClosed)
  const { data, error, refetch } = useQuery(filesQuery)
  const [start] = useState(() => draftOf(table, view, sorting))
  const [changed, setChanged] = useState<FileState | null>(null)
  const [removed, setRemoved] = useState<ShownFile | null>(null)
  const [isTold, setTold] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const [isChangeDirty, setChangeDirty] = useState(false)
  const discard = useDiscard(isDirty || isChangeDirty, dialog.close)
  const leaveForm = () => {
    setChanged(null)
    setChangeDirty(false)
  }
  const changeDiscard = useDiscard(isChangeDirty, leaveForm)
  const endChange = () => {
    leaveForm()
    changeDiscard.keep()
  }
  const startChange = (state: FileState) => {
    if (isChangeDirty) changeDiscard.askToClose()
    else setChanged(state)
  }
  // One that somebody removed stays while it is changed here: saving says so.
  const isGone = changed !== null && !data?.files.some(({ file }) => file._id === changed.file._id)
  const files = [...(data?.files ?? []), ...(isGone ? [changed] : [])]
  return (
    <Dialog title="Schedule a table" size={600} dialog={dialog} onCloseAsked={discard.askToClose}>
      {error && !data && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={360} radius={12} />}
      {data && (
        <div className={classes.root}>
          <FileForm
            start={start}
            file={null}
            isMine
            ownChatId={data.ownChatId}
            zone={data.timezone}
            discard={discard}
            onDirty={setDirty}
          />
          {files.length > 0 && (
            <section className={classes.files} aria-labelledby="scheduled-files">
              <header className={classes.bar}>
                <h3 id="scheduled-files" className={page.subtitle}>
                  Scheduled files
                </h3>
                <Button variant="default" size="compact-sm" onClick={() => setTold(true)}>
                  History
                </Button>
              </header>
              {files.map((state) => (
                <FileCard
                  key={state.file._id}
                  state={state}
                  ownChatId={data.ownChatId}
                  zone={zoneOf(data.timezone)}
                  onChange={() => startChange(state)}
                  onRemove={() => setRemoved(state.file)}
                  form={
                    changed?.file._id === state.file._id ? (
                      <FileForm
                        start={changed.file}
                        file={changed.file}
                        isMine={changed.isMine}
                        ownChatId={data.ownChatId}
                        zone={data.timezone}
                        discard={{ ...changeDiscard, isDirty: false, discard: endChange }}
                        onDirty={setChangeDirty}
                        onDone={endChange}
                      />
                    ) : null
                  }
                />
              ))}
            </section>
          )}
        </div>
      )}
      {removed && (
        <RemoveFile
          file={removed}
          onDone={() => removed._id === changed?.file._id && endChange()}
          onClosed={() => setRemoved(null)}
        />
      )}
      {isTold && data && <FileHistory zone={zoneOf(data.timezone)} onClosed={() => setTold(false)} />}
    </Dialog>
  )
}

/**
 * The table of the screen. Days that were picked by hand become `yesterday`, since the days of a scheduled file move.
 */
function draftOf(table: AnalyticsTable, { preset, filter, countBy }: AnalyticsView, sorting: Sorting): FileDraftWire {
  return {
    table,
    preset: preset ?? 'yesterday',
    geo: filter.geo ?? null,
    advertiserId: filter.advertiserId ?? null,
    sourceNumber: filter.sourceNumber ?? null,
    countBy,
    sort: sorting.column,
    descending: sorting.descending,
    format: 'csv',
    chatId: '',
    weekdays: [1, 2, 3, 4, 5],
    time: '08:00',
  }
}
