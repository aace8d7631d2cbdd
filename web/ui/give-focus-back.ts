/** Gives the focus back to what had it; to the screen where that is gone, so that keys go on from there. */
export function giveFocusBack(before: Element | null): void {
  const place = before?.isConnected ? before : document.getElementById('content')
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}
