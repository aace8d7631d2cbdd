import type { Answered } from '#contract/call.ts'
import type { capReadingCalls } from '#contract/cap-readings.ts'
import { sayAsk } from '#domain/sentences/cap-questions.ts'
import { rereadRow } from '#domain/caps/paste-mend.ts'
import { markDuplicates, parsePastedCap, type Paste, type PastedRow, type PasteOptions } from '#domain/caps/paste.ts'
import { PASTE_COLUMNS, type PastedCells } from '#domain/caps/paste-columns.ts'
import { parseDayCell, writeGeo } from '#domain/caps/paste-cells.ts'
import type { PastedTable } from '#domain/caps/paste-tables.ts'
import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { Day } from '#domain/kernel/day.ts'
import { planActs, type PlannedAct } from '#domain/pauses/planned.ts'
import { formatDayName } from '#domain/sentences/written.ts'
import { formatDayFrom } from '#web/lib/format.ts'

export type Read = Answered<typeof capReadingCalls.read>
type ReadRow = Read['rows'][number]

/** A message names what it names: what one row leaves out is not empty. */
const MESSAGE: PastedTable = { headings: [], columns: [] }

/** What an open cell asks already: the sheet marks it, and it is mended there. */
const isAskedByCell = (id: string) => id.startsWith('which-source:')

/** Something that a message leaves open, with the answers that are buttons. */
export interface PasteQuestion {
  id: string
  sentence: string
  /** The word that is asked about. */
  about: string
  /** It may be the name of somebody whom nobody has registered yet. */
  isName: boolean
  answers: readonly { value: string; label: string }[]
  /** The rows that it holds, by their lines; none where it is about no row. */
  lines: readonly number[]
}

/** A cap as a language model reads it: it is no row before somebody says so. */
export interface PasteProposal {
  quote: string
  row: PastedRow | null
  acts: readonly PlannedAct[]
}

/** What a message comes to in the sheet of one kind. */
export interface PasteMessage {
  questions: readonly PasteQuestion[]
  acts: readonly PlannedAct[]
  proposals: readonly PasteProposal[]
  /** What tells rows of one text apart in whatever reading, by their lines. */
  origins: ReadonlyMap<number, string>
}

/** What the server read of a message, as rows of the sheet; what has to be asked first keeps its row from being saved. */
export function pasteOfReading(
  { rows, asks, ignores, proposals }: Read,
  options: PasteOptions,
): { paste: Paste; message: PasteMessage } {
  const own = rows.filter((row) => isOwn(row, options))
  const [caps, acts] = [own.filter(isCap), own.filter((row) => !isCap(row))]
  const sentences = new Map(asks.map((ask) => [ask.id, sayAsk(ask)]))
  const others = rows
    .filter((row) => !own.includes(row))
    .map(({ quote, kind }) => `“${quote}” (${kind}: paste it there)`)
  // By their days, however the days of one line are joined into rows: a cell that somebody mended stays on its day.
  const ofPlaces = Map.groupBy(
    caps.flatMap((row) => daysOf(row).map((day) => ({ row, day, place: `${row.line} ${row.geos.join()}` }))),
    ({ place }) => place,
  )
  const pasted = [...ofPlaces.values()].flatMap((ofPlace) =>
    ofPlace.toSorted((a, b) => compareCodePoints(a.day ?? '', b.day ?? '')),
  )
  const made = pasted.map(({ row, day, place }, index) => ({
    row,
    place,
    pasted: toPasted(row, day, index + 1, sentences, options),
  }))
  const counts = new Map<string, number>()
  const origins = new Map(
    made.map(({ place, pasted: { line } }) => {
      counts.set(place, (counts.get(place) ?? 0) + 1)
      return [line, `${place} ${counts.get(place) ?? 0}`]
    }),
  )
  const questions = asks.map((ask) => ({
    id: ask.id,
    about: ask.about,
    isName: ask.code === 'unknown-word',
    sentence: sayAsk(ask),
    answers: ask.answers,
    lines: made.flatMap(({ row, pasted: { line } }) => (row.asks.includes(ask.id) ? [line] : [])),
  }))
  return {
    paste: {
      tables: [MESSAGE],
      ignored: [...others, ...ignores.map((piece) => `“${piece}”`)],
      rows: markDuplicates(made.map((one) => one.pasted)),
      isMessage: true,
      notes: caps.some(({ assumed }) => assumed.includes('sourceNumber'))
        ? ['Where no source was named, the source of the existing cap is used.']
        : [],
    },
    message: {
      questions,
      acts: planActs(acts.filter(({ saved }) => saved)),
      proposals: proposals.filter((row) => isOwn(row, options)).flatMap((row) => toProposals(row, options)),
      origins,
    },
  }
}

