import { flushSync } from 'react-dom'

/** Names the planned number of a cap on the page, whether it is a button or a field just now. */
export function plannedId(capId: string): string {
  return `planned-${capId}`
}

/** Does what draws the number anew, and keeps the focus on it. */
export function withFocusOnNumber(id: string, work: () => void): void {
  flushSync(work)
  document.getElementById(plannedId(id))?.focus()
}
