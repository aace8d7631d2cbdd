import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TableFormat } from '#contract/file.ts'
import { statementCalls, type MessageDelivery, type MessagePreview } from '#contract/statements.ts'
import { callApi } from '#web/lib/api.ts'
import { downloadFile } from '#web/lib/download.ts'

/** Whose statement of which report. */
export interface StatementOf {
  id: string
  affiliateId: string
}

export function statementQuery(of: StatementOf) {
  return queryOptions({
    queryKey: ['statements', of],
    queryFn: () => callApi(statementCalls.read, { params: { ...of } }),
    meta: { topics: ['payouts'] },
  })
}

/** While a message is on its way the sender tells nobody of it. */
const RUNNING_MS = 1_000

export function messageQuery(of: StatementOf) {
  return queryOptions({
    queryKey: ['statements', of, 'message'],
    queryFn: () => callApi(statementCalls.preview, { params: { ...of } }),
    // What is read is what is sent: nothing of an earlier look is shown.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isRunning) ? RUNNING_MS : false),
    meta: { topics: ['payouts', 'publishers'] },
  })
}

/** Whether a message is still the one that was read: its text, its chats, and how often it was sent. */
export function isSameMessage(now: MessagePreview, read: MessagePreview): boolean {
  const chats = (preview: MessagePreview) => JSON.stringify(preview.chatIds)
  return now.text === read.text && now.sent.length === read.sent.length && chats(now) === chats(read)
}

function isRunning({ status }: MessageDelivery): boolean {
  return status === 'queued' || status === 'sending'
}

export function useSendStatement(of: StatementOf) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ text, chatIds, sent }: MessagePreview) =>
      callApi(statementCalls.send, { params: { ...of }, body: { text, chatIds, sent: sent.length } }),
    onSettled: () => void client.invalidateQueries({ queryKey: messageQuery(of).queryKey }),
  })
}

export function useResendStatement(of: StatementOf) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: MessageDelivery) => callApi(statementCalls.resend, { params: { ...of, deliveryId: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: messageQuery(of).queryKey }),
  })
}

export function useDownloadStatement(of: StatementOf) {
  return useMutation({
    mutationFn: (format: TableFormat) => downloadFile(statementCalls.export, { params: { ...of }, query: { format } }),
  })
}
