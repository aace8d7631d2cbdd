import type { QueryClient } from '@tanstack/react-query'
import type { ChangeEvent } from '#contract/events.ts'
import { refreshMember } from '#web/features/auth/api.ts'
import { listenForChanges } from '#web/lib/events.ts'
import { refreshEverythingLive, refreshQueries } from '#web/lib/query-client.ts'
import { isSessionRefused, readSession, subscribeToSession } from '#web/lib/session.ts'
import { hideActionToast } from '#web/ui/toasts.ts'

/** A sync announces many changes at once; screens refresh once for those within this time. */
const GATHER_MS = 150

/** Keeps screens current while somebody is signed in. At sign-out all data goes, and what could still be taken back. */
export function keepLive(client: QueryClient): void {
  let stop: (() => void) | null = null
  let wasIn = false
  const follow = () => {
    const session = readSession()
    const isIn = session.status === 'authenticated'
    if (isIn && !isSessionRefused(session)) stop ??= listen(client)
    else {
      stop?.()
      stop = null
    }
    if (wasIn && !isIn) {
      client.clear()
      hideActionToast()
    }
    wasIn = isIn
  }
  subscribeToSession(follow)
  follow()
}

function listen(client: QueryClient): () => void {
  let gathered: ChangeEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer = undefined
    for (const { topic, days } of merge(gathered)) {
      void refreshQueries(client, topic, days)
      if (topic === 'team') void refreshMember()
    }
    gathered = []
  }
  const stop = listenForChanges({
    changed(event) {
      gathered.push(event)
      timer ??= setTimeout(refresh, GATHER_MS)
    },
    missed() {
      void refreshEverythingLive(client)
      void refreshMember()
    },
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** One event a topic, for the days of all of them. */
function merge(events: readonly ChangeEvent[]): ChangeEvent[] {
  return [...Map.groupBy(events, ({ topic }) => topic)].map(([topic, same]) => ({
    topic,
    days: same.some(({ days }) => days === null) ? null : [...new Set(same.flatMap(({ days }) => days ?? []))],
  }))
}
