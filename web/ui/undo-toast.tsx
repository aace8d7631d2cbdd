import { Button } from '@mantine/core'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import type { CAP_CALLS } from '#contract/caps.ts'
import type { Client } from '#contract/client.ts'
import type { dayOffCalls } from '#contract/days-off.ts'
import type { Topic } from '#contract/events.ts'
import type { limitCalls } from '#contract/limits.ts'
import type { pauseCalls } from '#contract/pauses.ts'
import type { planCalls } from '#contract/plans.ts'
import { messageOf } from '#web/lib/api.ts'
import { isDialogOpen, letterOf, useWindowKeys } from '#web/lib/keys.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { whileSaving } from '#web/lib/saving.ts'
import { untilSignedOut } from '#web/lib/session.ts'
import { isTyping } from '#web/lib/single-keys.ts'
import { isSaving } from '#web/lib/unsaved.ts'
import { createCallOnce, isAnswered } from '#web/lib/use-once.ts'
import { toastError, toastInfo, toastSuccess } from './toasts.ts'

/** The call that takes a commit back, and what looks different then. */
export interface Undo {
  call:
    | (typeof limitCalls)['undo']
    | (typeof pauseCalls)['undo']
    | (typeof planCalls)['undo']
    | (typeof dayOffCalls)['undo']
    | (typeof CAP_CALLS)['broker' | 'affiliate']['undo']
  topics: readonly Topic[]
}

type Way = 'Undo' | 'Redo'

/** A commit that can be taken back, or done again. */
interface Step extends Undo {
  batchId: string
  /** What was told of it, `Cap updated`. */
  message: string
  callOnce: Client
  isRunning: boolean
}

/** Those of this tab, the last one last. */
let steps = beginSteps()

function beginSteps() {
  const [Undo, Redo]: [Step[], Step[]] = [[], []]
  return { Undo, Redo, until: untilSignedOut() }
}

/** They end with the session: whoever signs in next in this tab has made none of them. */
function readSteps(): typeof steps {
  if (steps.until.aborted) steps = beginSteps()
  return steps
}

/** Says what was changed, and offers to take it back; `batchId` is null where nothing was to be changed. */
export function toastUndoable(message: string, batchId: string | null, undo: Undo): void {
  if (batchId !== null) readSteps().Redo = []
  offer(message, batchId, { of: { ...undo, message }, way: 'Undo' })
}

function offer(
  told: string,
  batchId: string | null,
  { of, way }: { of: Undo & Pick<Step, 'message'>; way: Way },
): void {
  if (batchId === null) return toastSuccess(told)
  const step = { ...of, batchId, callOnce: createCallOnce(), isRunning: false }
  readSteps()[way].push(step)
  // With its own key, so that the button of another commit starts fresh.
  toastSuccess(told, createElement(StepButton, { key: batchId, step, way }))
}

/** Takes a commit back, or does it again. Told also where the toast went away meanwhile. */
async function run(client: QueryClient, step: Step, way: Way): Promise<void> {
  if (step.isRunning) return
  step.isRunning = true
  const drop = () => {
    readSteps()[way] = readSteps()[way].filter((one) => one !== step)
  }
  try {
    const { batchId } = await whileSaving(step.callOnce(step.call, { params: { id: step.batchId } }))
    drop()
    if (way === 'Undo') offer(`Undone: ${step.message}`, batchId, { of: step, way: 'Redo' })
    else offer(`Done again: ${step.message}`, batchId, { of: step, way: 'Undo' })
  } catch (error) {
    // One that somebody's change keeps from going back keeps nothing before it.
    if (isAnswered(error) && [404, 409].includes(error.status)) drop()
    toastError(messageOf(error))
  } finally {
    step.isRunning = false
    for (const topic of step.topics) void refreshQueries(client, topic, null)
  }
}

/** Ctrl or ⌘ (Shift) Z, pressed anywhere but in a field or a dialog, go through the changes, however long ago they were. */
export function useStepKeys(): void {
  const client = useQueryClient()
  useWindowKeys((event) => {
    const way = readWay(event)
    if (!way) return
    event.preventDefault()
    if (isSaving()) return toastInfo(`A change is still being saved. Press again to ${way.toLowerCase()}.`)
    const step = readSteps()[way].at(-1)
    if (step) void run(client, step, way)
    else toastInfo(`Nothing to ${way.toLowerCase()}.`)
  })
}

function readWay(event: KeyboardEvent): Way | null {
  if (event.defaultPrevented || event.repeat || isTyping(event.target) || isDialogOpen()) return null
  if (letterOf(event) !== 'z' || !(event.ctrlKey || event.metaKey)) return null
  return event.shiftKey ? 'Redo' : 'Undo'
}

function StepButton({ step, way }: { step: Step; way: Way }) {
  const client = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const press = () => {
    setRunning(true)
    void run(client, step, way).finally(() => setRunning(false))
  }
  return (
    <Button
      size="compact-sm"
      variant="light"
      aria-keyshortcuts={way === 'Undo' ? 'Control+Z Meta+Z' : 'Control+Shift+Z Meta+Shift+Z'}
      onClick={press}
    >
      {isRunning ? 'Working…' : way}
    </Button>
  )
}
