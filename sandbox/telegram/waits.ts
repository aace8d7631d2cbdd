import type { Call, CallLog } from './calls.ts'
import { listMessages } from './messages.ts'
import type { CallbackAnswer, Happening, State } from './state.ts'
import type { Message } from './wire.ts'

export interface WaitOptions {
  /** Only messages with a greater id count. */
  after?: number
}

/**
 * Resolves with the newest message of the bot in the chat that fits, or with the first that comes (or becomes so by an
 * edit); rejects after the time is over, naming what the bot did write.
 */
export function waitForMessage(
  state: State,
  chatId: number,
  predicate: (message: Message) => boolean,
  timeoutMs: number,
  options: WaitOptions = {},
): Promise<Message> {
  const fits = (message: Message): boolean =>
    message.from.is_bot && message.message_id > (options.after ?? 0) && predicate(message)
  const found = listMessages(state, chatId).findLast(({ message }) => fits(message))
  if (found) return Promise.resolve(found.message)
  return waitFor(
    state.listeners,
    timeoutMs,
    (happening: Happening) =>
      'stored' in happening && happening.chatId === chatId && fits(happening.stored.message)
        ? happening.stored.message
        : null,
    () => `no such message in chat ${chatId} within ${timeoutMs} ms; the bot's last: ${lastOfBot(state, chatId)}`,
  )
}

/** Resolves with the answer to a pressed button. */
export function waitForAnswer(state: State, queryId: string, timeoutMs: number): Promise<CallbackAnswer> {
  return waitFor(
    state.listeners,
    timeoutMs,
    (happening: Happening) =>
      happening.kind === 'answer' && happening.answer.queryId === queryId ? happening.answer : null,
    () => `no answer to callback query ${queryId} within ${timeoutMs} ms`,
  )
}

/** Resolves with the method's next call, or the one that came since the log was cleared. */
export function waitForCall(calls: CallLog, method: string, timeoutMs: number): Promise<Call> {
  const last = calls.list({ method }).at(-1)
  if (last) return Promise.resolve(last)
  return waitFor(
    calls.listeners,
    timeoutMs,
    (call) => (call.method.toLowerCase() === method.toLowerCase() ? call : null),
    () => `no call of ${method} within ${timeoutMs} ms`,
  )
}

function waitFor<E, T>(
  listeners: Set<(event: E) => void>,
  timeoutMs: number,
  pick: (event: E) => T | null,
  explain: () => string,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const listener = (event: E): void => {
      const picked = pick(event)
      if (picked === null) return
      stop()
      resolve(picked)
    }
    const stop = (): void => {
      clearTimeout(timer)
      listeners.delete(listener)
    }
    const timer = setTimeout(() => {
      stop()
      reject(new Error(explain()))
    }, timeoutMs)
    listeners.add(listener)
  })
}

function lastOfBot(state: State, chatId: number): string {
  const last = listMessages(state, chatId).findLast(({ message }) => message.from.is_bot)
  return last ? JSON.stringify(last.message.text) : 'nothing'
}
