import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { useEffect, type ReactNode } from 'react'
import { config as transitions } from 'react-transition-group'
import { giveFocusBack } from './focus.ts'
import classes from './toaster.module.css'

const COLORS = { success: 'teal', info: 'accent', error: 'red' }
/** Long enough to be read; a failure stays longer. */
const CLOSE_AFTER_MS = { success: 4_000, info: 5_000, error: 8_000 }
/** Long enough to think again; the kit waits while it is pointed at or has the focus. */
const CLOSE_WITH_ACTION_AFTER_MS = 15_000

// A replaced toast is gone in the same frame, so that nobody presses the wrong button. A duration of 0 would leave both
// visible until a timer ran.
transitions.disabled = true

type Tone = keyof typeof COLORS

/** The toast of each place: its id, and what it says. */
const standing = new Map<string, { id: string; message: string }>()

/** The element that had the focus before a toast. */
let focusedBefore: Element | null = null

export function Toaster() {
  useEffect(watchFocus, [])
  return (
    <Notifications
      position="top-right"
      containerWidth={360}
      zIndex={1_000}
      transitionDuration={0}
      pauseResetOnHover="notification"
      classNames={{ root: classes.root, notification: classes.notification }}
    />
  )
}

/**
 * Replaces the last toast of the same tone: a pile would cover the screen. A toast with an action is replaced only by
 * another with an action.
 */
export function showToast(tone: Tone, message: string, action?: ReactNode): void {
  const place = action === undefined ? tone : 'action'
  hide(place)
  const id = notifications.show({
    message: action === undefined ? message : <ToastLine message={message} action={action} />,
    color: COLORS[tone],
    autoClose: action === undefined ? CLOSE_AFTER_MS[tone] : CLOSE_WITH_ACTION_AFTER_MS,
    closeButtonProps: { 'aria-label': 'Close this message' },
    onClose: leave,
  })
  standing.set(place, { id, message })
}

/** Removes the toast with an action when the opened dialog offers the same. */
export function hideActionToast(): void {
  hide('action')
}

/** Removes the failure that says this, if it stands. */
export function hideError(message: string): void {
  if (standing.get('error')?.message === message) hide('error')
}

function hide(place: string): void {
  const last = standing.get(place)
  if (last) notifications.hide(last.id)
}

function watchFocus(): () => void {
  const note = ({ target, relatedTarget }: FocusEvent) => {
    const cameFrom = relatedTarget instanceof Element ? relatedTarget : null
    if (target instanceof Element && isInToast(target) && !(cameFrom && isInToast(cameFrom))) focusedBefore = cameFrom
  }
  document.addEventListener('focusin', note)
  return () => document.removeEventListener('focusin', note)
}

/** A closing toast returns the focus to where the person was. */
function leave(): void {
  if (document.activeElement && isInToast(document.activeElement)) giveFocusBack(focusedBefore)
}

function isInToast(element: Element): boolean {
  return element.closest(`.${classes.notification}`) !== null
}

function ToastLine({ message, action }: { message: string; action: ReactNode }) {
  return (
    <span className={classes.line}>
      <span className={classes.message}>{message}</span>
      {action}
    </span>
  )
}
