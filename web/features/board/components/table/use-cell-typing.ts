import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { boardTexts } from '#contract/texts/board.ts'
import type { SheetCell, SheetOrder } from '#web/features/sheet/components/block.ts'
import { isInput } from '#web/features/sheet/components/sheet-moves.ts'
import type { useSheet } from '#web/features/sheet/components/use-sheet.ts'
import { letterOf, useKeys } from '#web/lib/keys.ts'
import { dragCap } from '#web/features/caps/components/copy-cap.ts'
import type { DayActions } from '../day-column.tsx'
import type { TableColumn } from './table-columns.ts'
import type { PlaceRow } from './table-rows.ts'
import { capAt, textOfCell, cellId, preparePlanning, type useTableEdits } from './use-table-edits.ts'

type Cell = SheetCell<TableColumn>

interface Typing extends Cell {
  text: string
  /** What the field was opened with; null where a digit began it anew. */
  opened: string | null
  /** The rows when it was begun. */
  rows: ReadonlyMap<string, PlaceRow>
  /** What the cell showed then, also what was still on its way: that is nobody else's. */
  shown: string
  /** The cells that Ctrl Enter writes as well. */
  cover: SheetOrder<TableColumn>
}

interface CellTypingOf {
  sheet: ReturnType<typeof useSheet<TableColumn>>
  rows: ReadonlyMap<string, PlaceRow>
  edits: ReturnType<typeof useTableEdits>
  canEdit: boolean
  actions: DayActions
  /** The column in which somebody begins who comes by key. */
  first: TableColumn
}

/** What begins a number or hours; letters stay commands of the board. */
const BEGINS = /^[\d+\-−*×.,=$]$/

/**
 * Cells of the table become fields when they are typed into. A digit begins anew. F2, a double click, or a second tap of a
 * finger opens what stands. Enter saves and goes down, Tab to the right, Ctrl Enter into all of the block, Esc leaves it. Enter where nothing is typed asks why.
 */
