import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { flushSync } from 'react-dom'
import type { CapListHandle } from '#web/features/caps/components/cap-list.tsx'
import type { ListRow } from '#web/features/caps/components/list-rows.ts'
import { countOf } from '#domain/sentences/written.ts'
import { letterOf } from '#web/lib/keys.ts'
import { toastInfo } from '#web/ui/toasts.ts'
import {
  cellBeside,
  coverOf,
  fillDown,
  fillRight,
  isSameCell,
  spread,
  type Block,
  type CellChange,
  type SheetCell,
  readCells,
  writeCells,
} from './block.ts'
import { fieldOf, isInput, selectText, stepOf, writingOf, type SheetField, type SheetHandlers } from './sheet-moves.ts'
import { useTyping } from './use-typing.ts'

/** The content of a sheet, and its actions. */
interface SheetOf<Column extends string> {
  /** In the order in which they stand; heads (`geo`) have no cells. */
  rows: readonly ListRow[]
  columns: readonly Column[]
  /** The columns into which a paste goes, by those of its block; all of them where this is absent. */
  pastable?: (covered: readonly Column[]) => readonly Column[]
  textOf: (cell: SheetCell<Column>) => string
  /** One step. Steps of one run are undone together. */
  write: (changes: readonly CellChange<Column>[], run?: string) => void
  /** Both return the place of the step; null if there was none. */
  undo: () => SheetCell<Column> | null
  redo: () => SheetCell<Column> | null
  /** Shows all rows: clears a search, or a filter on changed rows. */
  showAll: () => void
  /** Whether the cells are being saved: what is changed then would be lost. */
  isBusy?: boolean
}

/** The focused cell, and its text when the focus came. */
interface Entered<Column extends string> {
  cell: SheetCell<Column>
  text: string
  /** Whether the arrows move within the text: after F2, or a second click. */
  isWithin: boolean
}

/**
 * Keyboard and pointer handling of a list as a spreadsheet. Arrows, Enter, Page Up and Page Down move between cells,
 * with Ctrl to the ends; F2 moves within a cell, and Esc restores it. Shift or dragging makes a block, which can be
 * copied, pasted over, filled down (Ctrl D), filled to the right (Ctrl R) and cleared. Ctrl Z and Ctrl Shift Z undo and
 * redo; `/` goes to the search, if there is one. Fields name their column in `data-field`.
 */
