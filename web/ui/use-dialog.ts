import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useId, useSyncExternalStore } from 'react'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { useToday } from '#web/lib/clock.ts'
import { giveFocusBack, isFocusFree } from './focus.ts'
import { hideActionToast } from './toasts.ts'
import { useIsPhone } from './use-is-phone.ts'

/**
 * The life of a dialog that is drawn only while needed. It is gone at once when it closes, with the focus back, so that
 * the next key is not lost to a fading dialog. Only the topmost dialog gets Esc. Spread `props` into a Modal or Drawer.
 */
export function useDialog(onClosed: () => void, { returnsFocus = true } = {}) {
  // A number: whoever presses again before the owner drops the dialog has it open once more, and it must close once more.
  const [closings, setClosings] = useState(0)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    opener.current = document.activeElement
    // A dialog takes the focus by a timer, which may run between closing it and its going: then the focus goes with it.
    return () => {
      if (returnsFocus && isFocusFree() && opener.current?.isConnected) giveFocusBack(opener.current)
    }
  }, [returnsFocus])
  const end = useEffectEvent(() => {
    if (returnsFocus) giveFocusBack(opener.current)
    onClosed()
  })
  // After `close`, so that the owner sees the state that was set with it, and after its key: what lies below hears that key too.
  useEffect(() => {
    if (closings > 0) end()
  }, [closings])
  const isOnTop = useIsDialogOnTop()
  const isPhone = useIsPhone()
  // On a phone a toast with an action covers the head of the dialog.
  useEffect(() => {
    if (isPhone) hideActionToast()
  }, [isPhone])
  return {
    close: () => setClosings((count) => count + 1),
    props: { opened: true, returnFocus: false, closeOnEscape: isOnTop },
  }
}

// The dialogs that are open, the one on top last.
let open: readonly string[] = []
const listeners = new Set<() => void>()

/** Whether the dialog that calls this lies above all others: the keys of dialogs are its alone. */
export function useIsDialogOnTop(): boolean {
  const id = useId()
  // With the dialog's going, not a moment later: a second Esc right after the first is for the dialog below.
  useLayoutEffect(() => {
    change([...open, id])
    return () => change(open.filter((other) => other !== id))
  }, [id])
  return useSyncExternalStore(listen, () => open.at(-1) === id)
}

/** Whether any dialog is open. */
export function useIsDialogOpen(): boolean {
  return useSyncExternalStore(listen, () => open.length > 0)
}

/** Today in a zone. It does not change while a dialog is open, so that the dialog keeps its caps at midnight. */
export function useSteadyToday(zone: Zone): Day {
  const today = useToday(zone)
  const [held, setHeld] = useState(today)
  const isLate = useSyncExternalStore(listen, () => open.length === 0 && held !== today)
  if (isLate) setHeld(today)
  return held
}

function change(dialogs: readonly string[]): void {
  open = dialogs
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
