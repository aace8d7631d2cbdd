import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Advertiser } from '#contract/partner-lists.ts'
import { capReadingCalls } from '#contract/cap-readings.ts'
import { capTextCalls } from '#contract/cap-text.ts'
import { NOTHING } from '#domain/cap-text/questions.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import { isRowChosen, sayOfRow, type RowChoice } from '#domain/caps/copy.ts'
import { rereadRow, writePastedText } from '#domain/caps/paste-mend.ts'
import { isTable, markDuplicates, parsePastedCaps, type Paste, type PastedRow } from '#domain/caps/paste.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { PlannedAct } from '#domain/pauses/planned.ts'
import { callApi, messageOf } from '#web/lib/api.ts'
import { toastError } from '#web/ui/toasts.ts'
import { useSteps } from '#web/lib/use-steps.ts'
import type { CellChange, SheetCell } from '../block.ts'
import { NO_REFUSALS, withoutRows } from '../refusals.ts'
import type { PasteLine } from './paste-lines.ts'
import {
  keepMended,
  pasteOfReading,
  type PasteMessage,
  type PasteProposal,
  type PasteQuestion,
} from './read-message.ts'
import { usePasteLines } from './use-paste-lines.ts'

interface PasteOf {
  kind: CapKind
  /** The day of rows that name none. */
  day: Day
  zone: Zone
  /** Undefined while they are not known. */
  advertisers: readonly Advertiser[] | undefined
  /** The advertiser or source in whose name a message was written; empty where nobody's. */
  from: string
}

/** What was read of a text, with what somebody mended since. */
interface PasteWork {
  paste: Paste
  rows: readonly PastedRow[]
  choices: ReadonlyMap<string, RowChoice>
  /** Of a message: what it says beside its caps, and what was answered to its questions. */
  message: WorkedMessage | null
}

interface WorkedMessage extends Omit<PasteMessage, 'acts'> {
  text: string
  answers: readonly { id: string; value: string }[]
  acts: readonly ChosenAct[]
}

/** A pause or its end, which is saved where it is chosen. */
interface ChosenAct {
  act: PlannedAct
  chosen: boolean
}

const NO_ROWS: readonly PastedRow[] = []
const NO_ACTS: readonly PlannedAct[] = []
const NO_CHOICES: ReadonlyMap<string, RowChoice> = new Map()

