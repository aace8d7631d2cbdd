import type { CapKind } from './cap.ts'
import { fieldOf, fieldsOf, TYPED_FIELDS, type TypedField } from './fields.ts'

export type PasteColumn = TypedField

/** The cells of a row by column. A missing cell changes nothing. */
export type PastedCells = Readonly<Partial<Record<PasteColumn, string>>>

/** The columns of rows without a header: those of the form (spec, Cap forms). The date may be missing. */
export const PASTE_COLUMNS: Readonly<Record<CapKind, readonly PasteColumn[]>> = {
  broker: columnsOf('broker'),
  affiliate: columnsOf('affiliate'),
}

/** Without headings, the source stands before the advertiser, so both kinds begin alike. */
function columnsOf(kind: CapKind): PasteColumn[] {
  const own = new Set<string>(fieldsOf(kind))
  const columns = new Set<PasteColumn>(['date', 'geo', 'cap', 'sourceNumber', ...TYPED_FIELDS])
  return [...columns].filter((name) => own.has(name) && fieldOf(name).headings !== undefined)
}

const COLUMN_OF: ReadonlyMap<string, PasteColumn> = /* @__PURE__ */ mapNames()

/** Headings that may mean the advertiser's id or name: the id, unless another column is the id. */
const BUYER = /^(advertiser|broker|buyer|adv)s?$/

/**
 * Parses a header. Columns without a meaning are null. Returns null if the row is no header. A header needs two
 * headings: a single cell such as `Source` can be a name.
 */
export function parseHeader(cells: readonly string[], kind: CapKind): (PasteColumn | null)[] | null {
  const headings = cells.map(foldHeading)
  if (headings.filter((heading) => COLUMN_OF.has(heading) || BUYER.test(heading)).length < 2) return null
  const columns = headings.map((heading) => COLUMN_OF.get(heading) ?? null)
  for (const [index, heading] of headings.entries()) {
    if (BUYER.test(heading)) columns[index] = columns.includes('advertiserId') ? 'advertiserName' : 'advertiserId'
  }
  const wanted = PASTE_COLUMNS[kind]
  // If two columns have one meaning, the first has it.
  return columns.map((column, index) =>
    column !== null && wanted.includes(column) && columns.indexOf(column) === index ? column : null,
  )
}

/**
 * The columns of rows without a header, as many as the longest row has: the others were not pasted. They have no date if
 * no row begins with something like a date.
 */
export function assumeColumns(rows: readonly (readonly string[])[], kind: CapKind): PasteColumn[] {
  const hasDates = rows.some(([first = '']) => first === '' || /\d/.test(first))
  const longest = rows.reduce((most, { length }) => Math.max(most, length), 0)
  return PASTE_COLUMNS[kind].slice(hasDates ? 0 : 1).slice(0, longest)
}

/** Folds `CRG %`, `Working hours (optional)` and `cap_` to their letters. Text in brackets is ignored. */
function foldHeading(text: string): string {
  return text
    .replace(/\([^)]*\)/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

function mapNames(): Map<string, PasteColumn> {
  const map = new Map<string, PasteColumn>()
  for (const column of TYPED_FIELDS) {
    for (const name of fieldOf(column).headings?.split(' ') ?? []) map.set(name, column)
  }
  return map
}
