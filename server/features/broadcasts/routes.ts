import { BroadcastSummary, MessageTemplate, type Broadcast, type broadcastCalls } from '#contract/broadcasts.ts'
import { broadcastTexts } from '#contract/texts/broadcasts.ts'
import { formatInstant, formatOptionalInstant } from '#domain/kernel/instant.ts'
import { PICTURE_SENTENCES } from '#domain/markup/picture.ts'
import { showsCaps } from '#domain/sentences/broadcast.ts'
import { UNSENT_REASONS } from '#domain/sentences/unsent-broadcast.ts'
import type { z } from 'zod/mini'
import { problem, type Handlers, type Refusal } from '#platform/http/reply.ts'
import {
  readBroadcast,
  readBroadcasts,
  resendDelivery,
  resendFailed,
  type BroadcastDeps,
  type BroadcastState,
  type DeliveryState,
} from './log-service.ts'
import { addPicture } from './picture-service.ts'
import { readRecipients } from './recipient-service.ts'
import type { BroadcastDraft, SendRefusal } from './draft-service.ts'
import { cancelBroadcast } from './later-service.ts'
import { sendBroadcast, sendTest } from './service.ts'
import {
  readTemplateHistory,
  readTemplates,
  removeTemplate,
  saveTemplate,
  type TemplateRow,
} from './template-service.ts'

const words = broadcastTexts

export function broadcastRoutes(deps: BroadcastDeps): Handlers<typeof broadcastCalls> {
  return {
    async send({ body: { requestId, ...body } }, { member }) {
      const sent = await sendBroadcast(deps, member, readDraft(body), requestId ?? null)
      if (!sent.ok) return refuseText(sent)
      const { id, chats, deliveries } = sent.value
      return { status: 202, body: { id, count: chats, deliveries: deliveries.map(presentDelivery) } }
    },
    async addPicture({ body }) {
      const added = await addPicture(deps, body)
      if (added.ok) return { status: 201, body: added.value }
      return problem(added.reason === 'picture.size' ? 413 : 400, PICTURE_SENTENCES[added.reason])
    },
    async test({ body }, { member }) {
      const sent = await sendTest(deps, member, readDraft(body))
      return sent.ok ? { status: 202, body: sent.value } : refuseText(sent)
    },
    async list() {
      return { status: 200, body: (await readBroadcasts(deps.db)).map(presentSummary) }
    },
    async read({ params }) {
      const found = await readBroadcast(deps.db, params.id)
      if (!found) return problem(404, words.notFound)
      const body: z.input<typeof Broadcast> = {
        ...presentSummary(found),
        deliveries: found.deliveries.map(presentDelivery),
      }
      return { status: 200, body }
    },
    async cancel({ params }, { member }) {
      const cancelled = await cancelBroadcast(deps, member, params.id)
      if (cancelled.ok) return { status: 204, body: undefined }
      return cancelled.reason === 'broadcast.not-found' ? problem(404, words.notFound) : problem(409, words.notWaiting)
    },
    async resend({ params }, { member }) {
      const result = await resendDelivery(deps, member, { broadcastId: params.id, deliveryId: params.deliveryId })
      if (result.ok) return { status: 202, body: presentDelivery(result.value) }
      return result.reason === 'delivery.not-found' ? problem(404, words.notThere) : problem(409, words.notResendable)
    },
    async resendFailed({ params }, { member }) {
      const result = await resendFailed(deps, member, params.id)
      if (result.ok) return { status: 202, body: { count: result.value } }
      return result.reason === 'broadcast.not-found' ? problem(404, words.notFound) : problem(409, words.notResendable)
    },
    async listRecipients({ query: { audience, date, geo } }) {
      const recipients = await readRecipients(deps.db, audience, { day: date ?? null, geo: geo || null })
      const body = recipients.map(({ groupIds, caps, ...recipient }) => ({
        ...recipient,
        groupIds: [...groupIds],
        caps: caps && { text: caps.text, geos: [...caps.geos] },
      }))
      return { status: 200, body }
    },
    async listTemplates() {
      return { status: 200, body: (await readTemplates(deps.db)).map(presentTemplate) }
    },
    async saveTemplate({ body: { replace, ...draft } }, { member }) {
      const saved = await saveTemplate(deps, member, draft, replace ?? false)
      return saved ? { status: 201, body: presentTemplate(saved) } : problem(409, words.templateExists)
    },
    async removeTemplate({ params }, { member }) {
      const isGone = await removeTemplate(deps, member, params.id)
      return isGone ? { status: 204, body: undefined } : problem(404, words.templateNotFound)
    },
    async listTemplateHistory() {
      const changes = await readTemplateHistory(deps.db)
      const body = changes.map(({ id, at, actor, before, after }) => ({
        id,
        at: formatInstant(at),
        actor,
        before,
        after,
      }))
      return { status: 200, body }
    },
  }
}