/** A pasted text and the rows that were read of it; until then `work` is null. Only one of the two is worked on. */
export function usePaste({ kind, day, zone, advertisers, from }: PasteOf) {
  const [text, setText] = useState('')
  const { now: work, step, restart, amend, undo, redo } = useSteps<PasteWork | null, SheetCell>(null)
  const [refusals, setRefusals] = useState(NO_REFUSALS)
  const reading = useMutation({
    mutationFn: ({ message, answers }: { message: string; answers: readonly { id: string; value: string }[] }) =>
      callApi(capReadingCalls.read, { body: { text: message, author: authorOf(kind, from), answers: [...answers] } }),
  })
  // What cannot be remembered is for this once.
  const remember = useMutation({
    mutationFn: (word: string) =>
      callApi(capTextCalls.rememberWord, {
        body: { word, ...(kind === 'broker' ? { advertiserId: from } : { sourceNumber: from }) },
      }),
    onError: (error) => toastError(messageOf(error)),
  })
  const { lines, seen } = usePasteLines({ kind, defaultDate: day, zone }, work?.rows ?? NO_ROWS, advertisers)
  const choices = work?.choices ?? NO_CHOICES
  const acts = useMemo(
    () => work?.message?.acts.flatMap(({ act, chosen: isWanted }) => (isWanted ? [act] : [])) ?? NO_ACTS,
    [work?.message?.acts],
  )
  const chosen = useMemo(() => lines.filter((line) => isChosen(line, choices.get(line.key))), [lines, choices])

  const actions = useMemo(
    () => ({
      write(changes: readonly CellChange[], run?: string): void {
        const byRow = Map.groupBy(changes, ({ key }) => key)
        const mend = (row: PastedRow) => {
          const mended = byRow.get(String(row.line))?.map(({ column, text: cell }) => [column, cell] as const)
          if (!mended) return row
          return rereadRow(row, { ...row.cells, ...Object.fromEntries(mended) }, { kind, defaultDate: day, zone })
        }
        const [place] = changes
        if (!place) return
        step((before) => before && { ...before, rows: before.rows.map(mend) }, {
          place,
          run,
        })
        setRefusals((before) => withoutRows(before, [...byRow.keys()]))
      },
      choose(wanted: readonly PasteLine[], choice: boolean): void {
        const [first] = wanted
        if (!first) return
        const said = wanted.map((line) => [line.key, { choice, over: overOf(line) }] as const)
        step((before) => before && { ...before, choices: new Map([...before.choices, ...said]) }, {
          place: { key: first.key, column: 'cap' },
        })
      },
      remove([gone]: readonly PasteLine[]): void {
        if (!gone) return
        const place: SheetCell = { key: gone.key, column: 'cap' }
        step((before) => before && withoutLines(before, [gone]), { place })
      },
    }),
    [kind, day, zone, step],
  )

  const options = { kind, defaultDate: day, zone }
  const takeMessage = (
    before: PasteWork | null,
    made: ReturnType<typeof pasteOfReading>,
    said: Said,
  ): PasteWork | null => {
    const { paste, message } = made
    const old = before?.message
    const rows =
      before && old ? keepMended({ ...before, origins: old.origins }, { paste, ...message }, options) : paste.rows
    const left = new Set(old?.acts.flatMap(({ act, chosen: isWanted }) => (isWanted ? [] : [JSON.stringify(act)])))
    const isNothing =
      paste.rows.length + message.questions.length + message.acts.length + message.proposals.length === 0
    if (isNothing) return null
    return {
      paste,
      rows,
      choices: before && old ? moveChoices(before.choices, old.origins, message.origins) : NO_CHOICES,
      message: {
        ...message,
        ...said,
        acts: message.acts.map((act) => ({ act, chosen: !left.has(JSON.stringify(act)) })),
      },
    }
  }

  return {
    ...actions,
    actions,
    acts,
    text,
    setText,
    work,
    refusals,
    refuse: setRefusals,
    undo,
    redo,
    lines,
    seen,
    chosen,
    /** What was saved goes for good. */
    saved(gone: readonly PasteLine[]): void {
      restart((before) => before && withoutActs(withoutLines(before, gone)))
    },
    chooseAct(wanted: PlannedAct, choice: boolean): void {
      amend((before) =>
        changeMessage(before, (message) => ({
          ...message,
          acts: message.acts.map((one) => (one.act === wanted ? { ...one, chosen: choice } : one)),
        })),
      )
    },
    /** Reads the message again with an answer; what was typed into its rows stays. */
    answer({ id, about }: PasteQuestion, value: string): void {
      const message = work?.message
      if (!message) return
      if (value === NOTHING.value && from !== '') remember.mutate(about)
      const said = { text: message.text, answers: [...message.answers.filter((one) => one.id !== id), { id, value }] }
      reading.mutate(
        { message: said.text, answers: said.answers },
        { onSuccess: (read) => restart((before) => takeMessage(before, pasteOfReading(read, options), said)) },
      )
    },
    /** A row or a pause that a language model sees becomes one of the others. */
    take(proposal: PasteProposal): void {
      restart(
        (before) =>
          before &&
          changeMessage(withProposal(before, proposal), (message) => ({
            ...message,
            proposals: message.proposals.filter((one) => one !== proposal),
          })),
      )
    },
    /** Rows that name no day are for another one now. */
    moveTo(defaultDate: Day): void {
      const move = (row: PastedRow) => rereadRow(row, row.cells, { kind, defaultDate, zone })
      amend((before) => before && { ...before, rows: before.rows.map(move) })
      setRefusals(NO_REFUSALS)
    },
    /** Reads a text: rows of a spreadsheet here, a message by the server. Tells whether there was something in it, and what was left aside. */
    read(pasted: string, done: (hasRows: boolean, ignored: readonly string[]) => void): void {
      const take = (next: PasteWork | null, ignored: readonly string[]) => {
        restart(() => next)
        setRefusals(NO_REFUSALS)
        done(next !== null, ignored)
      }
      setText(pasted)
      if (isTable(pasted, kind)) {
        const paste = parsePastedCaps(pasted, options)
        take(paste.rows.length === 0 ? null : { paste, rows: paste.rows, choices: NO_CHOICES, message: null }, [])
        return
      }
      reading.mutate(
        { message: pasted, answers: [] },
        {
          onSuccess: (read) => {
            const made = pasteOfReading(read, options)
            take(takeMessage(null, made, { text: pasted, answers: [] }), made.paste.ignored)
          },
        },
      )
    },
    isReading: reading.isPending,
    readingError: reading.error,
    /** Back to the text, which has what was mended. */
    unread(): void {
      if (work) setText(writePastedText(text, work.paste, work.rows, kind))
      restart(() => null)
    },
  }
}

