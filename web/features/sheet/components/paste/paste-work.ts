import type { RowChoice } from '#domain/caps/copy.ts'
import type { Paste, PastedRow, PasteOptions } from '#domain/caps/paste.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { PlannedAct } from '#domain/pauses/planned.ts'
import type { PasteLine } from './paste-lines.ts'
import {
  keepMended,
  pasteOfReading,
  withProposals,
  type PasteMessage,
  type PasteProposal,
  type Read,
} from './read-message.ts'

/** What was read of a text, with what somebody mended since. */
export interface PasteWork {
  paste: Paste
  rows: readonly PastedRow[]
  choices: ReadonlyMap<string, RowChoice>
  /** Of a message: what it says beside its caps, and what somebody said of it. */
  message: WorkedMessage | null
}

interface WorkedMessage extends Omit<PasteMessage, 'acts'> {
  read: Read
  said: Said
  acts: readonly ChosenAct[]
}

/** A pause or its end, which is saved where it is chosen. */
interface ChosenAct {
  act: PlannedAct
  chosen: boolean
}

/** What somebody said of a message, beside what they mended in its rows: it holds however often the text is read. */
export interface Said {
  text: string
  /** The day of caps that name none. */
  day: Day
  answers: readonly { id: string; value: string }[]
  /** What a language model sees, and somebody agreed to. */
  taken: readonly PasteProposal[]
  /** Pauses and their ends that were saved already. */
  saved: readonly PlannedAct[]
  /** The origins of rows that were saved, or gave way to what a language model sees, each on its day. */
  done: readonly { day: Day; origin: string }[]
}

export const NO_CHOICES: ReadonlyMap<string, RowChoice> = new Map()

/** Of a text that is read from its beginning, also once more: an answer may have been a slip, so it is asked for again. */
export function beginMessage(text: string, day: Day, earlier?: Said): Said {
  return { text, day, answers: [], taken: earlier?.taken ?? [], saved: earlier?.saved ?? [], done: earlier?.done ?? [] }
}

export function addAnswer(said: Said, id: string, value: string): Said {
  return { ...said, answers: [...said.answers.filter((one) => one.id !== id), { id, value }] }
}

/** What a reading of a message comes to, with what was done to an earlier one of the same text; null if it has nothing. */
export function workOfReading(
  before: PasteWork | null,
  read: Read,
  said: Said,
  options: PasteOptions,
): PasteWork | null {
  const { paste, message } = withProposals(pasteOfReading(read, options), said.taken, options)
  const size = paste.rows.length + message.questions.length + message.acts.length + message.proposals.length
  if (size === 0) return null
  const old = before?.message
  const acts = withoutActs(message.acts, said.saved)
  const left = new Set(old?.acts.flatMap(({ act, chosen }) => (chosen ? [] : [keyOfAct(act)])))
  const done = new Set(said.done.flatMap(({ day, origin }) => (day === said.day ? [origin] : [])))
  const rows =
    before && old ? keepMended({ ...before, origins: old.origins }, { paste, ...message }, options) : paste.rows
  return {
    paste,
    rows: rows.filter(({ line }) => !done.has(message.origins.get(line) ?? '')),
    choices: before && old ? moveChoices(before.choices, old.origins, message.origins) : NO_CHOICES,
    message: { ...message, read, said, acts: acts.map((act) => ({ act, chosen: !left.has(keyOfAct(act)) })) },
  }
}

/**
 * Adds what a language model sees, to be chosen like the rest. What was read of the same cap and left open goes, and its
 * questions with it.
 */
export function takeProposal(work: PasteWork, proposal: PasteProposal, options: PasteOptions): PasteWork | null {
  const { message } = work
  if (!message) return work
  const { row } = proposal
  const open = row ? work.rows.filter((one) => !one.draft && isOfPlace(one, row)) : []
  const others = work.rows.filter((one) => !open.includes(one))
  const done = doneOf(message, open)
  const said = {
    ...message.said,
    taken: [...message.said.taken, proposal],
    done: [...message.said.done, ...done],
  }
  return workOfReading({ ...work, rows: others }, message.read, said, options)
}

function isOfPlace({ cells }: PastedRow, { cells: other }: PastedRow): boolean {
  return (['geo', 'advertiserId', 'sourceNumber', 'date'] as const).every((column) => cells[column] === other[column])
}

export function chooseAct(work: PasteWork, wanted: PlannedAct, choice: boolean): PasteWork {
  const { message } = work
  if (!message) return work
  const acts = message.acts.map((one) => (one.act === wanted ? { ...one, chosen: choice } : one))
  return { ...work, message: { ...message, acts } }
}

/** The work without what was saved of it. */
export function withoutSaved(work: PasteWork, gone: readonly PasteLine[]): PasteWork {
  const rest = withoutLines(work, gone)
  const { message } = rest
  if (!message) return rest
  const saved = message.acts.flatMap(({ act, chosen }) => (chosen ? [act] : []))
  const done = doneOf(
    message,
    gone.map(({ row }) => row),
  )
  return {
    ...rest,
    message: {
      ...message,
      said: { ...message.said, saved: [...message.said.saved, ...saved], done: [...message.said.done, ...done] },
      acts: message.acts.filter(({ chosen }) => !chosen),
    },
  }
}

function doneOf({ said: { day }, origins }: WorkedMessage, gone: readonly PastedRow[]): Said['done'] {
  return gone.flatMap(({ line }) => {
    const origin = origins.get(line)
    return origin === undefined ? [] : [{ day, origin }]
  })
}

export function withoutLines(work: PasteWork, gone: readonly PasteLine[]): PasteWork {
  const numbers = new Set(gone.map(({ row }) => row.line))
  return { ...work, rows: work.rows.filter(({ line }) => !numbers.has(line)) }
}

/** The work with the rows that somebody took out: they come back with the text, but what was saved for its day. */
export function withRemoved(work: PasteWork): PasteWork {
  const now = new Map(work.rows.map((row) => [row.line, row]))
  return { ...work, rows: work.paste.rows.map((row) => now.get(row.line) ?? row) }
}

/** What was said holds on another day, too, with the answers that count by then. */
export function moveSaid(said: Said, day: Day, answers = said.answers): Said {
  return { ...said, day, answers }
}

function withoutActs(acts: readonly PlannedAct[], gone: readonly PlannedAct[]): PlannedAct[] {
  const keys = new Set(gone.map(keyOfAct))
  return acts.filter((act) => !keys.has(keyOfAct(act)))
}

function keyOfAct(act: PlannedAct): string {
  return JSON.stringify(act)
}

/** What was said of rows, under the lines that they have in another reading. */
function moveChoices(
  choices: ReadonlyMap<string, RowChoice>,
  before: ReadonlyMap<number, string>,
  after: ReadonlyMap<number, string>,
): Map<string, RowChoice> {
  const lines = new Map([...after].map(([line, origin]) => [origin, line]))
  return new Map(
    [...choices].flatMap(([key, choice]) => {
      const line = lines.get(before.get(Number(key)) ?? '')
      return line === undefined ? [] : [[String(line), choice] as const]
    }),
  )
}
