import { useRef } from 'react'
import { ApiError, type Client } from '#contract/client.ts'
import { callApi } from './api.ts'
import { randomId } from './random-id.ts'

const NOTHING = { content: '', key: '' }

/**
 * Asks the server under a key: the same for a repeat after an answer that was lost, so that nothing is done twice;
 * another one once there was an answer, or where something else is sent. Only a POST heeds it.
 */
export function useCallOnce(): Client {
  const last = useRef(NOTHING)
  const keyFor = (sent: unknown): string => {
    const content = JSON.stringify(sent)
    if (last.current.content !== content) last.current = { content, key: randomId() }
    return last.current.key
  }
  return async (call, sent, headers = {}) => {
    const key = keyFor([call.path, sent])
    const forget = () => {
      // Another call may have been begun meanwhile.
      if (last.current.key === key) last.current = NOTHING
    }
    try {
      const answer = await callApi(call, sent, { ...headers, 'idempotency-key': key })
      forget()
      return answer
    } catch (error) {
      if (isAnswered(error)) forget()
      throw error
    }
  }
}

/** Whether what failed was answered: then another try is another attempt. */
export function isAnswered(error: unknown): boolean {
  return error instanceof ApiError && error.status > 0 && error.status < 500
}
