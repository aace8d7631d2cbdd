import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import type { CapListHandle } from '../cap-list.tsx'
import type { ListRow } from '../list-rows.ts'

const PAGE = 10

/**
 * Goes through the fields of a list as through a spreadsheet: up and down and Enter stay in the column, Page Up and
 * Page Down leap, `/` goes to the search where there is one. Fields name their column in `data-field`; heads (`geo`) have none.
 */
export function useSheetKeys(rows: readonly ListRow[]) {
  const sheet = useRef<HTMLDivElement>(null)
  const list = useRef<CapListHandle>(null)
  const search = useRef<HTMLInputElement>(null)

  const latest = useRef(rows)
  useLayoutEffect(() => {
    latest.current = rows
  })

  const goTo = (key: string, field: string): boolean => {
    const index = latest.current.findIndex((row) => row.key === key)
    if (index < 0) return false
    list.current?.draw(key)
    const target = sheet.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-field="${field}"]`)
    target?.focus()
    return target !== null && target !== undefined
  }

  const leap = (from: number, steps: number, field: string): boolean => {
    const stops = latest.current.flatMap((row, index) => (row.kind === 'geo' ? [] : [index]))
    const at = stops.indexOf(from)
    const next = latest.current[stops[Math.max(0, Math.min(stops.length - 1, at + steps))] ?? -1]
    return next !== undefined && goTo(next.key, field)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const field = fieldOf(event.target)
    if (field === null || event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === '/' && search.current && field.name !== 'workingHours') {
      event.preventDefault()
      search.current.focus()
      return
    }
    const steps = stepsOf(event)
    // Enter presses a button; the arrows lead on from it.
    if (steps === 0 || (event.key === 'Enter' && event.target instanceof HTMLButtonElement)) return
    event.preventDefault()
    leap(field.index, steps, field.name)
  }

  const goToFirst = (field: string) => leap(-1, 1, field)

  return { sheet, list, search, onKeyDown, goTo, goToFirst }
}

function stepsOf({ key, shiftKey }: KeyboardEvent): number {
  if (key === 'Enter') return shiftKey ? -1 : 1
  if (shiftKey) return 0
  return { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[key] ?? 0
}

/** The field that an event comes from, and the place of its row; null where it comes from elsewhere. */
function fieldOf(target: EventTarget): { name: string; index: number } | null {
  if (!(target instanceof HTMLElement)) return null
  const { field } = target.dataset
  const index = target.closest<HTMLElement>('[data-index]')?.dataset['index']
  return field === undefined || index === undefined ? null : { name: field, index: Number(index) }
}
