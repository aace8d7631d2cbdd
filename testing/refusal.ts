import { ApiError } from '#contract/client.ts'

/** What a call was refused with; fails the test where it was not. */
export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => new Error('the call was not refused'),
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw error
}

/** Of calls that were made at once: 200 of one that was answered, the status of one that was refused, 0 of any other. */
export function statusOf(answer: PromiseSettledResult<unknown>): number {
  if (answer.status === 'fulfilled') return 200
  return answer.reason instanceof ApiError ? answer.reason.status : 0
}
