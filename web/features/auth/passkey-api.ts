import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { passkeyCalls } from '#contract/passkeys.ts'
import { callApi } from '#web/lib/api.ts'
import { beginSession } from '#web/lib/session.ts'
import { givePasskey, makePasskey } from './passkeys.ts'

// Beside `api.ts`, since the first screen of most members needs none of it.

export const ownPasskeysQuery = queryOptions({
  queryKey: ['auth', 'passkeys'],
  queryFn: () => callApi(passkeyCalls.listOwn, {}),
  meta: { topics: ['team'] },
  staleTime: 0,
})

export function useAddPasskey() {
  return useOwnChange(async (name: string) => {
    const made = await makePasskey(await callApi(passkeyCalls.prepare, {}))
    await callApi(passkeyCalls.add, { body: { name, ...made } })
  })
}

export function useRemovePasskey(id: string) {
  return useOwnChange(() => callApi(passkeyCalls.remove, { params: { id } }))
}

/** What a sign-in needs whose code was right; each attempt asks for another challenge. */
export const secondStepQuery = queryOptions({
  queryKey: ['auth', 'second-step'],
  queryFn: () => callApi(passkeyCalls.prepareSignIn, {}),
  staleTime: Infinity,
  gcTime: 0,
  retry: false,
})

export function useGivePasskey() {
  return useMutation({
    mutationFn: async () => {
      const given = await givePasskey(await callApi(passkeyCalls.prepareSignIn, {}))
      return callApi(passkeyCalls.give, { body: given })
    },
    onSuccess: ({ member, token }) => beginSession(member, token),
  })
}

export function useAddFirstPasskey() {
  return useMutation({
    mutationFn: async (name: string) => {
      const made = await makePasskey(await callApi(passkeyCalls.prepareSignIn, {}))
      return callApi(passkeyCalls.addFirst, { body: { name, ...made } })
    },
    onSuccess: ({ member, token }) => beginSession(member, token),
  })
}

function useOwnChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: ownPasskeysQuery.queryKey }),
  })
}
