import { useState } from 'react'

interface Told {
  /** The value as it was last drawn. */
  seen: string
  /** What was told of and is not drawn yet. */
  waiting: readonly string[]
}

/**
 * What somebody types into a field whose value is kept elsewhere (the address) and follows a moment later. It stays
 * until the field is left, or until the value becomes another one than was told: by the browser's Back, say.
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
    /** To be said of what is told elsewhere. */
    tell: (text: string) => {
      if (text !== value) setTold({ ...told, waiting: [...told.waiting, text] })
    },
    leave: () => setTyped(null),
  }
}
