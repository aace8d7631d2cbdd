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
