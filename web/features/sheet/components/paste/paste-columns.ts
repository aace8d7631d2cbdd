import type { CapKind } from '#domain/caps/cap.ts'
import { PASTE_COLUMNS, type PasteColumn } from '#domain/caps/paste-columns.ts'
import type { Paste } from '#domain/caps/paste.ts'

/** Pixels. */
const WIDTHS: Readonly<Record<PasteColumn, number>> = {
  date: 110,
  geo: 72,
  cap: 84,
  sourceNumber: 92,
  advertiserId: 132,
  advertiserName: 150,
  workingHours: 160,
  cpa: 92,
  crg: 76,
  createdBy: 110,
}

/** Shown only where somebody pasted them. */
const RARE: ReadonlySet<PasteColumn> = new Set(['advertiserName', 'createdBy'])

const CHOICE = 28
const LINE = 36
const STATE = 92
const REMOVE = 28
const GAP = 8

/** What the preview shows of a paste, and how wide that is at least. */
export function layOut(kind: CapKind, { tables }: Paste) {
  const shown = PASTE_COLUMNS[kind].filter(
    (column) => !RARE.has(column) || tables.some(({ columns }) => columns.includes(column)),
  )
  const widths = [CHOICE, LINE, STATE, ...shown.map((column) => WIDTHS[column]), REMOVE]
  const fields = shown.map((column) => `minmax(${WIDTHS[column]}px, ${WIDTHS[column]}fr)`).join(' ')
  return {
    columns: shown,
    template: `${CHOICE}px ${LINE}px ${STATE}px ${fields} ${REMOVE}px`,
    minWidth: widths.reduce((sum, width) => sum + width + GAP, 2 * GAP),
  }
}
