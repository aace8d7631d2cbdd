import type { PasteColumn } from '#domain/caps/paste-columns.ts'
import { splitTable, writeTable } from '#domain/kernel/table.ts'

/** A cell of a sheet, told by its row and its column, so that it stays what it is when rows come and go. */
export interface SheetCell {
  key: string
  column: PasteColumn
}

export interface CellChange extends SheetCell {
  text: string
}

/** A rectangle of cells, from the one where it was begun to the one that it reaches. */
export interface Block {
  from: SheetCell
  to: SheetCell
}

/** The rows and columns of a sheet, in the order in which they stand. */
export interface SheetOrder {
  keys: readonly string[]
  columns: readonly PasteColumn[]
}

export function isSameCell(one: SheetCell, other: SheetCell): boolean {
  return one.key === other.key && one.column === other.column
}

/** The rows and columns that a block covers; without those that have gone meanwhile. */
export function coverOf({ from, to }: Block, { keys, columns }: SheetOrder): SheetOrder {
  return {
    keys: between(keys, from.key, to.key),
    columns: between(columns, from.column, to.column),
  }
}

/** The cell so many rows and columns further; at the edge the last one there is. */
export function cellBeside(cell: SheetCell, { down, right }: { down: number; right: number }, order: SheetOrder) {
  return {
    key: beside(order.keys, cell.key, down) ?? cell.key,
    column: beside(order.columns, cell.column, right) ?? cell.column,
  }
}

/**
 * What a table of texts makes of a block, as spreadsheets do it: one text fills all of it, and a table that fits into it
 * a whole number of times is repeated; every other one begins at its first cell. `leftOut` are the cells beyond the edges.
 */
export function spread(
  texts: readonly (readonly string[])[],
  block: Block,
  order: SheetOrder,
): { changes: CellChange[]; leftOut: number } {
  const cover = coverOf(block, order)
  const [firstKey] = cover.keys
  const [firstColumn] = cover.columns
  if (firstKey === undefined || firstColumn === undefined) return { changes: [], leftOut: 0 }
  const width = texts.reduce((most, row) => Math.max(most, row.length), 0)
  const repeats = cover.keys.length % texts.length === 0 && cover.columns.length % width === 0
  const keys = repeats ? cover.keys : order.keys.slice(order.keys.indexOf(firstKey)).slice(0, texts.length)
  const columns = repeats ? cover.columns : order.columns.slice(order.columns.indexOf(firstColumn)).slice(0, width)
  const changes = keys.flatMap((key, row) =>
    columns.flatMap((column, at): CellChange[] => {
      const text = texts[row % texts.length]?.[at % width]
      return text === undefined ? [] : [{ key, column, text }]
    }),
  )
  const all = texts.reduce((sum, row) => sum + row.length, 0)
  return { changes, leftOut: repeats ? 0 : all - changes.length }
}

/** The first row of a block in all of its rows; a block of one row takes what stands above it. */
export function fillDown(block: Block, order: SheetOrder, textOf: (cell: SheetCell) => string): CellChange[] {
  const cover = coverOf(block, order)
  const [first] = cover.keys
  if (first === undefined) return []
  const above = cover.keys.length > 1 ? first : order.keys[order.keys.indexOf(first) - 1]
  if (above === undefined) return []
  return cover.keys
    .filter((key) => key !== above)
    .flatMap((key) => cover.columns.map((column) => ({ key, column, text: textOf({ key: above, column }) })))
}

function between<Item>(items: readonly Item[], one: Item, other: Item): readonly Item[] {
  const ends = [items.indexOf(one), items.indexOf(other)].toSorted((a, b) => a - b)
  const [first = -1, last = -1] = ends
  return first < 0 ? [] : items.slice(first, last + 1)
}

function beside<Item>(items: readonly Item[], item: Item, steps: number): Item | undefined {
  return items[Math.max(0, Math.min(items.length - 1, items.indexOf(item) + steps))]
}

/** The cells of a table that was copied: as spreadsheets put them there as text, else as a page's table. */
export function readCells(clipboard: DataTransfer): string[][] {
  const text = clipboard.getData('text/plain')
  // The line end after the last row begins none; a comma is part of a number here, as tabs part cells.
  if (text !== '') return splitTable(text.replace(/\r?\n$/, ''), '\t')
  const page = new DOMParser().parseFromString(clipboard.getData('text/html'), 'text/html')
  return [...page.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('td, th')].map((cell) => (cell.textContent ?? '').trim()),
  )
}

/** Puts cells where spreadsheets look for them, and as a table for what pastes tables. */
export function writeCells(clipboard: DataTransfer, cells: readonly (readonly string[])[]): void {
  clipboard.setData('text/plain', writeTable(cells))
  const table = document.createElement('table')
  for (const texts of cells) {
    const row = table.insertRow()
    for (const text of texts) row.insertCell().textContent = text
  }
  clipboard.setData('text/html', table.outerHTML)
}
