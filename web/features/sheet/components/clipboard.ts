import { splitTable, writeTable } from '#domain/kernel/table.ts'

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
