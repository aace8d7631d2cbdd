import { flushSync } from 'react-dom'
import type { Day } from '#domain/kernel/day.ts'

/** Those who only look have nothing but the menu. */
type Part = 'planned' | 'select' | 'menu'

/** Names the box with which a cap is chosen. */
export function selectId(capId: string): string {
  return `select-${capId}`
}

/** Frames in which a card that was out of sight gets drawn. */
const MOST_FRAMES = 5

/** Puts the focus on a part of a card, also where it is drawn only in a moment. */
export function focusCap(capId: string, part: Part, framesLeft = MOST_FRAMES): void {
  const place = positionOf(capId, part)
  if (place) {
    place.focus()
    place.scrollIntoView({ block: 'nearest' })
  } else if (framesLeft > 0) {
    // What has the focus is drawn wherever the list stands: back in sight, it has its neighbours around it.
    document.activeElement?.scrollIntoView({ block: 'nearest' })
    requestAnimationFrame(() => focusCap(capId, part, framesLeft - 1))
  }
}

function positionOf(capId: string, part: Part): HTMLElement | null {
  if (part === 'menu') return document.querySelector(`[data-cap-id="${CSS.escape(capId)}"] [aria-haspopup="menu"]`)
  return document.getElementById(part === 'planned' ? plannedId(capId) : selectId(capId))
}

/** The cap that has the focus, or a part of it; null where none has. */
export function focusedCapId(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-cap-id]')?.dataset['capId'] ?? null
}

/** Names the planned number of a cap on the page, whether it is a button or a field just now. */
export function plannedId(capId: string): string {
  return `planned-${capId}`
}

/** Does what draws the number anew, and keeps the focus on it. */
export function withFocusOnNumber(id: string, work: () => void): void {
  flushSync(work)
  document.getElementById(plannedId(id))?.focus()
}

/** The heading of a day's column, where the focus goes when what had it is gone. */
export function columnTitleId(day: Day): string {
  return `day-${day}`
}

/** The day whose column has the focus. */
export function focusedDay(days: readonly Day[]): Day | null {
  const column = document.activeElement?.closest('section')
  return days.find((day) => column?.getAttribute('aria-labelledby') === columnTitleId(day)) ?? null
}