function isOwn({ kind }: ReadRow, options: PasteOptions): boolean {
  return kind === options.kind
}

function isCap({ action }: ReadRow): boolean {
  return action === 'set' || action === 'change'
}

/** A row of the sheet is of one day; null where that is open. */
function daysOf({ days }: ReadRow): readonly (Day | null)[] {
  return days.length === 0 ? [null] : days
}

function toProposals(row: ReadRow, options: PasteOptions): PasteProposal[] {
  const { quote } = row
  if (!isCap(row)) return [{ quote, row: null, acts: planActs([row]) }]
  return daysOf(row).map((day) => ({ quote, row: toPasted(row, day, 0, new Map(), options), acts: [] }))
}

/** What was read of a message, with what somebody took of a language model's proposals: rows after the others, and pauses. */
export function withProposals(
  { paste, message }: ReturnType<typeof pasteOfReading>,
  taken: readonly PasteProposal[],
  options: PasteOptions,
): ReturnType<typeof pasteOfReading> {
  const last = Math.max(0, ...paste.rows.map(({ line }) => line))
  // For another day the same words may be other numbers.
  const seen = new Map(message.proposals.map((one) => [keyOfProposal(one), one]))
  const added = taken
    .map((one) => seen.get(keyOfProposal(one)) ?? one)
    .flatMap((one) => (one.row ? [{ row: one.row, origin: keyOfProposal(one) }] : []))
    .map(({ row, origin }, at) => ({ origin, row: { ...rereadRow(row, row.cells, options), line: last + at + 1 } }))
  const known = new Set(taken.map(keyOfProposal))
  return {
    paste: { ...paste, rows: markDuplicates([...paste.rows, ...added.map(({ row }) => row)]) },
    message: {
      ...message,
      acts: [...message.acts, ...taken.flatMap(({ acts }) => acts)],
      proposals: message.proposals.filter((one) => !known.has(keyOfProposal(one))),
      origins: new Map([...message.origins, ...added.map(({ row, origin }) => [row.line, origin] as const)]),
    },
  }
}

/** The same for what a language model sees in the same words again. */
function keyOfProposal({ quote, row, acts }: PasteProposal): string {
  const place = row && [row.cells.geo, row.cells.advertiserId, row.cells.sourceNumber, row.cells.date]
  return `model ${JSON.stringify([quote, place, acts])}`
}

/**
 * The rows of a text that is read again, with what somebody did to them meanwhile: mended cells stay as
 * they were typed, and rows that were taken out stay out.
 */
export function keepMended(
  before: { paste: Paste; rows: readonly PastedRow[]; origins: ReadonlyMap<number, string> },
  after: { paste: Paste; origins: ReadonlyMap<number, string> },
  options: PasteOptions,
): PastedRow[] {
  const first = new Map(before.paste.rows.map((row) => [before.origins.get(row.line), row]))
  const now = new Map(before.rows.map((row) => [before.origins.get(row.line), row]))
  const kept = after.paste.rows.flatMap((row) => {
    const origin = after.origins.get(row.line)
    const [was, is] = [first.get(origin), now.get(origin)]
    if (was && !is) return []
    const typed = PASTE_COLUMNS[options.kind].filter(
      (column) => (is?.cells[column] ?? '') !== (was?.cells[column] ?? ''),
    )
    if (typed.length === 0) return [row]
    const cells = Object.fromEntries(typed.map((column) => [column, is?.cells[column] ?? '']))
    return [rereadRow(row, { ...row.cells, ...cells }, options)]
  })
  return markDuplicates(kept)
}

function toPasted(
  row: ReadRow,
  day: Day | null,
  line: number,
  sentences: ReadonlyMap<string, string>,
  options: PasteOptions,
): PastedRow {
  const named = day === null || row.assumed.includes('day') ? null : writeDay(day, options.defaultDate)
  const cells = cellsOf(row, named)
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

function cellsOf({ geos, cap, sourceNumber, advertiserId, hours, cpa, crg }: ReadRow, day: string | null): PastedCells {
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

/** A day as screens show it, with its year where it would be read as a day of another one. */
function writeDay(day: Day, near: Day): string {
  const shown = formatDayFrom(near, day)
  return parseDayCell(shown, near) === day ? shown : formatDayName(day)
}
