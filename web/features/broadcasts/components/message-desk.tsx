import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { MessageTemplate, RecipientRow } from '#contract/broadcasts.ts'
import { ApiError } from '#contract/client.ts'
import { broadcastTexts } from '#contract/texts/broadcasts.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { showsCaps, type Audience, type WithoutCaps } from '#domain/sentences/broadcast.ts'
import { answerOf, messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { isAnswered } from '#web/lib/use-once.ts'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { Overlay } from '#web/ui/overlay.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { fieldErrorsOf } from '#web/ui/show-problems.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { recipientsQuery, useSendBroadcast, useTestBroadcast, type Draft } from '../api.ts'
import { BroadcastHistory } from './broadcast-history.tsx'
import { Composer } from './composer.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import classes from './message-desk.module.css'
import { MessagePreview } from './message-preview.tsx'
import { chooseRecipients, hasChat } from './recipients.ts'
import type { SendAnswer } from './send-dialog.tsx'
import { loadTemplateDialog, TemplatesMenu } from './templates-menu.tsx'
import { ToBar } from './to-bar.tsx'
import { useComposed } from './use-composed.ts'
import { usePictureUpload } from './use-picture-upload.ts'
import { WaitingBroadcasts } from './waiting-broadcasts.tsx'

const loadRecipientsDialog = () => import('./recipients-dialog.tsx')
const loadSendDialog = () => import('./send-dialog.tsx')
const RecipientsDialog = lazy(async () => ({ default: (await loadRecipientsDialog()).RecipientsDialog }))
const SendDialog = lazy(async () => ({ default: (await loadSendDialog()).SendDialog }))

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
  /** What links a chat to whoever has none. */
  linkOf: (audience: Audience, row: RecipientRow) => ReactNode
  /** The broadcast whose log is looked at. */
  openId: string | null
  onOpen: (id: string) => void
}

const words = broadcastTexts

/** Whom a message is for, of its audience. */
type Choice = Pick<Draft, 'recipientIds' | 'capsIn'>

const EVERYBODY: Choice = { recipientIds: null, capsIn: null }

const EMPTY: Draft = {
  audience: 'advertisers',
  message: '',
  parseMode: 'HTML',
  photoUrl: '',
  picture: null,
  disableLinkPreview: false,
  disableNotification: false,
  ...EVERYBODY,
  capsDay: '',
  withoutCaps: 'skip',
}

