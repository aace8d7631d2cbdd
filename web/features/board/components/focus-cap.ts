import { useCallback, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Day } from '#domain/kernel/day.ts'
import { giveFocusBack } from '#web/ui/focus.ts'

/** Members who may only look have only the menu. */
type Part = 'planned' | 'select' | 'menu'

/** The id of a cap's box. */
export function selectId(capId: string): string {
  return `select-${capId}`
}

/** Frames within which a card that was out of sight is drawn. */
const MOST_FRAMES = 5

/** Focuses a part of a card, even if the card is drawn a moment later. */
export function focusCap(capId: string, part: Part, framesLeft = MOST_FRAMES): void {
  const cap = `[data-cap-id="${capId}"]`
  const onCard =
    part === 'menu' ? `${cap} [aria-haspopup="menu"]` : `#${part === 'planned' ? plannedId(capId) : selectId(capId)}`
  // In the table a cap's number stands for all of it.
  const place = document.querySelector<HTMLElement>(`${onCard}, [role="grid"] ${cap}[data-field]`)
  if (place) {
    place.focus()
    place.scrollIntoView({ block: 'nearest' })
  } else if (framesLeft > 0) {
    // The focused card is drawn wherever the list stands: scrolled into sight, its neighbours are drawn too.
    document.activeElement?.scrollIntoView({ block: 'nearest' })
    requestAnimationFrame(() => focusCap(capId, part, framesLeft - 1))
  }
}

/** Goes to the first cap that a search found, once the board shows what was found. `shown`: the text that it shows. */
export function useFirstFound(shown: string): (text: string) => void {
  const latest = useRef(shown.trim())
  const sought = useRef<string | null>(null)
  useEffect(() => {
    latest.current = shown.trim()
    if (sought.current !== latest.current) return
    sought.current = null
    focusFirstCap()
  }, [shown])
  return useCallback((text) => {
    if (text.trim() === latest.current) focusFirstCap()
    else sought.current = text.trim()
  }, [])
}

/** In the table a cap's number, on a card its box or menu. */
function focusFirstCap(): void {
  const inTable = '[role="grid"] [data-cap-id][data-field]'
  const first = document.querySelector<HTMLElement>(
    `${inTable}, section [data-cap-id] :is([id^="select-"], [aria-haspopup="menu"])`,
  )
  first?.focus()
}

/** The cap that has the focus, itself or a part of it; null if none. */
export function focusedCapId(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-cap-id]')?.dataset['capId'] ?? null
}

/** The id of a cap's planned number, as a button or as a field. */
export function plannedId(capId: string): string {
  return `planned-${capId}`
}

/** Runs `work`, which redraws the number, and keeps the focus on it. */
export function withFocusOnNumber(id: string, work: () => void): void {
  flushSync(work)
  document.getElementById(plannedId(id))?.focus()
}

/** The id of a day's heading, which gets the focus when the focused element is removed. */
export function columnTitleId(day: Day): string {
  return `day-${day}`
}

/** Focuses what stays on the board where a cap was: the heading of its day, in the table the cell that Tab reaches. */
export function focusWhereCapWas(day: Day): void {
  const cell = document.querySelector('[role="grid"] [role="gridcell"][tabindex="0"]')
  giveFocusBack(document.getElementById(columnTitleId(day)) ?? cell)
}

/** The day whose column has the focus, in the table the day of the cell that has it. */
export function focusedDay(days: readonly Day[]): Day | null {
  const place = document.activeElement?.closest('section, [data-field]')
  const name = place?.getAttribute('data-field') ?? place?.getAttribute('aria-labelledby')
  return days.find((day) => name?.includes(day)) ?? null
}
