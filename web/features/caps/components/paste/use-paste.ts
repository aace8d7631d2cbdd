import { useMemo, useState } from 'react'
import type { Advertiser } from '#contract/advertisers.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import { isRowChosen, sayOfRow, type RowChoice } from '#domain/caps/copy.ts'
import type { PasteColumn } from '#domain/caps/paste-columns.ts'
import { rereadRow, writePastedText } from '#domain/caps/paste-mend.ts'
import type { Paste, PastedRow } from '#domain/caps/paste.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { indexNames } from '#domain/cap-text/read-partners.ts'
import { readPaste } from '#domain/cap-text/paste.ts'
import { NO_REFUSALS, withoutRows, type Refusals } from '../sheet/refusals.ts'
import type { PasteLine } from './paste-lines.ts'
import { usePasteLines } from './use-paste-lines.ts'

interface PasteOf {
  kind: CapKind
  today: Day
  /** The day of rows that name none. */
  day: Day
  zone: Zone
  /** Undefined while they are not known. */
  advertisers: readonly Advertiser[] | undefined
}

/** What was read of a text, with what somebody mended since. */
interface Work {
  paste: Paste
  rows: readonly PastedRow[]
  choices: ReadonlyMap<string, RowChoice>
  refusals: Refusals
}

const NO_ROWS: readonly PastedRow[] = []
const NO_CHOICES: ReadonlyMap<string, RowChoice> = new Map()

/** A pasted text and the rows that were read of it; until then `work` is null. Only one of the two is worked on. */
export function usePaste({ kind, today, day, zone, advertisers }: PasteOf) {
  const [text, setText] = useState('')
  const [work, setWork] = useState<Work | null>(null)
  const { lines, seen } = usePasteLines({ kind, defaultDate: day, zone }, work?.rows ?? NO_ROWS, advertisers)
  const choices = work?.choices ?? NO_CHOICES
  const chosen = useMemo(() => lines.filter((line) => isChosen(line, choices.get(line.key))), [lines, choices])

  const actions = useMemo(() => {
    const change = (next: (before: Work) => Partial<Work>) =>
      setWork((before) => before && { ...before, ...next(before) })
    return {
      mend({ row, key }: PasteLine, column: PasteColumn, cell: string): void {
        const mendRow = (other: PastedRow) =>
          other.line === row.line
            ? rereadRow(other, { ...other.cells, [column]: cell }, { kind, defaultDate: day, zone })
            : other
        change(({ rows, refusals }) => ({ rows: rows.map(mendRow), refusals: withoutRows(refusals, [key]) }))
      },
      choose(wanted: readonly PasteLine[], choice: boolean): void {
        const said = wanted.map((line) => [line.key, { choice, over: overOf(line) }] as const)
        change((before) => ({ choices: new Map([...before.choices, ...said]) }))
      },
      remove(gone: readonly PasteLine[]): void {
        const numbers = new Set(gone.map(({ row }) => row.line))
        change(({ rows }) => ({ rows: rows.filter(({ line }) => !numbers.has(line)) }))
      },
      refuse(refusals: Refusals): void {
        change(() => ({ refusals }))
      },
      /** Rows that name no day are for another one now. */
      moveTo(defaultDate: Day): void {
        change(({ rows }) => ({
          rows: rows.map((row) => rereadRow(row, row.cells, { kind, defaultDate, zone })),
          refusals: NO_REFUSALS,
        }))
      },
    }
  }, [kind, day, zone])

  return {
    ...actions,
    actions,
    text,
    setText,
    work,
    lines,
    seen,
    chosen,
    /** Reads a text; answers whether there was a row in it. */
    read(pasted: string): boolean {
      const names = indexNames(advertisers ?? [])
      const paste = readPaste(pasted, { kind, defaultDate: day, zone }, { today, names })
      setText(pasted)
      setWork(paste.rows.length === 0 ? null : { paste, rows: paste.rows, choices: NO_CHOICES, refusals: NO_REFUSALS })
      return paste.rows.length > 0
    },
    /** Back to the text, which has what was mended. */
    unread(): void {
      if (work) setText(writePastedText(text, work.paste, work.rows, kind))
      setWork(null)
    },
  }
}

function isChosen(line: PasteLine, said: RowChoice | undefined): boolean {
  const { state } = line
  return state !== null && state !== 'error' && isRowChosen({ state }, sayOfRow(said, overOf(line)), false)
}

function overOf({ standing }: PasteLine): string | null {
  return standing?._id ?? null
}
