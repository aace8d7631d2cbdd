import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Advertiser } from '#contract/partner-lists.ts'
import { capReadingCalls } from '#contract/cap-readings.ts'
import { capTextCalls } from '#contract/cap-text.ts'
import { NOTHING } from '#domain/cap-text/questions.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import { isRowChosen, sayOfRow, type RowChoice } from '#domain/caps/copy.ts'
import { rereadRow, writePastedText } from '#domain/caps/paste-mend.ts'
import { isTable, parsePastedCaps, type PastedRow } from '#domain/caps/paste.ts'
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
  addAnswer,
  beginMessage,
  chooseAct,
  moveSaid,
  NO_CHOICES,
  takeProposal,
  withoutLines,
  withoutSaved,
  withRemoved,
  workOfReading,
  type PasteWork,
  type Said,
} from './paste-work.ts'
import { pasteOfReading, type PasteProposal, type PasteQuestion } from './read-message.ts'
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

/** Told whether there was something in a text, and what was left aside. */
type ReadDone = (hasRows: boolean, ignored: readonly string[]) => void

const NO_ROWS: readonly PastedRow[] = []
const NO_ACTS: readonly PlannedAct[] = []

/** A pasted text and the rows that were read of it; until then `work` is null. Only one of the two is worked on. */
export function usePaste({ kind, day, zone, advertisers, from }: PasteOf) {
  const [text, setText] = useState('')
  const { now: work, step, restart, amend, undo, redo } = useSteps<PasteWork | null, SheetCell>(null)
  const [refusals, setRefusals] = useState(NO_REFUSALS)
  /** What was done to the message that somebody went back to, for the day and the writer of then. */
  const [aside, setAside] = useState<{ work: PasteWork; from: string } | null>(null)
  const options = { kind, defaultDate: day, zone }
  // Fields and rows can be changed while a message is read: they count as they are then.
  const latest = useRef({ options, text, from, work })
  useLayoutEffect(() => {
    latest.current = { options, text, from, work }
  })
  const reading = useMutation({
    mutationFn: ({ said: { text: message, day: defaultDay, answers }, author }: { said: Said; author: string }) =>
      callApi(capReadingCalls.read, {
        body: { text: message, defaultDay, author: authorOf(kind, author), answers: [...answers] },
      }),
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

  const begin = (next: PasteWork | null, ignored: readonly string[], done: ReadDone) => {
    restart(() => next)
    setRefusals(NO_REFUSALS)
    done(next !== null, ignored)
  }

  const readMessage = (message: string, done: ReadDone) => {
    const { from: author, options: of } = latest.current
    reading.mutate(
      { said: beginMessage(message, of.defaultDate), author },
      {
        onSuccess(read) {
          const now = latest.current
          const { defaultDate } = now.options
          if (now.text !== message || now.from !== author || of.defaultDate !== defaultDate)
            return readText(now.text, done)
          const { ignored } = pasteOfReading(read, now.options).paste
          const earlier = aside?.from === author && aside.work.message?.said.text === message ? aside.work : null
          const before = earlier?.message?.said.day === defaultDate ? earlier : null
          const said = beginMessage(message, defaultDate, earlier?.message?.said)
          begin(workOfReading(before, read, said, now.options), ignored, done)
        },
      },
    )
  }

  const readText = (pasted: string, done: ReadDone) => {
    if (pasted.trim() === '') return
    if (!isTable(pasted, kind)) return readMessage(pasted, done)
    const paste = parsePastedCaps(pasted, latest.current.options)
    begin(paste.rows.length === 0 ? null : { paste, rows: paste.rows, choices: NO_CHOICES, message: null }, [], done)
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
      restart((before) => before && withoutSaved(before, gone))
    },
    chooseAct(wanted: PlannedAct, choice: boolean): void {
      amend((before) => before && chooseAct(before, wanted, choice))
    },
    /** Reads the message again with an answer; what was done to its rows stays. Tells what it comes to. */
    answer({ id, about }: PasteQuestion, value: string, done: (work: PasteWork | null) => void): void {
      const message = work?.message
      if (!message) return
      if (value === NOTHING.value && from !== '') remember.mutate(about)
      const said = addAnswer(moveSaid(message.said, day), id, value)
      reading.mutate(
        { said, author: from },
        {
          onSuccess(read) {
            const now = latest.current
            const next = workOfReading(now.work, read, said, now.options)
            restart(() => next)
            done(next)
          },
        },
      )
    },
    /** A row or a pause that a language model sees becomes one of the others. */
    take(proposal: PasteProposal): void {
      restart((before) => before && takeProposal(before, proposal, options))
    },
    /** Rows that name no day are for another one now. A message is read again: on another day other caps stand. */
    moveTo(defaultDate: Day): void {
      setRefusals(NO_REFUSALS)
      const moved = { kind, defaultDate, zone }
      if (!work?.message) {
        const move = (row: PastedRow) => rereadRow(row, row.cells, moved)
        return amend((before) => before && { ...before, rows: before.rows.map(move) })
      }
      // An answer that is on its way counts.
      const { answers } = reading.isPending ? reading.variables.said : work.message.said
      const said = moveSaid(work.message.said, defaultDate, answers)
      reading.mutate(
        { said, author: from },
        { onSuccess: (read) => amend((before) => before && workOfReading(before, read, said, moved)) },
      )
    },
    /** Whether the message was not read for this day yet. */
    isOfOtherDay: work?.message ? work.message.said.day !== day : false,
    /** Reads a text: rows of a spreadsheet here, a message by the server. */
    read(pasted: string, done: ReadDone): void {
      setText(pasted)
      readText(pasted, done)
    },
    isReading: reading.isPending,
    readingError: reading.error,
    /** Back to the text, which has what was mended; what was done to a message is kept beside it. */
    unread(): void {
      if (work) setText(writePastedText(text, work.paste, work.rows, kind))
      if (work?.message) setAside({ work: withRemoved(work), from })
      restart(() => null)
    },
  }
}

/** In whose name a message is read: without anybody, in that of who pastes it. */
function authorOf(kind: CapKind, from: string) {
  if (from === '') return { kind: 'member' } as const
  return kind === 'broker' ? ({ kind, advertiserId: from } as const) : ({ kind, sourceNumber: from } as const)
}

function isChosen(line: PasteLine, said: RowChoice | undefined): boolean {
  const { state } = line
  return state !== null && state !== 'error' && isRowChosen({ state }, sayOfRow(said, overOf(line)), false)
}

function overOf({ standing }: PasteLine): string | null {
  return standing?._id ?? null
}
