import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TableFormat } from '#contract/file.ts'
import { statementCalls } from '#contract/statements.ts'
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

export function messageQuery(of: StatementOf) {
  return queryOptions({
    queryKey: ['statements', of, 'message'],
    queryFn: () => callApi(statementCalls.preview, { params: { ...of } }),
  })
}

export function useSendStatement(of: StatementOf) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (seen: { text: string; chatIds: string[]; sent: readonly unknown[] }) => {
      const { text, chatIds, sent } = seen
      return callApi(statementCalls.send, { params: { ...of }, body: { text, chatIds, sent: sent.length } })
    },
    onSettled: () => void client.invalidateQueries({ queryKey: messageQuery(of).queryKey }),
  })
}

export function useDownloadStatement(of: StatementOf) {
  return useMutation({
    mutationFn: ({ format, name }: { format: TableFormat; name: string }) =>
      downloadFile(statementCalls.export, { params: { ...of }, query: { format } }, `${name}.${format}`),
  })
}
