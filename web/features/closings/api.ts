import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { closingCalls, type FullClosing } from '#contract/closings.ts'
import { SECOND } from '#domain/kernel/instant.ts'
import { callApi } from '#web/lib/api.ts'

const keys = { all: ['closings'] } as const

/** While late data of earlier weeks are being looked at. */
const CARRYING_MS = 2 * SECOND

export const closingsQuery = queryOptions({
  queryKey: [...keys.all, 'list'],
  queryFn: () => callApi(closingCalls.list, {}),
  meta: { topics: ['payouts'] },
})

export function closingQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.all, 'one', id],
    queryFn: () => callApi(closingCalls.read, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.carriedAt === null ? CARRYING_MS : false),
    meta: { topics: ['payouts'] },
  })
}

export function closingHistoryQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.all, 'history', id],
    queryFn: () => callApi(closingCalls.listHistory, { params: { id } }),
    meta: { topics: ['payouts'] },
  })
}

/** What a step answers is shown at once. */
function useStep<Input>(step: (input: Input) => Promise<FullClosing>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: step,
    onSuccess: (closing) => client.setQueryData(closingQuery(closing.id).queryKey, closing),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.all }),
  })
}

export function useFreeze() {
  return useStep((reportId: string) => callApi(closingCalls.freeze, { body: { reportId } }))
}

export function useAdjust(id: string) {
  return useStep((body: { affiliateId: string; amount: number; reason: string }) =>
    callApi(closingCalls.adjust, { params: { id }, body }),
  )
}

export function useAdjustDeposit(id: string) {
  return useStep((body: { connector: string; depositId: string; price: number | null; reason: string }) =>
    callApi(closingCalls.adjustDeposit, { params: { id }, body }),
  )
}

export function useTakeBack(id: string) {
  return useStep((adjustmentId: string) => callApi(closingCalls.takeBack, { params: { id, adjustmentId } }))
}

export function useApprove({ id, version }: { id: string; version: number }) {
  return useStep(() => callApi(closingCalls.approve, { params: { id }, body: { version } }))
}

export function useReopen({ id, version }: { id: string; version: number }) {
  return useStep(() => callApi(closingCalls.reopen, { params: { id }, body: { version } }))
}

export function usePay({ id, version }: { id: string; version: number }) {
  return useStep((paid: { paidOn: string; reference: string }) =>
    callApi(closingCalls.pay, { params: { id }, body: { version, ...paid } }),
  )
}

export function useRelease({ id, version }: { id: string; version: number }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(closingCalls.release, { params: { id }, query: { version } }),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.all }),
  })
}
