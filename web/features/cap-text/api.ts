import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { capTextCalls } from '#contract/cap-text.ts'
import { callApi } from '#web/lib/api.ts'
import { historyQuery } from '#web/lib/history-query.ts'
import { useCallOnce } from '#web/lib/use-once.ts'

export const capWordsQuery = queryOptions({
  queryKey: ['cap-text', 'words'],
  queryFn: () => callApi(capTextCalls.listWords, {}),
  meta: { topics: ['advertisers', 'publishers'] },
})

export const capWordHistoryQuery = historyQuery(['cap-text', 'words'], ['advertisers', 'publishers'], () =>
  callApi(capTextCalls.listWordHistory, {}),
)

export const capQuestionsQuery = queryOptions({
  queryKey: ['cap-text', 'questions'],
  queryFn: () => callApi(capTextCalls.listQuestions, {}),
  meta: { topics: ['settings'] },
})

/** Asks the model about a message; the question is among the others from then on. */
export function useTryModel() {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (text: string) => callOnce(capTextCalls.tryModel, { body: { text } }),
    onSettled: () => client.invalidateQueries({ queryKey: capQuestionsQuery.queryKey }),
  })
}

/** Takes a word back; what is shown is read again in any case. */
export function useForgetWord() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(capTextCalls.forgetWord, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: capWordsQuery.queryKey }),
  })
}
