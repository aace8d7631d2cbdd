import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import classes from './toaster.module.css'

const COLORS = { success: 'teal', info: 'accent', error: 'red' }
/** Long enough to be read; a failure stays longer. */
const CLOSE_AFTER_MS = { success: 4_000, info: 5_000, error: 8_000 }

type Tone = keyof typeof COLORS

const standing = new Map<Tone, string>()

export function Toaster() {
  return (
    <Notifications
      position="top-right"
      containerWidth={360}
      zIndex={1_000}
      pauseResetOnHover="notification"
      classNames={classes}
    />
  )
}

/** Takes the place of the last one of its tone: a pile of toasts would cover what people work on. */
export function showToast(tone: Tone, message: string): void {
  const last = standing.get(tone)
  if (last !== undefined) notifications.hide(last)
  const id = notifications.show({
    message,
    color: COLORS[tone],
    autoClose: CLOSE_AFTER_MS[tone],
    closeButtonProps: { 'aria-label': 'Close this message' },
  })
  standing.set(tone, id)
}
