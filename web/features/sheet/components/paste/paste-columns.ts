import type { CapKind } from '#domain/caps/cap.ts'
import { PASTE_COLUMNS, type PasteColumn } from '#domain/caps/paste-columns.ts'
import type { Paste } from '#domain/caps/paste.ts'
import { type DELIVERED_COLUMNS, widthOfFact } from '../sheet-columns.ts'

/** Pixels. */
const WIDTHS: Readonly<Record<PasteColumn, number>> = {
  date: 92,
  geo: 72,
  cap: 72,
  sourceNumber: 84,
  // Below it stands the name of the advertiser.
  advertiserId: 144,
  advertiserName: 150,
  workingHours: 120,
  cpa: 76,
  crg: 64,
  createdBy: 110,
}

/** Shown only where somebody pasted them. */
const RARE: ReadonlySet<PasteColumn> = new Set(['advertiserName', 'createdBy'])

const CHOICE = 28
const LINE = 36
const STATE = 92
const REMOVE = 28
const GAP = 8

/** What the preview shows of a paste, and how wide that is at least; `delivered` stands before what is planned by it. */
export function layOut(kind: CapKind, { tables }: Paste, delivered: readonly (typeof DELIVERED_COLUMNS)[number][]) {
  const shown = PASTE_COLUMNS[kind].filter(
    (column) => !RARE.has(column) || tables.some(({ columns }) => columns.includes(column)),
  )
  const facts = [CHOICE, LINE, STATE, ...delivered.map(widthOfFact)]
  const widths = [...facts, ...shown.map((column) => WIDTHS[column]), REMOVE]
  const fields = shown.map((column) => `minmax(${WIDTHS[column]}px, ${WIDTHS[column]}fr)`).join(' ')
  return {
    delivered,
    columns: shown,
    template: `${facts.map((width) => `${width}px`).join(' ')} ${fields} ${REMOVE}px`,
    minWidth: widths.reduce((sum, width) => sum + width + GAP, 2 * GAP),
  }
}
