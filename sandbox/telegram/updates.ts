import { accept, conflict, type Answer } from './answer.ts'
import type { Update, UpdateContent } from './wire.ts'

export interface PollRequest {
  /** Updates below it are acknowledged; negative: only that many of the newest are kept. */
  offset: number
  limit: number
  timeoutSeconds: number
  /** The kinds of updates wanted from now on; null leaves what was said last. */
  allowed: string[] | null
  signal: AbortSignal
}

export interface UpdateQueue {
  push(content: UpdateContent): void
  poll(request: PollRequest): Promise<Answer<Update[]>>
  drop(): void
  /** The oldest that waits. */
  first(): Update | undefined
  /** One that was brought to a webhook. */
  acknowledge(updateId: number): void
  onPush(listener: () => void): void
  waitingCount(): number
  snapshot(): { nextId: number; waiting: Update[]; allowed: string[] | null }
  onChange(listener: () => void): void
}

const ALREADY_POLLED = 'terminated by other getUpdates request; make sure that only one bot instance is running'

/** The updates that the bot has not acknowledged, and the one poll that may wait for more. */
export function createUpdateQueue(start: { nextId: number; waiting: Update[]; allowed: string[] | null }): UpdateQueue {
  let { nextId, waiting, allowed } = start
  let changed: (() => void) | null = null
  let hanging: { wake: () => void; refuse: () => void } | null = null

  let pushed: (() => void) | null = null

  function acknowledge(offset: number): void {
    if (offset < 0) waiting = waiting.slice(offset)
    else waiting = waiting.filter((update) => update.update_id >= offset)
    changed?.()
  }

  function hang(request: PollRequest): Promise<Answer<Update[]>> {
    return new Promise((resolve) => {
      const settle = (answer: Answer<Update[]>): void => {
        clearTimeout(timer)
        request.signal.removeEventListener('abort', wake)
        if (hanging === mine) hanging = null
        resolve(answer)
      }
      const wake = (): void => settle(accept(waiting.slice(0, request.limit)))
      const mine = { wake, refuse: () => settle(conflict(ALREADY_POLLED)) }
      const timer = setTimeout(wake, request.timeoutSeconds * 1000)
      request.signal.addEventListener('abort', wake)
      hanging = mine
    })
  }

  return {
    push(content) {
      if (!isAllowed(content, allowed)) return
      waiting.push({ update_id: nextId, ...content })
      nextId += 1
      changed?.()
      hanging?.wake()
      pushed?.()
    },
    first: () => waiting[0],
    acknowledge: (updateId) => acknowledge(updateId + 1),
    onPush(listener) {
      pushed = listener
    },
    async poll(request) {
      hanging?.refuse()
      if (request.allowed) allowed = request.allowed.length > 0 ? request.allowed : null
      acknowledge(request.offset)
      const ready = waiting.slice(0, request.limit)
      return ready.length > 0 || request.timeoutSeconds === 0 || request.signal.aborted ? accept(ready) : hang(request)
    },
    drop() {
      waiting = []
      changed?.()
    },
    waitingCount: () => waiting.length,
    snapshot: () => ({ nextId, waiting, allowed }),
    onChange(listener) {
      changed = listener
    },
  }
}

/** Of the kinds this stand-in makes, Telegram sends all by default. */
function isAllowed(content: UpdateContent, allowed: readonly string[] | null): boolean {
  return allowed === null || Object.keys(content).some((kind) => allowed.includes(kind))
}
