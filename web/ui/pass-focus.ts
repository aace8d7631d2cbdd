/**
 * Gives the focus to what comes next once something slow is done: only where it still stands within the place that this
 * was about, or nowhere. Whoever has gone on elsewhere meanwhile keeps it, and with it what they type.
 */
export function passFocus(next: HTMLElement | null | undefined, within: Element | null = null): void {
  const focused = document.activeElement
  const isFree = !focused || focused === document.body
  if (isFree || within?.contains(focused)) next?.focus()
}
