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
