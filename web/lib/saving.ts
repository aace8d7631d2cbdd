import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Topic } from '#contract/events.ts'
import { refreshQueries } from './query-client.ts'
import { untilSignedOut } from './session.ts'
import { countOnWay } from './unsaved.ts'

/**
 * Counts a change until its answer comes, or the session ends. An answer that comes after the session is told to nobody:
 * whoever has signed in since could take the change back. So a change that waits for it is never sent.
 */
export async function whileSaving<Answer>(saving: Promise<Answer>): Promise<Answer> {
  const signedOut = untilSignedOut()
  countOnWay(1)
  try {
    return await Promise.race([saving, new Promise<never>((_, stop) => signedOut.addEventListener('abort', stop))])
  } finally {
    countOnWay(-1)
    if (signedOut.aborted) await new Promise(() => {})
  }
}

/** A change, and what looks different then, whatever its result. What is saved is saved, however long that takes to be shown. */
export function useSaving<Wanted, Answer>(topics: readonly Topic[], save: (wanted: Wanted) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wanted: Wanted) => whileSaving(save(wanted)),
    onSettled: () => {
      for (const topic of topics) void refreshQueries(client, topic, null)
    },
  })
}
