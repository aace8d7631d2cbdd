import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { PasteColumn } from '#domain/caps/paste-columns.ts'
import type { CellChange } from './block.ts'

/** A text that its cell shows already; `shown` says that the sheet has it too. */
interface Typed<Column extends string> extends CellChange<Column> {
  run: string
  shown: () => void
}

/**
 * The cell paints typed text by itself; the sheet, which reads all of its rows, follows right after that. Before
 * anything else the sheet catches up: `settle` is called with every key, and when a cell is left.
 */
export function useTyping<Column extends string = PasteColumn>(
  write: (change: CellChange<Column>, run: string) => void,
) {
  const ahead = useRef<Typed<Column> | null>(null)
  const frame = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(write)
  useLayoutEffect(() => {
    latest.current = write
  })
  const forget = useCallback(() => {
    cancelAnimationFrame(frame.current)
    clearTimeout(timer.current)
    ahead.current = null
  }, [])
  const settle = useCallback(() => {
    const typed = ahead.current
    if (!typed) return
    forget()
    const { run, shown, ...change } = typed
    flushSync(() => {
      latest.current(change, run)
      shown()
    })
  }, [forget])
  const type = useCallback(
    (typed: Typed<Column>) => {
      forget()
      ahead.current = typed
      frame.current = requestAnimationFrame(() => {
        timer.current = setTimeout(settle)
      })
    },
    [forget, settle],
  )
  useEffect(() => forget, [forget])
  return { type, settle }
}
