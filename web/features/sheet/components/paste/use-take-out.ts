import { useCallback, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { isFocusFree } from '#web/ui/focus.ts'
import type { PasteLine } from './paste-lines.ts'

export const BACK_ID = 'back-to-the-text'

interface TakeOutOf {
  lines: readonly PasteLine[]
  remove: (gone: readonly PasteLine[]) => void
  /** Goes to a field of a row, also one that is out of sight. */
  goTo: (key: string, field: string) => boolean
}

/**
 * Takes a row out, the same function as long as `remove` is. The focus, which goes away with its button, goes to that of
 * the next row, else of the one before, else back to the text.
 */
export function useTakeOut({ lines, remove, goTo }: TakeOutOf): (line: PasteLine) => void {
  const latest = useRef({ lines, goTo })
  useLayoutEffect(() => {
    latest.current = { lines, goTo }
  })
  return useCallback(
    (line) => {
      const at = latest.current.lines.indexOf(line)
      const next = latest.current.lines[at + 1] ?? latest.current.lines[at - 1]
      flushSync(() => remove([line]))
      if (!isFocusFree()) return
      if (!next || !latest.current.goTo(next.key, 'remove')) document.getElementById(BACK_ID)?.focus()
    },
    [remove],
  )
}
