import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, type Client } from '#contract/client.ts'
import { closingCalls, type FullClosing } from '#contract/closings.ts'
import { SECOND } from '#domain/kernel/instant.ts'
import { callApi } from '#web/lib/api.ts'
import { historyQuery } from '#web/lib/history-query.ts'
import { whileSaving } from '#web/lib/saving.ts'
import { useCallOnce } from '#web/lib/use-once.ts'

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

export const closingHistoryQuery = (id: string) =>
  historyQuery([...keys.all, id], ['payouts'], () => callApi(closingCalls.listHistory, { params: { id } }))

/** What a step answers is shown at once. */
function useStep<Input>(
  step: (call: Client, input: Input) => Promise<FullClosing>,
  onError?: (error: Error) => Promise<void>,
) {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (input: Input) => whileSaving(step(callOnce, input)),
    onSuccess: (closing) => client.setQueryData(closingQuery(closing.id).queryKey, closing),
    onError,
    onSettled: () => void client.invalidateQueries({ queryKey: keys.all }),
  })
}

export function useFreeze() {
  return useStep((call, reportId: string) => call(closingCalls.freeze, { body: { reportId } }))
}

export function useAdjust(id: string) {
  return useStep((call, body: { affiliateId: string; amount: number; reason: string }) =>
    call(closingCalls.adjust, { params: { id }, body }),
  )
}

export function useAdjustDeposit(id: string) {
  return useStep((call, body: { connector: string; depositId: string; price: number | null; reason: string }) =>
    call(closingCalls.adjustDeposit, { params: { id }, body }),
  )
}

export function useTakeBack(id: string) {
  return useStep((call, adjustmentId: string) => call(closingCalls.takeBack, { params: { id, adjustmentId } }))
}

/** A closed week as it was read, and who shows what it is once a refusal says that it is another one now. */
export interface SeenClosing {
  closing: FullClosing
  onNewest: (closing: FullClosing) => void
}

/** A refusal is told once the week was read again, so that both are seen together. */
function useReadAgain({ closing, onNewest }: SeenClosing) {
  const client = useQueryClient()
  return async (error: Error) => {
    if (!(error instanceof ApiError) || error.status !== 409) return
    const { queryKey } = closingQuery(closing.id)
    await client.refetchQueries({ queryKey })
    const newest = client.getQueryData(queryKey)
    if (newest) onNewest(newest)
  }
}

export function useApprove(seen: SeenClosing) {
  const { id, version } = seen.closing
  const approve = async (call: Client) => call(closingCalls.approve, { params: { id }, body: { version } })
  return useStep(approve, useReadAgain(seen))
}

export function useReopen(seen: SeenClosing) {
  const { id, version } = seen.closing
  const reopen = async (call: Client) => call(closingCalls.reopen, { params: { id }, body: { version } })
  return useStep(reopen, useReadAgain(seen))
}

export function usePay(seen: SeenClosing) {
  const { id, version } = seen.closing
  const pay = async (call: Client, paid: { paidOn: string; reference: string }) =>
    call(closingCalls.pay, { params: { id }, body: { version, ...paid } })
  return useStep(pay, useReadAgain(seen))
}

export function useRelease(seen: SeenClosing) {
  const { id, version } = seen.closing
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(closingCalls.release, { params: { id }, query: { version } }),
    onError: useReadAgain(seen),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.all }),
  })
}
