import { useLayoutEffect, useRef, type FocusEvent, type MouseEvent } from 'react'

/**
 * For a list whose buttons disappear once pressed. Their focus goes to the button that takes their place, else to the
 * previous one, else to the dialog or the screen. If the person has moved on, the focus stays. Spread it over the list, in
 * the component that draws it.
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
    // All buttons may be disabled until the action ends; then the list is drawn once more.
    if (next?.disabled) return
    last.current = null
    if (isFocusFree()) giveFocusBack(next ?? ref.current?.closest('[role="dialog"]') ?? null)
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
    // The second press of a double click would hit the element that took the place of the pressed one.
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

/** Returns the focus to its previous element; to the screen if that is gone, so that keys still work. */
export function giveFocusBack(before: Element | null): void {
  const place = before?.isConnected ? before : document.getElementById('content')
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}

/**
 * Gives the focus to the next element after something slow, but only if the focus is still within the place, or
 * nowhere. A person who has moved on keeps the focus, and their typing.
 */
export function passFocus(next: HTMLElement | null | undefined, within: Element | null = null): void {
  if (isFocusFree() || within?.contains(document.activeElement)) next?.focus()
}

/**
 * Gives the focus back to what was disabled while it had it, such as a button that shows its progress, once that is
 * enabled again. A person who has moved on keeps the focus.
 */
export function keepFocusOfDisabled(): void {
  let before: Element | null = null
  const look = () => {
    const { activeElement } = document
    if (activeElement?.matches(':disabled')) before = activeElement
    else if (before?.matches(':enabled')) {
      if (isFocusFree()) giveFocusBack(before)
      before = null
    }
  }
  // Once React is done, and before the browser takes the focus away.
  new MutationObserver(look).observe(document, { subtree: true, attributeFilter: ['disabled'] })
}

/** Nothing has the focus: what had it is gone, or switched off. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document
  return !activeElement || activeElement === body
}