export function useSheet<Column extends string>({
  rows,
  columns,
  pastable = () => columns,
  textOf,
  write,
  undo,
  redo,
  showAll,
  isBusy = false,
}: SheetOf<Column>) {
  const sheet = useRef<HTMLDivElement>(null)
  const list = useRef<CapListHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const entered = useRef<Entered<Column> | null>(null)
  /** Increases with each entered cell, so that the typing of one visit is undone as one step. */
  const visit = useRef(0)
  const dragged = useRef<SheetCell<Column> | null>(null)
  /** The cell to go to once its row and column are there. */
  const sought = useRef<SheetCell<Column> | null>(null)
  const [block, setBlock] = useState<Block<Column> | null>(null)

  const latest = useRef({ rows, textOf, undo })
  useLayoutEffect(() => {
    latest.current = { rows, textOf, undo }
  })

  const order = useMemo(
    () => ({ keys: rows.filter(({ kind }) => kind !== 'geo').map(({ key }) => key), columns }),
    [rows, columns],
  )
  const cover = useMemo(() => {
    const { keys, columns: covered } = block ? coverOf(block, order) : NOTHING
    return { keys: new Set(keys), columns: new Set(covered) }
  }, [block, order])

  const goTo = (key: string, field: string): boolean => {
    const index = latest.current.rows.findIndex((row) => row.key === key)
    if (index < 0) return false
    const place = `[data-index="${index}"] [data-field="${field}"]`
    if (!sheet.current?.querySelector(place)) list.current?.draw(key)
    const target = sheet.current?.querySelector<HTMLElement>(place)
    // Scrolls only as far as needed: a browser would centre the cell, and redraw half a page of rows for one key.
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    selectText(target ?? null)
    return target !== null && target !== undefined
  }

  /** Goes to a cell, also if it was out of sight; to its row's number if the column is hidden. */
  const find = (key: string, column: string): boolean => {
    if (!latest.current.rows.some((row) => row.key === key)) flushSync(showAll)
    return goTo(key, column) || goTo(key, 'cap')
  }

  useEffect(() => {
    if (sought.current && goTo(sought.current.key, sought.current.column)) sought.current = null
  })
  /** Goes to a cell, also if its column comes a moment later, unless somebody goes elsewhere meanwhile. */
  const seek = (cell: SheetCell<Column>) => {
    sought.current = find(cell.key, cell.column) ? null : cell
  }

  const goToFirst = (field: string) => {
    const [first] = order.keys
    return first !== undefined && goTo(first, field)
  }

  /** The cell of a field; null for boxes, buttons and other elements. */
  const cellOf = (field: SheetField | null): SheetCell<Column> | null => {
    const key = field && latest.current.rows[field.index]?.key
    const column = columns.find((name) => name === field?.name)
    return key !== null && key !== undefined && column !== undefined ? { key, column } : null
  }

  /** The block; without one, the cell itself. */
  const blockAt = (cell: SheetCell<Column>): Block<Column> => block ?? { from: cell, to: cell }

  const reach = (from: SheetCell<Column>, to: SheetCell<Column>) => {
    if (entered.current) entered.current.isWithin = false
    setBlock(isSameCell(from, to) ? null : { from, to })
    list.current?.reveal(to.key)
  }

  const { type: paint, settle } = useTyping<Column>((change, run) => {
    setBlock(null)
    write([change], run)
  })
  // The function stays the same, so only changed rows are redrawn.
  const type = useCallback(
    (key: string, column: Column, text: string, shown: () => void) =>
      paint({ key, column, text, shown, run: `${key} ${column} ${visit.current}` }),
    [paint],
  )

  const take = (changes: readonly CellChange<Column>[]) => {
    if (isBusy || changes.length === 0) return
    flushSync(() => write(changes))
    selectText(document.activeElement)
  }

  const goBack = (step: () => SheetCell<Column> | null): boolean => {
    if (isBusy) return false
    // A removed row is back by then.
    const place = flushSync(() => {
      setBlock(null)
      return step()
    })
    if (place) find(place.key, place.column)
    return place !== null
  }

  const empty = (cell: SheetCell<Column>) => {
    const { keys, columns: covered } = coverOf(blockAt(cell), order)
    take(keys.flatMap((key) => covered.map((column) => ({ key, column, text: '' }))))
  }

  /** Goes to the neighbouring field, also a box or a button of the same row. */
  const goBeside = (from: Element, steps: number) => {
    const fields = [...(from.closest('[data-index]')?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
    fields[fields.findIndex((field) => field === from) + steps]?.focus()
  }

  const goStep = (field: SheetField, event: KeyboardEvent): boolean => {
    const step = stepOf(event, order.keys.length)
    if (!step) return false
    const cell = cellOf(field)
    const isWithin = entered.current?.isWithin === true && cell !== null
    if (step.right !== 0 && isWithin) return false
    if (event.shiftKey && event.key !== 'Enter') {
      if (!cell) return false
      const { from, to } = blockAt(cell)
      reach(from, cellBeside(to, step, order))
      return true
    }
    if (step.right !== 0) goBeside(field.element, step.right)
    const key = latest.current.rows[field.index]?.key
    if (step.down !== 0 && key !== undefined) {
      const to = order.keys[Math.max(0, Math.min(order.keys.length - 1, order.keys.indexOf(key) + step.down))]
      if (to !== undefined) goTo(to, field.name)
    }
    return true
  }

  const runShortcut = (cell: SheetCell<Column> | null, event: KeyboardEvent): boolean => {
    const letter = letterOf(event)
    if (letter === 'z' || letter === 'y') {
      goBack(letter === 'y' || event.shiftKey ? redo : undo)
      // A cell that has the focus already is not entered anew, and Esc would take back one more step.
      if (entered.current) entered.current.text = latest.current.textOf(entered.current.cell)
      return true
    }
    if ((letter !== 'd' && letter !== 'r') || event.shiftKey || !cell) return false
    take((letter === 'd' ? fillDown : fillRight)(blockAt(cell), order, textOf))
    return true
  }

  const runKey = (field: SheetField, event: KeyboardEvent): boolean => {
    const cell = cellOf(field)
    if ((event.ctrlKey || event.metaKey) && runShortcut(cell, event)) return true
    if (event.key === '/' && !event.ctrlKey && !event.metaKey && search.current && field.name !== 'workingHours') {
      search.current.focus()
      return true
    }
    if (cell && event.key === 'F2') {
      if (entered.current) entered.current.isWithin = true
      if (isInput(field.element))
        field.element.setSelectionRange(field.element.value.length, field.element.value.length)
      return true
    }
    const isWithin = entered.current?.isWithin === true
    if (cell && ((event.key === 'Delete' && !isWithin) || (event.key === 'Backspace' && block))) {
      empty(cell)
      return true
    }
    // Enter presses a button; the arrows lead on from it.
    if (event.key === 'Enter' && field.element instanceof HTMLButtonElement) return false
    return goStep(field, event)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const field = fieldOf(event.target)
    if (field === null || event.nativeEvent.isComposing || event.altKey) return
    if (runKey(field, event)) event.preventDefault()
  }

  const onFocus = (event: FocusEvent) => {
    const cell = cellOf(fieldOf(event.target))
    sought.current = null
    setBlock(null)
    visit.current += 1
    entered.current = cell && { cell, text: textOf(cell), isWithin: false }
  }

  const onMouseDown = (event: MouseEvent) => {
    const cell = cellOf(fieldOf(event.target))
    dragged.current = null
    if (!cell || event.button !== 0) return
    const from = entered.current?.cell
    if (event.shiftKey && from) {
      event.preventDefault()
      return reach(from, cell)
    }
    dragged.current = cell
    if (from && isSameCell(from, cell) && entered.current && document.activeElement === event.target) {
      entered.current.isWithin = true
    }
    setBlock(null)
  }

  const onMouseMove = (event: MouseEvent) => {
    const from = dragged.current
    if (!from || event.buttons !== 1) return
    // When the browser takes a drag for a text selection, only the first field gets the events.
    const to = cellOf(fieldOf(document.elementFromPoint(event.clientX, event.clientY)))
    if (!to || (!block && isSameCell(from, to)) || (block && isSameCell(block.to, to))) return
    reach(from, to)
  }

  // A text that is selected would be carried away.
  const onDragStart = (event: DragEvent) => event.preventDefault()

  const onCopy = (event: ClipboardEvent) => {
    const cell = cellOf(fieldOf(event.target))
    // Some of a text, or all of it, the browser copies.
    if (!cell || (!block && writingOf(event.target) !== '')) return false
    const { keys, columns: covered } = coverOf(blockAt(cell), order)
    event.preventDefault()
    writeCells(
      event.clipboardData,
      keys.map((key) => covered.map((column) => textOf({ key, column }))),
    )
    return true
  }

  const onCut = (event: ClipboardEvent) => {
    const cell = cellOf(fieldOf(event.target))
    if (onCopy(event) && cell) empty(cell)
  }

  const onPaste = (event: ClipboardEvent) => {
    const cell = cellOf(fieldOf(event.target))
    if (!cell) return
    const texts = readCells(event.clipboardData)
    // One text into one field is pasted where the caret is.
    const isOne = !block && texts.length === 1 && texts[0]?.length === 1
    if (texts.length === 0 || (isOne && isInput(event.target))) return
    event.preventDefault()
    const into = blockAt(cell)
    const { changes, leftOut } = spread(texts, into, { ...order, columns: pastable(coverOf(into, order).columns) })
    take(changes)
    if (leftOut > 0) toastInfo(`${countOf(leftOut, 'cell')} did not fit into the sheet and were left out.`)
  }

  /** Clears a block, or the typing since a cell was entered. Returns whether there was either. */
  const escape = (): boolean => {
    // Also a button closes, where Esc would only take something back.
    if (!sheet.current?.contains(document.activeElement)) return false
    settle()
    if (block) {
      setBlock(null)
      return true
    }
    const { cell, text } = entered.current ?? {}
    return cell !== undefined && latest.current.textOf(cell) !== text && goBack(latest.current.undo)
  }

  const blockOf = (key: string) => (cover.keys.has(key) ? cover.columns : undefined)

  const hear = { onKeyDown, onFocus, onMouseDown, onMouseMove, onDragStart, onCopy, onCut, onPaste }
  const handlers: SheetHandlers = { ...hear, onKeyDownCapture: settle, onBlur: settle }

  /** Moves on from the focused cell. Returns whether there was one to move to. */
  const step = (by: { down: number; right: number }): boolean => {
    const cell = cellOf(fieldOf(document.activeElement))
    const to = cell && cellBeside(cell, by, order)
    return to !== null && !isSameCell(cell ?? to, to) && goTo(to.key, to.column)
  }

  return {
    sheet,
    list,
    search,
    handlers,
    goTo,
    find,
    seek,
    goToFirst,
    step,
    type,
    escape,
    blockOf,
    /** The cell that something of the page is. */
    cellAt: (target: EventTarget | null) => cellOf(fieldOf(target)),
    /** The cells of an action: the block, else only this cell. */
    coverAt: (cell: SheetCell<Column>) => coverOf(blockAt(cell), order),
  }
}

const NOTHING = { keys: [], columns: [] }
