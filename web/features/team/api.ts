import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { passkeyCalls } from '#contract/passkeys.ts'
import { sessionCalls } from '#contract/sessions.ts'
import { teamCalls, type MemberDraftWire, type MemberEditWire } from '#contract/team.ts'
import { callApi } from '#web/lib/api.ts'
import { historyQuery } from '#web/lib/history-query.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { useCallOnce } from '#web/lib/use-once.ts'

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: () => callApi(teamCalls.list, {}),
  meta: { topics: ['team'] },
})

export const teamHistoryQuery = historyQuery(['team'], ['team'], () => callApi(teamCalls.listHistory, { query: {} }))

export function memberSessionsQuery(id: string) {
  return queryOptions({
    queryKey: ['team', id, 'sessions'],
    queryFn: () => callApi(sessionCalls.listOfMember, { params: { id } }),
    meta: { topics: ['team'] },
    staleTime: 0,
  })
}

export function memberPasskeysQuery(id: string) {
  return queryOptions({
    queryKey: ['team', id, 'passkeys'],
    queryFn: () => callApi(passkeyCalls.listOfMember, { params: { id } }),
    meta: { topics: ['team'] },
    staleTime: 0,
  })
}

export function useAddMember() {
  const callOnce = useCallOnce()
  return useTeamChange((body: MemberDraftWire) => callOnce(teamCalls.add, { body }))
}

/** One request after the other for each member, so that the last choice wins. */
export function useChangeMember(id: string) {
  return useTeamChange((body: MemberEditWire) => callApi(teamCalls.change, { params: { id }, body }), `member ${id}`)
}

export function useRemoveMember(id: string) {
  return useTeamChange(() => callApi(teamCalls.remove, { params: { id } }))
}

export function useSignOutMember(id: string) {
  return useTeamChange(() => callApi(sessionCalls.endOfMember, { params: { id } }))
}

export function useRemovePasskeys(id: string) {
  return useTeamChange(() => callApi(passkeyCalls.removeOfMember, { params: { id } }))
}

function useTeamChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>, inTurnWith?: string) {
  const client = useQueryClient()
  // Awaited, so that a changed field shows the new value and not the old one.
  return useMutation({
    mutationFn,
    ...(inTurnWith && { scope: { id: inTurnWith } }),
    onSettled: () => refreshQueries(client, 'team', null),
  })
}