/** In whose name a message is read: without anybody, in that of who pastes it. */
function authorOf(kind: CapKind, from: string) {
  if (from === '') return { kind: 'member' } as const
  return kind === 'broker' ? ({ kind, advertiserId: from } as const) : ({ kind, sourceNumber: from } as const)
}

type Said = Pick<WorkedMessage, 'text' | 'answers'>

function changeMessage(work: PasteWork | null, change: (message: WorkedMessage) => WorkedMessage): PasteWork | null {
  return work?.message ? { ...work, message: change(work.message) } : work
}

function withoutActs(work: PasteWork): PasteWork {
  return changeMessage(work, (message) => ({ ...message, acts: message.acts.filter(({ chosen }) => !chosen) })) ?? work
}

/**
 * The rows and pauses with one of a language model, which is chosen like any other. What was read of the same cap and left
 * open goes, with the questions that were about nothing else.
 */
function withProposal(work: PasteWork, { row, acts, quote }: PasteProposal): PasteWork {
  const line = Math.max(0, ...work.paste.rows.map((one) => one.line)) + 1
  const rows = row ? [{ ...row, line }] : []
  const paste = { ...work.paste, rows: [...work.paste.rows, ...rows] }
  const open = new Set(work.rows.flatMap((one) => (row && !one.draft && isOfPlace(one, row) ? [one.line] : [])))
  const others = work.rows.filter((one) => !open.has(one.line))
  const added = changeMessage({ ...work, paste, rows: markDuplicates([...others, ...rows]) }, (message) => ({
    ...message,
    questions: message.questions.filter(({ lines }) => lines.length === 0 || !lines.every((each) => open.has(each))),
    acts: [...message.acts, ...acts.map((act) => ({ act, chosen: true }))],
    origins: new Map([...message.origins, [line, `model ${quote}`]]),
  }))
  return added ?? work
}

function isOfPlace({ cells }: PastedRow, { cells: other }: PastedRow): boolean {
  return (['geo', 'advertiserId', 'sourceNumber', 'date'] as const).every((column) => cells[column] === other[column])
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

function withoutLines(work: PasteWork, gone: readonly PasteLine[]): PasteWork {
  const numbers = new Set(gone.map(({ row }) => row.line))
  return { ...work, rows: work.rows.filter(({ line }) => !numbers.has(line)) }
}

function isChosen(line: PasteLine, said: RowChoice | undefined): boolean {
  const { state } = line
  return state !== null && state !== 'error' && isRowChosen({ state }, sayOfRow(said, overOf(line)), false)
}

function overOf({ standing }: PasteLine): string | null {
  return standing?._id ?? null
}
