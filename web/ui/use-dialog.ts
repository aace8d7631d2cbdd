import { useEffect, useState } from 'react'
import { hideActionToast } from './toasts.ts'
import { useIsPhone } from './use-is-phone.ts'

const FOCUS_RETURN_MILLISECONDS = 20

/**
 * The life of a dialog that is drawn only while it is needed: it opens after it was drawn, so that the kit notes what
 * had the focus and gives it back, and tells its owner once it has faded out. Spread `props` into a Modal or Drawer.
 */
export function useDialog(onClosed: () => void) {
  // Without motion the kit says at once that all is over, and gives the focus back a moment later.
  const closeLater = () => void setTimeout(onClosed, FOCUS_RETURN_MILLISECONDS)
  const [opened, setOpened] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- the kit notes the focus when `opened` changes, not when it is drawn
  useEffect(() => setOpened(true), [])
  const isPhone = useIsPhone()
  // There a toast lies over the head of the dialog, for as long as it can be acted on.
  useEffect(() => {
    if (isPhone) hideActionToast()
  }, [isPhone])
  return {
    close: () => setOpened(false),
    props: { opened, onExitTransitionEnd: closeLater, transitionProps: { duration: 120 } },
  }
}
