import type { PasteColumn } from '#domain/caps/paste-columns.ts'
import { splitTable, writeTable } from '#domain/kernel/table.ts'

/** A cell by its row and column, so that it stays the same when rows come and go. */
export interface SheetCell<Column extends string = PasteColumn> {
  key: string
  column: Column
}

export interface CellChange<Column extends string = PasteColumn> extends SheetCell<Column> {
  text: string
}

/** A rectangle of cells, from its first cell to its last. */
export interface Block<Column extends string = PasteColumn> {
  from: SheetCell<Column>
  to: SheetCell<Column>
}

/** The rows and columns of a sheet, in order. */
export interface SheetOrder<Column extends string = PasteColumn> {
  keys: readonly string[]
  columns: readonly Column[]
}

export function isSameCell<Column extends string>(one: SheetCell<Column>, other: SheetCell<Column>): boolean {
  return one.key === other.key && one.column === other.column
}

/** The existing rows and columns that a block covers. */
export function coverOf<Column extends string>(
  { from, to }: Block<Column>,
  { keys, columns }: SheetOrder<Column>,
): SheetOrder<Column> {
  return {
    keys: between(keys, from.key, to.key),
    columns: between(columns, from.column, to.column),
  }
}

/** The cell some rows and columns further, at most at the edge. */
export function cellBeside<Column extends string>(
  cell: SheetCell<Column>,
  { down, right }: { down: number; right: number },
  order: SheetOrder<Column>,
): SheetCell<Column> {
  return {
    key: beside(order.keys, cell.key, down) ?? cell.key,
    column: beside(order.columns, cell.column, right) ?? cell.column,
  }
}

/**
 * Fills a block with a table of texts, as spreadsheets do: one text fills the whole block; a table is repeated if it
 * fits a whole number of times; any other table begins at the first cell. `leftOut`: cells beyond the edges.
 */
export function spread<Column extends string>(
  texts: readonly (readonly string[])[],
  block: Block<Column>,
  order: SheetOrder<Column>,
): { changes: CellChange<Column>[]; leftOut: number } {
  const cover = coverOf(block, order)
  const [firstKey] = cover.keys
  const [firstColumn] = cover.columns
  if (firstKey === undefined || firstColumn === undefined) return { changes: [], leftOut: 0 }
  const width = texts.reduce((most, row) => Math.max(most, row.length), 0)
  const repeats = cover.keys.length % texts.length === 0 && cover.columns.length % width === 0
  const keys = repeats ? cover.keys : order.keys.slice(order.keys.indexOf(firstKey)).slice(0, texts.length)
  const columns = repeats ? cover.columns : order.columns.slice(order.columns.indexOf(firstColumn)).slice(0, width)
  const changes = keys.flatMap((key, row) =>
    columns.flatMap((column, at): CellChange<Column>[] => {
      const text = texts[row % texts.length]?.[at % width]
      return text === undefined ? [] : [{ key, column, text }]
    }),
  )
  const all = texts.reduce((sum, row) => sum + row.length, 0)
  return { changes, leftOut: repeats ? 0 : all - changes.length }
}

/** Copies the first row of a block to all its rows; a block of one row takes the row above. */
export function fillDown<Column extends string>(
  block: Block<Column>,
  order: SheetOrder<Column>,
  textOf: (cell: SheetCell<Column>) => string,
): CellChange<Column>[] {
  const cover = coverOf(block, order)
  const [first] = cover.keys
  if (first === undefined) return []
  const above = cover.keys.length > 1 ? first : order.keys[order.keys.indexOf(first) - 1]
  if (above === undefined) return []
  return cover.keys
    .filter((key) => key !== above)
    .flatMap((key) => cover.columns.map((column) => ({ key, column, text: textOf({ key: above, column }) })))
}

/** Copies the first column of a block to all its columns; a block of one column takes the column before. */
export function fillRight<Column extends string>(
  block: Block<Column>,
  order: SheetOrder<Column>,
  textOf: (cell: SheetCell<Column>) => string,
): CellChange<Column>[] {
  const cover = coverOf(block, order)
  const [first] = cover.columns
  if (first === undefined) return []
  const before = cover.columns.length > 1 ? first : order.columns[order.columns.indexOf(first) - 1]
  if (before === undefined) return []
  return cover.keys.flatMap((key) =>
    cover.columns
      .filter((column) => column !== before)
      .map((column) => ({ key, column, text: textOf({ key, column: before }) })),
  )
}

function between<Item>(items: readonly Item[], one: Item, other: Item): readonly Item[] {
  const ends = [items.indexOf(one), items.indexOf(other)].toSorted((a, b) => a - b)
  const [first = -1, last = -1] = ends
  return first < 0 ? [] : items.slice(first, last + 1)
}

function beside<Item>(items: readonly Item[], item: Item, steps: number): Item | undefined {
  return items[Math.max(0, Math.min(items.length - 1, items.indexOf(item) + steps))]
}

/** The cells of a copied table: from the text that spreadsheets write, else from a page's table. */
export function readCells(clipboard: DataTransfer): string[][] {
  const text = clipboard.getData('text/plain')
  // The line end after the last row begins no row. A comma is part of a number here, because tabs separate cells.
  if (text !== '') return splitTable(text.replace(/\r?\n$/, ''), '\t')
  const page = new DOMParser().parseFromString(clipboard.getData('text/html'), 'text/html')
  return [...page.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('td, th')].map((cell) => (cell.textContent ?? '').trim()),
  )
}

/** Writes cells to the clipboard in the form of spreadsheets, and as an HTML table. */
export function writeCells(clipboard: DataTransfer, cells: readonly (readonly string[])[]): void {
  clipboard.setData('text/plain', writeTable(cells))
  const table = document.createElement('table')
  for (const texts of cells) {
    const row = table.insertRow()
    for (const text of texts) row.insertCell().textContent = text
  }
  clipboard.setData('text/html', table.outerHTML)
}
