import { webhookTexts } from '#contract/texts/webhooks.ts'
import type { webhookCalls } from '#contract/webhooks.ts'
import { formatInstant, formatOptionalInstant } from '#domain/kernel/instant.ts'
import { MOST_WEBHOOKS, type Webhook, type WebhookHealth } from '#domain/webhooks/webhook.ts'
import { presentChanges } from '#platform/http/history.ts'
import { answer, problem, type Handlers, type Refusal, type SignedInCaller } from '#platform/http/reply.ts'
import type { AddressRefusal } from '#platform/outward.ts'
import {
  addWebhook,
  changeWebhook,
  readDeliveries,
  readWebhookHistory,
  readWebhooks,
  removeWebhook,
  replayDelivery,
  rotateWebhookKey,
  testWebhook,
  type WebhookDeps,
} from './endpoint-service.ts'

const words = webhookTexts

export function webhookRoutes(deps: WebhookDeps): Handlers<typeof webhookCalls> {
  const note = ({ log, member, address }: SignedInCaller, event: string, webhookId: string) =>
    log.info({ event, by: member._id, address, webhookId }, event)
  return {
    async list() {
      const found = await readWebhooks(deps)
      return answer(
        200,
        found.map(({ webhook, health }) => ({ webhook: present(webhook), health: presentHealth(health) })),
      )
    },
    async add({ body }, caller) {
      const added = await addWebhook(deps, caller.member, body, caller.attempt)
      if (added.ok) {
        const { webhook, secret } = added.value
        note(caller, 'webhook added', webhook._id)
        return answer(201, { webhook: present(webhook), secret })
      }
      return added.reason === 'webhook.too-many' ? problem(409, words.tooMany(MOST_WEBHOOKS)) : refuseAddress(added)
    },
    async change({ params, body }, caller) {
      const { url, events, isOn, version = null } = body
      const changed = await changeWebhook(deps, caller.member, params.id, { url, events, isOn, version })
      if (changed.ok) {
        note(caller, 'webhook changed', params.id)
        return answer(200, present(changed.value))
      }
      if (changed.reason === 'webhook.not-found') return problem(404, words.notFound)
      if (changed.reason === 'webhook.stale') return problem(409, words.stale, { current: present(changed.current) })
      return refuseAddress(changed)
    },
    async remove({ params }, caller) {
      const removed = await removeWebhook(deps, caller.member, params.id)
      if (!removed.ok) return problem(404, words.notFound)
      note(caller, 'webhook removed', params.id)
      return answer(204, undefined)
    },
    async rotateKey({ params }, caller) {
      const rotated = await rotateWebhookKey(deps, caller.member, params.id, caller.attempt)
      if (!rotated.ok) return problem(404, words.notFound)
      note(caller, 'webhook key changed', params.id)
      const { secret, oldKeyUntil } = rotated.value
      return answer(201, { secret, oldKeyUntil: formatOptionalInstant(oldKeyUntil) })
    },
    async test({ params }) {
      const tested = await testWebhook(deps, params.id)
      if (tested.ok) return answer(201, { deliveryId: tested.value })
      return tested.reason === 'webhook.not-on' ? problem(409, words.notOn) : problem(404, words.notFound)
    },
    async listDeliveries({ params }) {
      const deliveries = await readDeliveries(deps.db, params.id)
      return answer(
        200,
        deliveries.map(({ createdAt, dueAt, triedAt, ...delivery }) => ({
          ...delivery,
          createdAt: formatInstant(createdAt),
          dueAt: formatOptionalInstant(dueAt),
          triedAt: formatOptionalInstant(triedAt),
        })),
      )
    },
    async replay({ params }) {
      const replayed = await replayDelivery(deps, params.id)
      return replayed.ok ? answer(204, undefined) : problem(404, words.noDelivery)
    },
    async listHistory() {
      return answer(200, presentChanges(await readWebhookHistory(deps.db), present))
    },
  }
}

function present({ events, ...webhook }: Webhook) {
  return { ...webhook, events: [...events] }
}

function presentHealth({ failedSince, oldKeyUntil, last, ...health }: WebhookHealth) {
  return {
    ...health,
    failedSince: formatOptionalInstant(failedSince),
    oldKeyUntil: formatOptionalInstant(oldKeyUntil),
    last: last && { at: formatInstant(last.at), status: last.status },
  }
}

function refuseAddress({ reason }: AddressRefusal): Refusal {
  const message = sayRefusal(reason)
  return problem(400, message, { errors: [{ path: 'url', message }] })
}

function sayRefusal(reason: AddressRefusal['reason']): string {
  switch (reason) {
    case 'address.malformed':
      return words.url
    case 'address.open':
      return words.urlOpen
    case 'address.user':
      return words.urlUser
    case 'address.private':
      return words.urlPrivate
  }
}
