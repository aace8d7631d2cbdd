import { useMutation } from '@tanstack/react-query'
import { authCalls } from '#contract/auth.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { answerOf, callApi } from '#web/lib/api.ts'
import { beginSession } from '#web/lib/session.ts'

export function useRequestCode() {
  return useMutation({ mutationFn: (identifier: string) => callApi(authCalls.request, { body: { identifier } }) })
}

export function useVerifyCode() {
  return useMutation({
    mutationFn: (body: { identifier: string; code: string }) => callApi(authCalls.verify, { body }),
    onSuccess: ({ member, token }) => beginSession(member, token),
  })
}

/** API errors show their own message, anything else a general one (spec, section 8). */
export function requestFailure(error: unknown): string {
  return answerOf(error) ?? callTexts.somethingWrong
}
