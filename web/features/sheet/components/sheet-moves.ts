import type { ClipboardEvent, DragEvent, FocusEvent, KeyboardEvent, MouseEvent } from 'react'

const PAGE = 10

/** A field of a sheet, the name of its column, and the place of its row. */
export interface SheetField {
  element: HTMLElement
  name: string
  index: number
}

/** Handlers for a table with these fields. */
export interface SheetHandlers {
  onKeyDown: (event: KeyboardEvent) => void
  onKeyDownCapture: () => void
  onBlur: () => void
  onFocus: (event: FocusEvent) => void
  onMouseDown: (event: MouseEvent) => void
  onMouseMove: (event: MouseEvent) => void
  onDragStart: (event: DragEvent) => void
  onCopy: (event: ClipboardEvent) => void
  onCut: (event: ClipboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
}

/** Null if the event comes from elsewhere. */
export function fieldOf(target: EventTarget | null): SheetField | null {
  if (!(target instanceof HTMLElement)) return null
  const { field } = target.dataset
  const index = target.closest<HTMLElement>('[data-index]')?.dataset['index']
  return field === undefined || index === undefined ? null : { element: target, name: field, index: Number(index) }
}

/** The steps of a key in a sheet of this many rows, with Ctrl or ⌘ to its ends; null for other keys. */
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

/** A text that a command wrote into a cell is selected, so that typing replaces it. */
export function selectText(element: Element | null): void {
  if (isInput(element) && element.type === 'text') element.select()
}

/** The selected part of a field's text. */
export function writingOf(target: EventTarget | null): string {
  if (!isInput(target)) return ''
  return target.value.slice(target.selectionStart ?? 0, target.selectionEnd ?? 0)
}
