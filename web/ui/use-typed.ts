import { useState } from 'react'

interface Told {
  /** The value as it was last drawn. */
  seen: string
  /** Values that were reported but not drawn yet. */
  waiting: readonly string[]
}

/**
 * A field whose value is stored elsewhere (the address) and follows a moment later. The typed text stays until the
 * field is left, or until the value changes to something that was not reported, for example by the browser's Back.
 */
export function useTyped(value: string) {
  const [typed, setTyped] = useState<string | null>(null)
  const [told, setTold] = useState<Told>({ seen: value, waiting: [] })
  if (value !== told.seen) {
    const at = told.waiting.indexOf(value)
    setTold({ seen: value, waiting: at < 0 ? [] : told.waiting.slice(at + 1) })
    if (at < 0) setTyped(null)
  }
  return {
    shown: typed ?? value,
    isTyped: typed !== null,
    type: setTyped,
    /** Reports a text that is stored elsewhere. */
    tell: (text: string) => {
      if (text !== value) setTold({ ...told, waiting: [...told.waiting, text] })
    },
    leave: () => setTyped(null),
  }
}
