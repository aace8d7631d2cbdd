import { useRef } from 'react'
import { ApiError } from '#contract/client.ts'
import { randomId } from '#web/lib/random-id.ts'

/**
 * The key under which something is sent: the same for a repeat after an answer that was lost, so that nothing is saved
 * twice; another one once there was an answer, or where something else is sent.
 */
export function useAttemptKey() {
  const last = useRef({ content: '', key: '' })
  return {
    keyFor(sent: unknown): string {
      const content = JSON.stringify(sent)
      if (last.current.content !== content) last.current = { content, key: randomId() }
      return last.current.key
    },
    /** Whether what failed was answered: then another try is another attempt. */
    forgetIfAnswered(error: unknown): boolean {
      const answered = error instanceof ApiError && error.status > 0 && error.status < 500
      if (answered) last.current = { content: '', key: '' }
      return answered
    },
  }
}
