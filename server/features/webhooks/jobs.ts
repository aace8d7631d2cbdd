import { SECOND } from '#domain/kernel/instant.ts'
import { runElected, type Terms } from '#platform/db/election.ts'
import type { Listener } from '#platform/db/listen.ts'
import { createWake, type Wake } from '#platform/wake.ts'
import { dropOldKeys, readNextDue, sendMessage, takeDue, type SendingDeps } from './sending-service.ts'
import { WEBHOOKS_CHANNEL } from './service.ts'

export interface WebhookJobDeps extends SendingDeps {
  /** Of PostgreSQL itself, for the election. */
  directUrl: string
  listener: Listener
  terms?: Terms
}

/** The longest wait of the sender before it looks again by itself. */
const LOOK_AGAIN_MS = 10 * SECOND
/** How long running calls may take when the process must stop. */
const LAST_CALLS_MS = 4 * SECOND

/** Sends messages to other systems, on one of all nodes. */
export function startWebhooks(deps: WebhookJobDeps): { stop(): Promise<void> } {
  const wake = createWake(deps.clock)
  const cut = new AbortController()
  const end = deps.listener.on(WEBHOOKS_CHANNEL, () => wake.ring())
  const election = runElected({
    url: deps.directUrl,
    name: 'webhook-sender',
    log: deps.log,
    terms: deps.terms,
    work: (signal) => serveTerm(deps, wake, { signal, cut: cut.signal }),
  })
  return {
    async stop() {
      end()
      const timer = setTimeout(() => cut.abort(), LAST_CALLS_MS)
      await election.stop()
      clearTimeout(timer)
    },
  }
}

/** A message stays queued until its answer is recorded, so the next sender sends it again if this one is killed. */
async function serveTerm(
  deps: WebhookJobDeps,
  wake: Wake,
  { signal, cut }: { signal: AbortSignal; cut: AbortSignal },
): Promise<void> {
  /** The endpoint of each message that is being sent. */
  const sending = new Map<string, string>()
  const calls = new Set<Promise<void>>()
  const round = async () => {
    for (const message of await takeDue(deps, sending)) {
      sending.set(message.id, message.webhookId)
      const call = sendMessage(deps, message, cut)
        .catch((error: unknown) => {
          deps.log.warn({ err: error, id: message.id }, 'the result of a webhook could not be stored; it is sent again')
        })
        .finally(() => {
          sending.delete(message.id)
          calls.delete(call)
          wake.ring()
        })
      calls.add(call)
    }
  }
  try {
    while (!signal.aborted) {
      if (sending.size === 0) await dropOldKeys(deps)
      await round()
      await wake.wait(await restUntilDue(deps), signal)
    }
  } finally {
    await Promise.all(calls)
  }
}

async function restUntilDue(deps: WebhookJobDeps): Promise<number> {
  const due = await readNextDue(deps)
  return due === null ? LOOK_AGAIN_MS : Math.min(Math.max(due - deps.clock.now(), 1), LOOK_AGAIN_MS)
}
