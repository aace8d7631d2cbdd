import type { KeyboardEvent } from 'react'

const PAGE = 10

/** A field of a sheet, the name of its column, and the place of its row. */
export interface SheetField {
  element: HTMLElement
  name: string
  index: number
}

/** Null where an event comes from elsewhere. */
export function fieldOf(target: EventTarget | null): SheetField | null {
  if (!(target instanceof HTMLElement)) return null
  const { field } = target.dataset
  const index = target.closest<HTMLElement>('[data-index]')?.dataset['index']
  return field === undefined || index === undefined ? null : { element: target, name: field, index: Number(index) }
}

/** How far a key goes in a sheet of so many rows, with Ctrl or ⌘ to its ends; null for those that go nowhere. */
export function stepOf(
  { key, shiftKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>,
  rows: number,
): { down: number; right: number } | null {
  if (ctrlKey || metaKey) {
    const down = { ArrowDown: rows, ArrowUp: -rows, End: rows, Home: -rows }[key]
    return down === undefined ? null : { down, right: 0 }
  }
  if (key === 'Enter') return { down: shiftKey ? -1 : 1, right: 0 }
  const right = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (right !== undefined) return { down: 0, right }
  const down = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[key]
  return down === undefined ? null : { down, right: 0 }
}

export function isInput(element: EventTarget | null): element is HTMLInputElement {
  return element instanceof HTMLInputElement
}

/** What is written into a cell by a command is typed over like what stood there before. */
export function selectText(element: Element | null): void {
  if (isInput(element) && element.type === 'text') element.select()
}

/** What is marked of a text. */
export function writingOf(target: EventTarget | null): string {
  if (!isInput(target)) return ''
  return target.value.slice(target.selectionStart ?? 0, target.selectionEnd ?? 0)
}
