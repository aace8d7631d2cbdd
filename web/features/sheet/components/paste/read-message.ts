import type { Answered } from '#contract/call.ts'
import type { capReadingCalls } from '#contract/cap-readings.ts'
import { sayAsk } from '#domain/sentences/cap-questions.ts'
import { markDuplicates, parsePastedCap, type Paste, type PastedRow, type PasteOptions } from '#domain/caps/paste.ts'
import type { PastedCells } from '#domain/caps/paste-columns.ts'
import { writeGeo } from '#domain/caps/paste-cells.ts'
import type { PastedTable } from '#domain/caps/paste-tables.ts'
import type { Day } from '#domain/kernel/day.ts'

type Read = Answered<typeof capReadingCalls.read>
type ReadRow = Read['rows'][number]

/** A message names what it names: what one row leaves out is not empty. */
const MESSAGE: PastedTable = { headings: [], columns: [] }

/** What an open cell asks already: the sheet marks it, and it is mended there; a day that was not said is the sheet's. */
const isAskedByCell = (id: string) => id === 'which-day:' || id.startsWith('which-source:')

/** What the server read of a message, as rows of the sheet; what has to be asked first keeps its row from being saved. */
export function pasteOfReading({ rows, asks, ignores }: Read, options: PasteOptions): Paste {
  const own = rows.filter(({ kind, action }) => kind === options.kind && (action === 'set' || action === 'change'))
  const held = new Set(own.flatMap((row) => row.asks))
  const sentences = new Map(asks.map((ask) => [ask.id, sayAsk(ask)]))
  const open = asks.filter(({ id }) => !held.has(id)).map(sayAsk)
  const others = rows
    .filter((row) => !own.includes(row))
    .map(({ quote, action, kind }) => `“${quote}” (${sayOther(kind, action)})`)
  const pasted = own.flatMap((row) => (row.days.length === 0 ? [null] : row.days).map((day) => ({ row, day })))
  return {
    tables: [MESSAGE],
    ignored: [...open, ...others, ...ignores.map((piece) => `“${piece}”`)],
    rows: markDuplicates(pasted.map(({ row, day }, index) => toPasted(row, day, index + 1, sentences, options))),
    isMessage: true,
    notes: own.some(({ assumed }) => assumed.includes('sourceNumber'))
      ? ['Sources that the message does not name are those that stand.']
      : [],
  }
}

function sayOther(kind: ReadRow['kind'], action: ReadRow['action']): string {
  if (action === 'pause' || action === 'resume') return `${action} it on the board`
  return `${kind} cap: paste it there`
}

function toPasted(
  row: ReadRow,
  day: Day | null,
  line: number,
  sentences: ReadonlyMap<string, string>,
  options: PasteOptions,
): PastedRow {
  const cells = cellsOf(row, row.assumed.includes('day') ? null : day)
  const { draft, errors } = parsePastedCap(cells, options)
  const whole = row.asks
    .filter((id) => !isAskedByCell(id))
    .map((id) => ({ column: null, message: sentences.get(id) ?? id }))
  return {
    line,
    table: MESSAGE,
    cells,
    draft: whole.length > 0 ? null : draft,
    errors: [...whole, ...errors],
    duplicateOf: null,
  }
}

function cellsOf({ geos, cap, sourceNumber, advertiserId, hours, cpa, crg }: ReadRow, day: Day | null): PastedCells {
  return {
    geo: geos.map(writeGeo).join(', '),
    ...(day !== null && { date: day }),
    ...(cap !== null && { cap: String(cap) }),
    ...(sourceNumber !== '' && { sourceNumber }),
    ...(advertiserId !== null && { advertiserId }),
    ...(hours !== null && { workingHours: hours }),
    ...(cpa !== null && { cpa: String(cpa) }),
    ...(crg !== null && { crg: `${crg}%` }),
  }
}
