import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { broadcastCalls, type MessageTemplate, type RecipientRow } from '#contract/broadcasts.ts'
import type { Day } from '#domain/kernel/day.ts'
import { LARGEST_PICTURE, PICTURE_SENTENCES, readPicture, type PictureType } from '#domain/markup/picture.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import { showsCaps, type Audience, type WithoutCaps } from '#domain/sentences/broadcast.ts'
import type { ParseMode } from '#domain/markup/formatted.ts'
import { callApi } from '#web/lib/api.ts'
import { historyQuery } from '#web/lib/history-query.ts'
import { useCallOnce, useOnce } from '#web/lib/use-once.ts'

export interface ChosenPicture {
  id: string
  /** The file name. */
  name: string
  /** A `data:` address, for the preview. */
  shown: string
}

/** A message while it is written. */
export interface Draft {
  audience: Audience
  message: string
  parseMode: ParseMode
  photoUrl: string
  /** An uploaded image, in place of an address. */
  picture: ChosenPicture | null
  disableLinkPreview: boolean
  disableNotification: boolean
  /** IDs; null: everybody of the audience. */
  recipientIds: readonly string[] | null
  /** If set, the recipients are those with a cap on the day: for this geo, or any. */
  capsIn: string | null
  /** As typed: the day of the caps that the message shows and that recipients are chosen by. */
  capsDay: string
  withoutCaps: WithoutCaps
}

/** Polled while a broadcast is sent: single messages cause no events. */
const RUNNING_MS = 1_000

/** Without a day the caps are unknown. */
export function recipientsQuery(audience: Audience, date: Day | null) {
  return queryOptions({
    queryKey: ['broadcasts', 'recipients', audience, date],
    queryFn: () => callApi(broadcastCalls.listRecipients, { query: date === null ? { audience } : { audience, date } }),
    // The same recipients stay shown while another day loads.
    placeholderData: (before: readonly RecipientRow[] | undefined, query) =>
      query?.queryKey[2] === audience && before ? [...before] : undefined,
    meta: { topics: ['caps', audience] as const },
  })
}

export const broadcastsQuery = queryOptions({
  queryKey: ['broadcasts', 'all'],
  queryFn: () => callApi(broadcastCalls.list, {}),
  refetchInterval: ({ state }) => (state.data?.some(({ counts }) => isRunning(counts)) ? RUNNING_MS : false),
  meta: { topics: ['broadcasts'] },
})

export function broadcastQuery(id: string) {
  return queryOptions({
    queryKey: ['broadcasts', 'one', id],
    queryFn: () => callApi(broadcastCalls.read, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.counts) ? RUNNING_MS : false),
    meta: { topics: ['broadcasts'] },
  })
}

export function isRunning({ queued, sending }: { queued: number; sending: number }): boolean {
  return queued + sending > 0
}

/**
 * One request ID queues a message once, even if an answer was lost and it is tried again for another time, or with
 * another choice for those without caps.
 */
export function useSendBroadcast() {
  const client = useQueryClient()
  const once = useOnce()
  return useMutation({
    mutationFn: ({ draft, sendAt }: { draft: Draft; sendAt: Instant | null }) => {
      const body = { ...bodyOf(draft), sendAt: sendAt === null ? null : formatInstant(sendAt) }
      const message = { ...body, sendAt: null, withoutCaps: null }
      return once(message, (requestId) => callApi(broadcastCalls.send, { body: { ...body, requestId } }))
    },
    // The promise of sending does not wait for the list, which also has what got no answer.
    onSettled: () => void client.invalidateQueries({ queryKey: broadcastsQuery.queryKey }),
  })
}

export function useTestBroadcast() {
  return useMutation({ mutationFn: (draft: Draft) => callApi(broadcastCalls.test, { body: bodyOf(draft) }) })
}

export function useCancelBroadcast() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(broadcastCalls.cancel, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['broadcasts'] }),
  })
}

export function useResend(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deliveryId: string) => callApi(broadcastCalls.resend, { params: { id, deliveryId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['broadcasts'] }),
  })
}

export function useResendFailed(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(broadcastCalls.resendFailed, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['broadcasts'] }),
  })
}

export const templatesQuery = queryOptions({
  queryKey: ['broadcasts', 'templates'],
  queryFn: () => callApi(broadcastCalls.listTemplates, {}),
  meta: { topics: ['broadcasts'] },
})

export const templateHistoryQuery = historyQuery(['broadcasts', 'templates'], ['broadcasts'], () =>
  callApi(broadcastCalls.listTemplateHistory, {}),
)

export function useSaveTemplate() {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: ({ draft, name, replace }: { draft: Draft; name: string; replace: boolean }) => {
      const { audience, message, parseMode, photoUrl } = draft
      return callOnce(broadcastCalls.saveTemplate, { body: { audience, message, parseMode, photoUrl, name, replace } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  })
}

export function useRemoveTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: MessageTemplate) => callApi(broadcastCalls.removeTemplate, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  })
}

/** Uploads an image, where it waits for its message. */
export function useAddPicture() {
  return useMutation({
    mutationFn: async ({ name, bytes, type }: PictureFile): Promise<ChosenPicture> => {
      const { id } = await callApi(broadcastCalls.addPicture, { body: bytes })
      return { id, name, shown: await readAddress(new Blob([bytes], { type })) }
    },
  })
}

export interface PictureFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  type: PictureType
}

/** Reads a chosen file; returns a sentence if it is no image that Telegram takes. */
export async function readPictureFile(file: File): Promise<PictureFile | string> {
  // Reads no more of a large file than shows that it is too large.
  const bytes = new Uint8Array(await file.slice(0, LARGEST_PICTURE + 1).arrayBuffer())
  const checked = readPicture(bytes)
  return checked.ok ? { name: file.name, bytes, type: checked.value.type } : PICTURE_SENTENCES[checked.reason]
}

async function readAddress(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
  reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')))
  reader.readAsDataURL(blob)
  return promise
}

function bodyOf({ recipientIds, capsIn: _, capsDay, withoutCaps, picture, ...draft }: Draft) {
  const caps = showsCaps(draft.message) ? { capsDay, withoutCaps } : {}
  const photo = picture ? { photoUrl: '', pictureId: picture.id } : {}
  return { ...draft, ...photo, ...caps, recipientIds: recipientIds && [...recipientIds] }
}
