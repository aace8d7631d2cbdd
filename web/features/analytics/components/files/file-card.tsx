import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { analyticsFileTexts } from '#contract/texts/analytics-files.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { nameFile, sayNarrowing, sayTimes } from '#domain/sentences/analytics-files.ts'
import { messageOf } from '#web/lib/api.ts'
import { useToday } from '#web/lib/clock.ts'
import { formatMomentFrom } from '#web/lib/format.ts'
import { ActionMenu } from '#web/ui/action-menu.tsx'
import { StateMark, type Standing } from '#web/ui/state-mark.tsx'
import { toastError, toastInfo, toastSuccess } from '#web/ui/toasts.ts'
import { timesOf, useSaveFile, useSendFile, useTakeOverFile, type FileState } from '../../file-api.ts'
import page from '#web/ui/page.module.css'
import classes from './files.module.css'

interface FileCardProps {
  state: FileState
  ownChatId: string
  zone: Zone
  onChange: () => void
  onRemove: () => void
  /** The file's form while it is edited; else null. */
  form: ReactNode
}

/** One scheduled file: its times, its last result and its actions. */
export function FileCard({ state, ownChatId, zone, onChange, onRemove, form }: FileCardProps) {
  const { file, isMine, isOrphaned, chatTitle, nextAt, last } = state
  const today = useToday(zone)
  const save = useSaveFile()
  const send = useSendFile(file._id)
  const takeOver = useTakeOverFile(file._id)
  const titleId = `file-${file._id}`
  const chat = file.chatId === ownChatId ? 'you' : (chatTitle ?? file.chatId)
  const narrowing = sayNarrowing(file)
  const fail = (error: Error) => toastError(messageOf(error))
  // Either would make what stands in the form outdated.
  const held = form === null ? {} : { disabled: true, title: analyticsFileTexts.saveFirst }
  const pause = () => {
    const { _id: id, owner: _, ...draft } = file
    save.mutate({ id, draft: { ...draft, isPaused: !file.isPaused } }, { onError: fail })
  }
  return (
    <article className={classes.card} aria-labelledby={titleId}>
      <header className={classes.head}>
        <h4 id={titleId} className={classes.name}>
          {nameFile(file)} · {file.format.toUpperCase()}
        </h4>
        <StateMark {...describe(state)} isBoxed />
      </header>
      <p className={classes.facts}>
        {sayTimes(timesOf(file))} to {chat}
        {narrowing !== '' && `, only ${narrowing}`}. {isMine ? 'Yours.' : `Of ${file.owner}.`}
      </p>
      <p className={classes.facts}>
        {nextAt === null ? 'Paused: not sent.' : `Next ${formatMomentFrom(today, nextAt, zone)}.`}
        {last && ` Last ${formatMomentFrom(today, last.at, zone)}.`}
      </p>
      {last?.state === 'failed' && <p className={classes.problem}>{last.problem}</p>}
      <div className={page.acts}>
        <Button
          variant="default"
          size="xs"
          loading={send.isPending || last?.state === 'sending'}
          onClick={() =>
            send.mutate(undefined, { onSuccess: () => toastInfo(analyticsFileTexts.sending), onError: fail })
          }
        >
          Send now
        </Button>
        <Button variant="default" size="xs" loading={save.isPending} {...held} onClick={pause}>
          {file.isPaused ? 'Resume' : 'Pause'}
        </Button>
        {isOrphaned && (
          <Button
            size="xs"
            loading={takeOver.isPending}
            {...held}
            onClick={() =>
              takeOver.mutate(undefined, {
                onSuccess: () => toastSuccess(analyticsFileTexts.takenOver),
                onError: fail,
              })
            }
          >
            Take it over
          </Button>
        )}
        <ActionMenu
          label={`More for ${nameFile(file)}`}
          actions={[...(form === null ? [{ label: 'Change', run: onChange }] : []), { label: 'Remove', run: onRemove }]}
        />
      </div>
      {form}
    </article>
  )
}

function describe({ file, last }: FileState): Standing {
  if (file.isPaused) return { tone: 'quiet', words: 'Paused' }
  if (!last) return { tone: 'quiet', words: 'Not sent yet' }
  if (last.state === 'sending') return { tone: 'busy', words: 'Sending' }
  return last.state === 'sent' ? { tone: 'good', words: 'Sent' } : { tone: 'bad', words: 'Not sent' }
}
