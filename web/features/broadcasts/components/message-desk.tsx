import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { MessageTemplate } from '#contract/broadcasts.ts'
import { ApiError } from '#contract/client.ts'
import { broadcastTexts } from '#contract/texts/broadcasts.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Audience } from '#domain/sentences/broadcast.ts'
import { answerOf, messageOf } from '#web/lib/api.ts'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { recipientsQuery, useSendBroadcast, useTestBroadcast, type Draft } from '../api.ts'
import { BroadcastHistory } from './broadcast-history.tsx'
import { Composer } from './composer.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import classes from './message-desk.module.css'
import { MessagePreview } from './message-preview.tsx'
import { hasChat, RecipientsDialog, sayReach } from './recipients-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'
import { TemplatesMenu } from './templates-menu.tsx'
import { useComposed } from './use-composed.ts'

/** A message that was begun elsewhere, to one recipient by their key. */
interface BegunMessage {
  audience: Audience
  key: string
  message: string
}

interface MessageDeskProps {
  begun: BegunMessage | null
  zone: Zone
  zoneLabel: string
  tomorrow: Day
  /** The broadcast whose log is looked at. */
  openId: string | null
  onOpen: (id: string) => void
}

const words = broadcastTexts

const EMPTY: Draft = {
  audience: 'advertisers',
  message: '',
  parseMode: 'HTML',
  photoUrl: '',
  disableLinkPreview: false,
  disableNotification: false,
  recipientIds: null,
}

/** Where a message to many is written, looked at, sent and followed. */
export function MessageDesk({ begun, zone, zoneLabel, tomorrow, openId, onOpen }: MessageDeskProps) {
  const [draft, setDraft] = useState(() => startDraft(begun))
  /** Of a message that was begun, until it is known whom their key names: nobody is chosen by then. */
  const [awaited, setAwaited] = useState(begun?.key ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const [task, setTask] = useState<'recipients' | 'send' | null>(null)
  const [previewId, setPreviewId] = useState<string | null>(null)
  const [used, setUsed] = useState<MessageTemplate | null>(null)
  // Whom somebody chose of the audience that is not shown, and finds there again.
  const [chosenOfOther, setChosenOfOther] = useState<Draft['recipientIds']>(null)
  const recipients = useQuery(recipientsQuery(draft.audience))
  const everybody = recipients.data ?? NOBODY
  if (awaited !== null && recipients.data) {
    setAwaited(null)
    setDraft({ ...draft, recipientIds: recipients.data.flatMap(({ id, key }) => (key === awaited ? [id] : [])) })
  }
  const chosen = useMemo(() => chooseFrom(everybody, draft.recipientIds), [everybody, draft.recipientIds])
  const reachable = useMemo(() => chosen.filter(hasChat), [chosen])
  const shownFor = reachable.find(({ id }) => id === previewId) ?? reachable[0] ?? null
  const composed = useComposed(draft, reachable, shownFor)
  const send = useSendBroadcast()
  const test = useTestBroadcast()

  const change = (next: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...next }))
    setProblem(null)
  }

  const turnTo = (audience: Audience, recipientIds: Draft['recipientIds']) => {
    if (audience === draft.audience) return
    setAwaited(null)
    change({ audience, recipientIds })
    setChosenOfOther(draft.recipientIds)
  }

  const take = (template: MessageTemplate) => {
    const { audience, message, parseMode, photoUrl } = template
    setUsed(template)
    turnTo(audience, null)
    change({ message, parseMode, photoUrl: photoUrl ?? '' })
  }

  const clear = () => {
    setUsed(null)
    setChosenOfOther(null)
    change({ message: '', photoUrl: '' })
  }

  const findProblem = (): string | null => {
    if (draft.message.trim() === '') return words.missing
    if (composed.shown?.ok === false) return composed.shown.sentence
    return composed.problem
  }

  const ask = () => {
    const found = findProblem() ?? (reachable.length === 0 ? words.noChats : null)
    setProblem(found)
    if (found === null) setTask('send')
    else toastError(found)
  }

  const sendNow = async (): Promise<boolean> => {
    try {
      const sent = await send.mutateAsync(draft)
      toastSuccess(words.queued(sent.count))
      // Whoever presses once more by mistake sends nothing twice. Nothing is written while the question is open.
      clear()
      onOpen(sent.id)
      return true
    } catch (error) {
      const told = answerOf(error) ?? words.failed
      setProblem(told)
      toastError(told)
      return error instanceof ApiError && error.status === 400
    }
  }

  const sendTest = async () => {
    const found = findProblem()
    setProblem(found)
    if (found !== null) return toastError(found)
    await test.mutateAsync(draft).then(
      () => toastSuccess(words.testQueued),
      (error: unknown) => toastError(messageOf(error)),
    )
  }

  return (
    <>
      <LeaveQuestion isDirty={draft.message.trim() !== '' && draft.message !== begun?.message} />
      {recipients.error && (
        <ProblemBox message={messageOf(recipients.error)} onRetry={() => void recipients.refetch()} />
      )}
      <div className={classes.desk}>
        <Composer
          draft={draft}
          problem={problem}
          onAudience={(audience) => turnTo(audience, chosenOfOther)}
          onChange={change}
        >
          <TemplatesMenu zone={zone} draft={draft} used={used} onUse={take} onSaved={setUsed} />
        </Composer>
        <MessagePreview
          recipients={reachable}
          chosen={shownFor}
          onChoose={setPreviewId}
          result={composed.shown}
          photoUrl={draft.photoUrl.trim()}
          longest={composed.longest}
          most={composed.most}
        />
        <div className={classes.send}>
          <div className={classes.who}>
            <span role="status">
              {draft.recipientIds === null ? 'Everybody' : 'Chosen'}: {sayReach(chosen, composed.chats)}
            </span>
            <Button size="xs" variant="default" disabled={everybody.length === 0} onClick={() => setTask('recipients')}>
              Choose recipients
            </Button>
          </div>
          <Button variant="default" loading={test.isPending} onClick={() => void sendTest()}>
            Send a test to me
          </Button>
          <Button disabled={recipients.isPending} onClick={ask}>
            Send message
          </Button>
        </div>
      </div>
      {openId !== null && <DeliveryLog key={openId} id={openId} zone={zone} />}
      <BroadcastHistory zone={zone} zoneLabel={zoneLabel} onOpen={onOpen} />
      {task === 'recipients' && (
        <RecipientsDialog
          audience={draft.audience}
          recipients={everybody}
          chosen={draft.recipientIds}
          tomorrow={tomorrow}
          onChoose={(recipientIds) => change({ recipientIds })}
          onClosed={() => setTask(null)}
        />
      )}
      {task === 'send' && (
        <SendDialog
          audience={draft.audience}
          chats={composed.chats}
          recipients={reachable.length}
          silent={chosen.length - reachable.length}
          isPending={send.isPending}
          onSend={sendNow}
          onClosed={() => setTask(null)}
        />
      )}
    </>
  )
}

function startDraft(begun: BegunMessage | null): Draft {
  if (!begun) return EMPTY
  const { audience, message } = begun
  return { ...EMPTY, audience, message, recipientIds: [] }
}

const NOBODY: readonly never[] = []

function chooseFrom<Row extends { id: string }>(all: readonly Row[], ids: readonly string[] | null): readonly Row[] {
  if (ids === null) return all
  const wanted = new Set(ids)
  return all.filter(({ id }) => wanted.has(id))
}
