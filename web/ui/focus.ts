import { useLayoutEffect, useRef, type FocusEvent, type MouseEvent } from 'react'

/**
 * For a list whose buttons go away once they are pressed. The focus of one that is gone goes to the button that has come
 * into its place, else to the one before it, else to the screen; whoever has gone on elsewhere keeps it. Spread it over
 * the list, in the component that draws it.
 */
export function useFocusAfter<Place extends HTMLElement>() {
  const ref = useRef<Place>(null)
  const last = useRef<{ button: Element; index: number }>(null)
  const isGone = useRef(false)
  useLayoutEffect(() => {
    if (!last.current || last.current.button.isConnected) return
    isGone.current = true
    const buttons = listButtons(ref.current)
    const next = buttons[Math.min(last.current.index, buttons.length - 1)]
    // All may be off until what was pressed is done; then the list is drawn once more.
    if (next?.disabled) return
    last.current = null
    if (isFocusFree()) giveFocusBack(next ?? null)
  })
  const note = (pressed: Element | null) => {
    const index = listButtons(ref.current).findIndex((button) => button === pressed)
    last.current = pressed && index >= 0 ? { button: pressed, index } : null
  }
  return {
    ref,
    onFocus: ({ target }: FocusEvent) => note(target),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) last.current = null
    },
    // The second press of a double click would be for whatever has come into the place of what was pressed.
    onClickCapture: (event: MouseEvent) => {
      if (event.detail > 1 && isGone.current) {
        event.stopPropagation()
        // Of a form's button, too.
        event.preventDefault()
        return
      }
      isGone.current = false
      // Not every browser gives a button that is clicked the focus.
      if (event.target instanceof Element) note(event.target.closest('button'))
    },
  }
}

function listButtons(place: Element | null): HTMLButtonElement[] {
  return [...(place?.querySelectorAll('button') ?? [])]
}

/** Gives the focus back to what had it; to the screen where that is gone, so that keys go on from there. */
export function giveFocusBack(before: Element | null): void {
  const place = before?.isConnected ? before : document.getElementById('content')
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}

/**
 * Gives the focus to what comes next once something slow is done: only where it still stands within the place that this
 * was about, or nowhere. Whoever has gone on elsewhere meanwhile keeps it, and with it what they type.
 */
export function passFocus(next: HTMLElement | null | undefined, within: Element | null = null): void {
  if (isFocusFree() || within?.contains(document.activeElement)) next?.focus()
}

/** Nothing has the focus: what had it is gone, or switched off. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document
  return !activeElement || activeElement === body
}
