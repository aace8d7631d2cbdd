import type { Listener } from '#platform/db/listen.ts'
import { CHANGES, readChange, type Change } from '#platform/db/notify.ts'
import type { Log } from '#platform/log.ts'

/** Called with every change; null if some may have been missed, so everything must be refreshed. */
export type Subscriber = (event: Change | null) => void

export interface EventHub {
  /** `onEnd` is called when the hub closes, or at once when it has. */
  subscribe(subscriber: Subscriber, onEnd: () => void): () => void
  /** Open streams of this node. */
  count(): number
  close(): void
}

/** One listening connection of this node, fanned out to all open screens. */
export function createEventHub(listener: Listener, log: Log): EventHub {
  let closed = false
  const subscribers = new Map<Subscriber, () => void>()
  const publish = (event: Change | null) => subscribers.forEach((_onEnd, subscriber) => subscriber(event))
  const stopListening = listener.on(CHANGES, (payload) => {
    const change = payload === null ? null : readChange(payload)
    if (change === undefined) log.error({ payload }, 'a change of unknown kind')
    else publish(change)
  })
  return {
    subscribe(subscriber, onEnd) {
      if (closed) onEnd()
      else subscribers.set(subscriber, onEnd)
      return () => subscribers.delete(subscriber)
    },
    count: () => subscribers.size,
    close() {
      closed = true
      stopListening()
      subscribers.forEach((onEnd) => onEnd())
      subscribers.clear()
    },
  }
}
