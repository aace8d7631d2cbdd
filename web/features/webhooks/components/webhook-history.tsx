import type { Answered } from '#contract/call.ts'
import type { webhookCalls } from '#contract/webhooks.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Webhook } from '#domain/webhooks/webhook.ts'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { webhookHistoryQuery } from '../api.ts'

/** Who changed which endpoint, and how. */
export function WebhookHistory({ zone, onClosed }: { zone: Zone; onClosed: () => void }) {
  return <HistoryDialog of="webhooks" query={webhookHistoryQuery} describe={describe} zone={zone} onClosed={onClosed} />
}

type WebhookChange = Answered<typeof webhookCalls.listHistory>[number]

function describe({ action, before, after }: WebhookChange): string {
  if (!before) return after ? `${after.url} was added: ${after.events.join(', ')}` : ''
  if (!after) return `${before.url} was removed`
  if (action === 'webhook.new-key') return `${after.url} got a new key`
  return `${before.url}: ${differences(before, after).join(', ') || 'saved as it was'}`
}

function differences(before: Webhook, after: Webhook): string[] {
  const [was, is] = [before.events.join(', '), after.events.join(', ')]
  return [
    ...(before.url === after.url ? [] : [`address → ${after.url}`]),
    ...(was === is ? [] : [`events ${was} → ${is}`]),
    ...(before.state === after.state ? [] : [after.state === 'on' ? 'turned on' : 'turned off']),
  ]
}
