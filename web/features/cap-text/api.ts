import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { capTextCalls } from '#contract/cap-text.ts'
import { callApi } from '#web/lib/api.ts'

export const capWordsQuery = queryOptions({
  queryKey: ['cap-text', 'words'],
  queryFn: () => callApi(capTextCalls.listWords, {}),
  meta: { topics: ['advertisers', 'publishers'] },
})

export const capWordHistoryQuery = queryOptions({
  queryKey: ['cap-text', 'words', 'history'],
  queryFn: () => callApi(capTextCalls.listWordHistory, {}),
  meta: { topics: ['advertisers', 'publishers'] },
})

/** Takes a word back; what is shown is read again in any case. */
export function useForgetWord() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(capTextCalls.forgetWord, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: capWordsQuery.queryKey }),
  })
}