/** Where a message to many is written, looked at, sent and followed. */
export function MessageDesk({ begun, zone, zoneLabel, tomorrow, linkOf, openId, onOpen }: MessageDeskProps) {
  const [draft, setDraft] = useState(() => startDraft(begun, tomorrow))
  /** Of a message that was begun, until it is known whom their key names: nobody is chosen by then. */
  const [awaited, setAwaited] = useState(begun?.key ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const [task, setTask] = useState<'recipients' | 'send' | null>(null)
  const [previewId, setPreviewId] = useState<string | null>(null)
  const [used, setUsed] = useState<MessageTemplate | null>(null)
  // Whom somebody chose of the audience that is not shown, and finds there again.
  const [chosenOfOther, setChosenOfOther] = useState(EVERYBODY)
  const recipients = useQuery(recipientsQuery(draft.audience, parseDay(draft.capsDay)))
  const everybody = recipients.data ?? NOBODY
  if (awaited !== null && recipients.data) {
    setAwaited(null)
    setDraft({ ...draft, recipientIds: recipients.data.flatMap(({ id, key }) => (key === awaited ? [id] : [])) })
  }
  const chosen = useMemo(() => chooseRecipients(everybody, draft), [everybody, draft])
  const reachable = useMemo(() => chosen.filter(hasChat), [chosen])
  const withCaps = reachable.find(({ caps }) => caps !== null && caps.geos.length > 0)
  const first = (showsCaps(draft.message) ? withCaps : null) ?? reachable[0] ?? null
  const shownFor = reachable.find(({ id }) => id === previewId) ?? first
  const composed = useComposed(draft, reachable, shownFor)
  const send = useSendBroadcast()
  // A draft whose sending got no answer. A repeat sends the very same, because the first may have been queued.
  const tried = useRef<Draft | null>(null)
  const test = useTestBroadcast()

  const upload = usePictureUpload((picture) => {
    setDraft((before) => ({ ...before, picture, photoUrl: '' }))
    setProblem(null)
  })
  const dayProblem = findDayProblem(draft)
  const hasPhoto = draft.picture !== null || draft.photoUrl.trim() !== ''
  const isDirty = hasPhoto || (draft.message.trim() !== '' && draft.message !== begun?.message)
  useEffect(() => {
    if (isDirty) void prepareDialogs()
  }, [isDirty])

  const change = (next: Partial<Draft>) => {
    if ('picture' in next || 'photoUrl' in next) upload.drop()
    tried.current = null
    setDraft((before) => ({ ...before, ...next }))
    setProblem(null)
  }

  /** Changes what becomes of chats without caps. An unanswered try stays the same message, to the same recipients. */
  const changeWithoutCaps = (withoutCaps: WithoutCaps) => {
    const before = tried.current
    change({ withoutCaps })
    tried.current = before && { ...before, withoutCaps }
  }

  const turnTo = (audience: Audience, choice: Choice) => {
    if (audience === draft.audience) return
    setAwaited(null)
    change({ audience, ...choice })
    setChosenOfOther({ recipientIds: draft.recipientIds, capsIn: draft.capsIn })
  }

  const take = (template: MessageTemplate) => {
    const { audience, message, parseMode, photoUrl } = template
    setUsed(template)
    turnTo(audience, EVERYBODY)
    change({ message, parseMode, photoUrl: photoUrl ?? '', picture: null })
  }

  const clear = () => {
    setUsed(null)
    setChosenOfOther(EVERYBODY)
    change({ message: '', photoUrl: '', picture: null })
  }

  const findProblem = (): string | null => {
    if (draft.message.trim() === '') return words.missing
    if (dayProblem !== null) return dayProblem
    if (composed.shown?.ok === false) return composed.shown.sentence
    return composed.problem
  }

  const ask = () => {
    const found = findProblem() ?? (reachable.length === 0 ? words.noChats : null)
    setProblem(found)
    if (found === null) setTask('send')
    else toastError(found)
  }

  /** Who has a cap is chosen by now: what changes of caps since changes nobody. */
  const outgoing = (): Draft => {
    return draft.capsIn === null ? draft : { ...draft, recipientIds: chosen.map(({ id }) => id) }
  }

  const sendIt = async (sendAt: Instant | null): Promise<SendAnswer> => {
    tried.current ??= outgoing()
    try {
      const sent = await send.mutateAsync({ draft: tried.current, sendAt })
      toastSuccess(sendAt === null ? words.queued(sent.count) : words.waits(formatMoment(sendAt, zone)))
      // Whoever presses once more by mistake sends nothing twice. Nothing is written while the question is open.
      clear()
      if (sendAt === null) onOpen(sent.id)
      return { isOver: true }
    } catch (error) {
      if (isAnswered(error)) tried.current = null
      const atTime = fieldErrorsOf(error).find(({ path }) => path === 'sendAt')
      if (atTime) return { isOver: false, wrongTime: atTime.message }
      const told = tellFailure(error)
      setProblem(told)
      toastError(told)
      return { isOver: error instanceof ApiError && [400, 409].includes(error.status) }
    }
  }

  const sendTest = async () => {
    const found = findProblem()
    setProblem(found)
    if (found !== null) return toastError(found)
    await test.mutateAsync(outgoing()).then(
      () => toastSuccess(words.testQueued),
      (error: unknown) => toastError(messageOf(error)),
    )
  }

  return (
    <>
      <LeaveQuestion isDirty={isDirty} />
      {recipients.error && (
        <ProblemBox message={messageOf(recipients.error)} onRetry={() => void recipients.refetch()} />
      )}
      <div className={classes.desk}>
        <Composer
          draft={draft}
          problem={problem === dayProblem ? null : problem}
          upload={upload}
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
          photoUrl={draft.picture ? '' : draft.photoUrl.trim()}
          picture={draft.picture}
          longest={composed.longest}
          most={composed.most}
        />
        <div className={classes.send}>
          <ToBar
            draft={draft}
            everybody={everybody}
            chosen={chosen}
            chats={composed.chats}
            dayProblem={dayProblem}
            onChange={change}
            onPick={() => setTask('recipients')}
          />
          {upload.isPending && (
            <p role="status" className={classes.uploading}>
              The image is being uploaded. You can send the message when it is done.
            </p>
          )}
          <Button
            variant="default"
            disabled={upload.isPending}
            loading={test.isPending}
            onClick={() => void sendTest()}
          >
            Send a test to me
          </Button>
          <Button disabled={upload.isPending || recipients.isPending || recipients.isPlaceholderData} onClick={ask}>
            Send message
          </Button>
        </div>
      </div>
      {openId !== null && <DeliveryLog key={openId} id={openId} zone={zone} />}
      <WaitingBroadcasts zone={zone} zoneLabel={zoneLabel} />
      <BroadcastHistory zone={zone} zoneLabel={zoneLabel} onOpen={onOpen} />
      <Overlay name={task} onClosed={() => setTask(null)}>
        {task === 'recipients' && (
          <RecipientsDialog
            recipients={everybody}
            chosen={chosen}
            linkOf={(row) => linkOf(draft.audience, row)}
            onChoose={(recipientIds) => change({ recipientIds, capsIn: null })}
            onClosed={() => setTask(null)}
          />
        )}
        {task === 'send' && (
          <SendDialog
            audience={draft.audience}
            chats={composed.chats}
            recipients={composed.reached}
            silent={chosen.length - reachable.length}
            capless={composed.capless}
            withoutCaps={draft.withoutCaps}
            onWithoutCaps={changeWithoutCaps}
            isPending={send.isPending}
            onSend={sendIt}
            zone={zone}
            zoneLabel={zoneLabel}
            tomorrow={tomorrow}
            onClosed={() => setTask(null)}
          />
        )}
      </Overlay>
    </>
  )
}

/** 409: the unanswered try did arrive. */
function tellFailure(error: unknown): string {
  if (!isAnswered(error)) return words.unanswered
  return error.status === 409 ? words.queuedBefore : (answerOf(error) ?? words.failed)
}

/** Fetches the dialogs' scripts ahead: later the server may be away or have another version. */
async function prepareDialogs(): Promise<void> {
  await Promise.allSettled([loadSendDialog(), loadRecipientsDialog(), loadTemplateDialog()])
}

function startDraft(begun: BegunMessage | null, capsDay: Day): Draft {
  if (!begun) return { ...EMPTY, capsDay }
  const { audience, message } = begun
  return { ...EMPTY, capsDay, audience, message, recipientIds: [] }
}

/** What is chosen or shown by a day needs one. */
function findDayProblem({ capsDay, capsIn, message }: Draft): string | null {
  if (parseDay(capsDay)) return null
  if (capsIn !== null) return words.recipientsDay
  return showsCaps(message) ? words.capsDay : null
}

const NOBODY: readonly never[] = []
