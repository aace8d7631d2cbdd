import { useEffect, useState } from 'react'

/**
 * The life of a dialog that is drawn only while it is needed: it opens after it was drawn, so that the kit notes what
 * had the focus and gives it back, and tells its owner once it has faded out. Spread `props` into a Modal or Drawer.
 */
export function useDialog(onClosed: () => void) {
  const [opened, setOpened] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- the kit notes the focus when `opened` changes, not when it is drawn
  useEffect(() => setOpened(true), [])
  return {
    close: () => setOpened(false),
    props: { opened, onExitTransitionEnd: onClosed, transitionProps: { duration: 120 } },
  }
}
