import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Advertiser } from '#contract/advertisers.ts'
import { capReadingCalls } from '#contract/cap-readings.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import { isRowChosen, sayOfRow, type RowChoice } from '#domain/caps/copy.ts'
import { rereadRow, writePastedText } from '#domain/caps/paste-mend.ts'
import { isTable, parsePastedCaps, type Paste, type PastedRow } from '#domain/caps/paste.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { callApi } from '#web/lib/api.ts'
import { useSteps } from '#web/lib/use-steps.ts'
import type { CellChange, SheetCell } from '../block.ts'
import { NO_REFUSALS, withoutRows } from '../refusals.ts'
import type { PasteLine } from './paste-lines.ts'
import { pasteOfReading } from './read-message.ts'
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
}

const NO_ROWS: readonly PastedRow[] = []
const NO_CHOICES: ReadonlyMap<string, RowChoice> = new Map()

/** A pasted text and the rows that were read of it; until then `work` is null. Only one of the two is worked on. */
export function usePaste({ kind, day, zone, advertisers, from }: PasteOf) {
  const [text, setText] = useState('')
  const { now: work, step, restart, undo, redo } = useSteps<PasteWork | null, SheetCell>(null)
  const [refusals, setRefusals] = useState(NO_REFUSALS)
  const reading = useMutation({
    mutationFn: (message: string) =>
      callApi(capReadingCalls.read, { body: { text: message, author: authorOf(kind, from) } }),
  })
  const { lines, seen } = usePasteLines({ kind, defaultDate: day, zone }, work?.rows ?? NO_ROWS, advertisers)
  const choices = work?.choices ?? NO_CHOICES
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

  return {
    ...actions,
    actions,
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
      restart((before) => before && withoutLines(before, gone))
    },
    /** Rows that name no day are for another one now. */
    moveTo(defaultDate: Day): void {
      const move = (row: PastedRow) => rereadRow(row, row.cells, { kind, defaultDate, zone })
      restart((before) => before && { ...before, rows: before.rows.map(move) })
      setRefusals(NO_REFUSALS)
    },
    /** Reads a text: rows of a spreadsheet here, a message by the server. Tells whether there was a row in it, and what was asked or left aside. */
    read(pasted: string, done: (hasRows: boolean, ignored: readonly string[]) => void): void {
      const options = { kind, defaultDate: day, zone }
      const take = (paste: Paste) => {
        restart(() => (paste.rows.length === 0 ? null : { paste, rows: paste.rows, choices: NO_CHOICES }))
        setRefusals(NO_REFUSALS)
        done(paste.rows.length > 0, paste.isMessage ? paste.ignored : [])
      }
      setText(pasted)
      if (isTable(pasted, kind)) take(parsePastedCaps(pasted, options))
      else reading.mutate(pasted, { onSuccess: (read) => take(pasteOfReading(read, options)) })
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