export function useCellTyping({ sheet, rows, edits, canEdit, actions, first }: CellTypingOf) {
  const [at, setAt] = useState<Cell | null>(null)
  const [editing, setEditing] = useState<Typing | null>(null)
  const field = useRef<HTMLInputElement>(null)
  /** The same, for what is heard before it is drawn. */
  const open = useRef<Typing | null>(null)
  /** Whether the cell that is pressed had the focus before. */
  const wasHere = useRef(false)

  const cellOf = sheet.cellAt
  /** A cap's planned number names it; what stands before or after that number is of the same cap. */
  const capUnder = (target: EventTarget) => {
    if (!(target instanceof Element)) return undefined
    const planned = target.matches('[data-after]') ? target.previousElementSibling : target.nextElementSibling
    const id = planned?.getAttribute('data-cap-id')
    return id ? [...rows.values()].flatMap(({ caps }) => [...caps.values()]).find(({ _id }) => _id === id) : undefined
  }
  /** The cell becomes a field with what it shows, or with the digit that begins a number anew. */
  const begin = (cell: Cell, digit: string | null = null) => {
    if (!canEdit) return
    const shown = textOfCell(cell, rows, edits.edits.get(cellId(cell)))
    const text = digit ?? shown
    const opened = digit === null ? shown : null
    open.current = { ...cell, text, opened, rows, shown, cover: sheet.coverAt(cell) }
    flushSync(() => setEditing(open.current))
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
  }

  /** Ends typing; what was typed is written where it is to be. */
  const end = (isKept: boolean, isForAll = false) => {
    const done = open.current
    if (!done) return
    // A field that goes away is left once more.
    open.current = null
    setEditing(null)
    if (!isKept) return edits.drop([done])
    // What was refused is tried again by Enter; else nothing typed is nothing to save.
    if (done.text === done.opened && !isForAll && !edits.edits.get(cellId(done))?.problem) return
    const before = textOfCell(done, done.rows, undefined)
    const stands = textOfCell(done, rows, undefined)
    // Somebody else wrote it meanwhile: both are said, and one more Enter chooses.
    const isKnown = [before, done.shown, done.text].includes(stands) || edits.isOwn(done, stands)
    if (!isKnown && capAt(done, rows)) return edits.refuse([done], boardTexts.overtaken)
    const { cover } = done
    const cells = isForAll ? cover.keys.flatMap((key) => cover.columns.map((column) => ({ key, column }))) : [done]
    const changes = cells.map(({ key, column }) => ({ key, column, text: done.text }))
    edits.write(changes, done.rows)
  }

  const typeOn = (event: KeyboardEvent) => {
    if (!editing || event.nativeEvent.isComposing) return
    const isAll = event.ctrlKey || event.metaKey
    const moves = {
      Enter: [event.shiftKey ? -1 : 1, 0],
      Tab: [0, event.shiftKey ? -1 : 1],
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
    }
    const move = Object.entries(moves).find(([key]) => key === event.key)?.[1]
    if (!move && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    const [down = 0, right = 0] = isAll || !move ? [] : move
    const from: Cell = { key: editing.key, column: editing.column }
    flushSync(() => end(event.key !== 'Escape', isAll))
    sheet.goTo(from.key, from.column)
    if (down !== 0 || right !== 0) sheet.step({ down, right })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isInput(event.target)) return typeOn(event)
    const cell = cellOf(event.target)
    if (!cell || event.altKey) return sheet.handlers.onKeyDown(event)
    const isPlain = !event.ctrlKey && !event.metaKey
    // The step back of the board is that of the last commit, as everywhere on it.
    if (!isPlain && ['z', 'y'].includes(letterOf(event) ?? '')) return
    if (isPlain && BEGINS.test(event.key)) {
      event.preventDefault()
      return begin(cell, event.key)
    }
    if (event.key === 'F2') {
      event.preventDefault()
      return begin(cell)
    }
    if (event.key === 'Enter' && isPlain) {
      event.preventDefault()
      const cap = capAt(cell, rows)
      return cap ? actions.explain(cap) : begin(cell)
    }
    if (event.key === 'Tab' && sheet.step({ down: 0, right: event.shiftKey ? -1 : 1 })) return event.preventDefault()
    if (event.key === 'Escape') {
      if (sheet.escape()) event.preventDefault()
      else if (edits.edits.get(cellId(cell))?.problem) edits.drop([cell])
      return
    }
    sheet.handlers.onKeyDown(event)
  }

  const onFocus = (event: FocusEvent) => {
    const cell = cellOf(event.target)
    if (cell) {
      setAt(cell)
      if (canEdit) preparePlanning().catch(() => undefined)
      const cap = capAt(cell, rows)
      if (cap) actions.follow(cap)
    }
    if (!isInput(event.target)) sheet.handlers.onFocus(event)
  }

  const onMouseDown = (event: MouseEvent) => {
    const [cell, here] = [event.target, document.activeElement].map((element) => cellOf(element))
    wasHere.current = !!cell && !!here && cellId(cell) === cellId(here)
    if (!isInput(event.target)) sheet.handlers.onMouseDown(event)
  }

  const onClick = (event: MouseEvent) => {
    if (isInput(event.target) || event.shiftKey) return
    const cell = cellOf(event.target)
    // A double click goes into it, as F2 does. A finger brings no keys before there is a field.
    const isInto = event.detail > 1 || (wasHere.current && matchMedia('(pointer: coarse)').matches)
    if (cell) return isInto ? begin(cell) : undefined
    const cap = capUnder(event.target)
    if (cap) actions.explain(cap)
  }

  /** From cell to cell; where none has the focus, to the first of today. */
  const walk = (down: number, right: number) => {
    if (cellOf(document.activeElement)) return void sheet.step({ down, right })
    return sheet.goToFirst(first)
  }
  useKeys({
    j: () => walk(1, 0),
    k: () => walk(-1, 0),
    l: () => walk(0, 1),
    h: () => walk(0, -1),
    e: () => {
      const cell = cellOf(document.activeElement)
      if (!cell) return false
      begin(cell)
    },
  })

  /** The number that came of a cap takes the cap along; all else would carry a text away. */
  const onDragStart = (event: DragEvent) => {
    const cap = event.target instanceof Element && event.target.matches('[draggable=true]') && capUnder(event.target)
    if (cap) dragCap(event, cap)
    else event.preventDefault()
  }

  // The same functions always: rows are drawn again only where something of theirs is another.
  const latest = useRef(end)
  useLayoutEffect(() => {
    latest.current = end
  })
  const leave = useCallback(() => latest.current(true), [])
  const type = useCallback((text: string) => {
    open.current = open.current && { ...open.current, text }
    setEditing(open.current)
  }, [])

  return {
    at,
    editing,
    field,
    type,
    leave,
    handlers: { ...sheet.handlers, onKeyDown, onFocus, onMouseDown, onClick, onDragStart },
  }
}
