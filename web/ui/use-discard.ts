import { useState } from 'react'

/** The way out of a dialog: at once, or after a question where something typed in it would be lost. */
export function useDiscard(isDirty: boolean, close: () => void) {
  const [asking, setAsking] = useState(false)
  const askToClose = () => {
    if (isDirty) setAsking(!asking)
    else close()
  }
  return { asking, askToClose, keep: () => setAsking(false), discard: close }
}