/** Fields with a default that fits most messages. */
type DraftBody = Pick<BroadcastDraft, 'audience' | 'message' | 'parseMode' | 'photoUrl'> & {
  [K in Exclude<keyof BroadcastDraft, 'audience' | 'message' | 'parseMode' | 'photoUrl'>]?:
    | BroadcastDraft[K]
    | null
    | undefined
}

function readDraft(body: DraftBody): BroadcastDraft {
  const { disableLinkPreview, disableNotification, recipientIds, capsDay, withoutCaps, sendAt, pictureId, ...rest } =
    body
  const withCaps = showsCaps(body.message)
  return {
    ...rest,
    disableLinkPreview: disableLinkPreview ?? false,
    disableNotification: disableNotification ?? false,
    recipientIds: recipientIds ?? null,
    capsDay: (withCaps && capsDay) || null,
    withoutCaps: (withCaps && withoutCaps) || null,
    sendAt: sendAt ?? null,
    pictureId: pictureId || null,
  }
}

function refuseText(refusal: SendRefusal): Refusal {
  if (refusal.reason === 'broadcast.other-message') return problem(409, words.otherMessage)
  if (refusal.reason === 'broadcast.no-picture') return problem(400, words.noPicture)
  if (refusal.reason === 'broadcast.two-pictures') return problem(400, words.twoPictures)
  if (!('sentence' in refusal)) return problem(400, UNSENT_REASONS[refusal.reason])
  const path = refusal.reason === 'broadcast.time' ? 'sendAt' : 'message'
  return problem(400, refusal.sentence, { errors: [{ path, message: refusal.sentence }] })
}

function presentDelivery({ status, ...delivery }: DeliveryState) {
  const isSettled = status === 'sent' || status === 'failed' || status === 'unknown'
  return { ...delivery, status, success: isSettled ? status === 'sent' : null }
}

function presentSummary(row: BroadcastState): z.input<typeof BroadcastSummary> {
  const { id, message, photoUrl, disableLinkPreview, disableNotification, capsDay, sentBy, counts, cancelledBy } = row
  return {
    id,
    message,
    photoUrl,
    disableLinkPreview,
    disableNotification,
    capsDay,
    withoutCaps: BroadcastSummary.shape.withoutCaps.parse(row.withoutCaps),
    sentBy,
    counts,
    cancelledBy,
    pictureId: row.pictureId,
    sendAt: formatOptionalInstant(row.sendAt),
    state: BroadcastSummary.shape.state.parse(row.state),
    problem: row.problem,
    count: row.chats,
    audience: BroadcastSummary.shape.audience.parse(row.audience),
    parseMode: BroadcastSummary.shape.parseMode.parse(row.parseMode),
    createdAt: formatInstant(row.createdAt),
  }
}

function presentTemplate(row: TemplateRow): z.input<typeof MessageTemplate> {
  return {
    ...row,
    audience: MessageTemplate.shape.audience.parse(row.audience),
    parseMode: MessageTemplate.shape.parseMode.parse(row.parseMode),
    updatedAt: formatInstant(row.updatedAt),
  }
}
