import type { Client } from '#contract/client.ts'
import { callApi } from './api.ts'
import { useOnce } from './use-once.ts'

/** Asks the server under a key, so that a repeat after a lost answer does nothing twice. Only a POST heeds it. */
export function useCallOnce(): Client {
  const once = useOnce()
  return (call, sent, headers = {}) =>
    once([call.path, sent], (key) => callApi(call, sent, { ...headers, 'idempotency-key': key }))
}
