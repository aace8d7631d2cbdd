import type { Update } from './wire.ts'

export interface Webhook {
  url: string
  secret: string
}

export interface WebhookCourier {
  /** Null: updates wait for getUpdates. */
  set(webhook: Webhook | null): void
  get(): Webhook | null
  /** There may be something to bring. */
  ring(): void
  close(): void
}

const PAUSE_MS = 500

/** Brings updates to a webhook, one after the other, and again until it says 2xx. */
export function createCourier(queue: {
  next(): Update | undefined
  acknowledge(updateId: number): void
}): WebhookCourier {
  let webhook: Webhook | null = null
  let busy = false
  let timer: NodeJS.Timeout | undefined
  const closing = new AbortController()

  async function bring({ url, secret }: Webhook, update: Update): Promise<boolean> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(secret && { 'x-telegram-bot-api-secret-token': secret }),
        },
        body: JSON.stringify(update),
        signal: closing.signal,
      })
      await response.arrayBuffer()
      return response.ok
    } catch {
      return false
    }
  }

  function choose(): { webhook: Webhook; update: Update } | null {
    const update = queue.next()
    return webhook && update && !closing.signal.aborted ? { webhook, update } : null
  }

  async function run(): Promise<void> {
    if (busy || closing.signal.aborted) return
    busy = true
    clearTimeout(timer)
    for (let next = choose(); next; next = choose()) {
      // oxlint-disable-next-line no-await-in-loop -- in their order
      if (await bring(next.webhook, next.update)) queue.acknowledge(next.update.update_id)
      else {
        timer = setTimeout(() => void run(), PAUSE_MS)
        break
      }
    }
    busy = false
  }

  return {
    set(next) {
      webhook = next
      void run()
    },
    get: () => webhook,
    ring: () => void run(),
    close() {
      closing.abort()
      clearTimeout(timer)
    },
  }
}
