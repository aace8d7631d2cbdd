import { useCallback, useMemo, useState } from 'react'
import type { Advertiser } from '#contract/advertisers.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { applyBulk } from '#domain/caps/bulk.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { isRowChosen, planCopy, sayOfRow, type RowChoice } from '#domain/caps/copy.ts'
import type { Day } from '#domain/kernel/day.ts'
import { useSteps } from '#web/lib/use-steps.ts'
import type { CellChange, SheetCell } from '../sheet/block.ts'
import { NO_REFUSALS, withoutRows } from '../sheet/refusals.ts'
import { isChanged, lineOf, type CopyEdit, type CopyLine } from './copy-lines.ts'

interface CopyOf {
  kind: CapKind
  target: Day
  source: readonly Cap[]
  standing: readonly Cap[]
  /** Undefined while they are not known. */
  advertisers: readonly Advertiser[] | undefined
}

interface Work {
  choices: ReadonlyMap<string, RowChoice>
  edits: ReadonlyMap<string, CopyEdit>
  /** What stood in the place of a row when it was changed: only there does that choose it. */
  over: ReadonlyMap<string, string | null>
}

const NOTHING: Work = { choices: new Map(), edits: new Map(), over: new Map() }

/** The rows of a copy, with what somebody typed and chose; both are told by the cap that is copied. */
export function useCopy({ kind, target, source, standing, advertisers }: CopyOf) {
  const { now, step, restart, undo, redo } = useSteps<Work, SheetCell>(NOTHING)
  const { choices, edits, over } = now
  const [refusals, setRefusals] = useState(NO_REFUSALS)
  const known = useMemo(
    () => advertisers && new Set(advertisers.map(({ advertiserId }) => advertiserId)),
    [advertisers],
  )
  const plan = useMemo(() => planCopy(source, standing, target), [source, standing, target])

  const untouched = useMemo(
    () => plan.map((row) => withoutBuyer(lineOf(kind, row, undefined, target), known)),
    [kind, plan, target, known],
  )
  // A key that is typed reads its own row again and no other.
  const read = useMemo(() => {
    const before = new WeakMap<CopyEdit, CopyLine>()
    return (line: CopyLine, change: CopyEdit): CopyLine => {
      const found = before.get(change) ?? withoutBuyer(lineOf(kind, line.row, change, target), known)
      before.set(change, found)
      return found
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what was read holds for this plan only
  }, [kind, target, known, untouched])
  const lines = useMemo(
    () =>
      untouched.map((line) => {
        const change = edits.get(line.key)
        return change ? read(line, change) : line
      }),
    [untouched, edits, read],
  )
  const chosen = useMemo(() => {
    const isChosen = (line: CopyLine) => {
      const stands = overOf(line)
      return isRowChosen(line.row, sayOfRow(choices.get(line.key), stands), over.get(line.key) === stands)
    }
    return new Set(lines.filter((line) => isChosen(line) && isSavable(line)).map(keyOf))
  }, [lines, choices, over])

  const choose = useCallback(
    (wanted: readonly CopyLine[], choice: boolean) => {
      const [first] = wanted
      if (!first) return
      const said = wanted.map((line) => [line.key, { choice, over: overOf(line) }] as const)
      step((before) => ({ ...before, choices: new Map([...before.choices, ...said]) }), {
        place: { key: first.key, column: 'cap' },
      })
    },
    [step],
  )

  const write = (changes: readonly CellChange[], run?: string) => {
    const stands = new Map(untouched.map((line) => [line.key, overOf(line)]))
    const [place] = changes
    if (!place) return
    step(
      (before) => {
        const next = new Map(before.edits)
        const changed = new Map(before.over)
        for (const { key, column, text } of changes) {
          next.set(key, { ...next.get(key), [column]: text })
          changed.set(key, stands.get(key) ?? null)
        }
        return { ...before, edits: next, over: changed }
      },
      { place, run },
    )
    setRefusals((before) =>
      withoutRows(
        before,
        changes.map(({ key }) => key),
      ),
    )
  }

  /** The chosen ones of some rows, times a factor. A number that no cap can be stands in its field, to be mended. */
  const multiply = (some: readonly CopyLine[], by: number) =>
    write(
      some
        .filter(({ key }) => chosen.has(key))
        .map((line) => {
          const result = applyBulk(line.row.source, { kind: 'multiply', by })
          const planned = result.ok ? result.value.cap : 'value' in result ? result.value : line.row.source.cap
          return { key: line.key, column: 'cap', text: String(planned) }
        }),
    )

  /** What was chosen or changed on one day is not chosen on another; the numbers stay. */
  const forgetChoices = useCallback(() => {
    restart((before) => ({ ...NOTHING, edits: before.edits }))
    setRefusals(NO_REFUSALS)
  }, [restart])

  return {
    lines,
    chosen,
    refusals,
    isDirty: choices.size > 0 || lines.some(isChanged),
    choose,
    write,
    undo,
    redo,
    multiply,
    forgetChoices,
    setRefusals,
  }
}

/** Whether a line can be saved once its cells are right: one whose advertiser is gone never can. */
export function isSavable({ errors }: CopyLine): boolean {
  return errors.every(({ column }) => column !== 'advertiserId')
}

/** A new cap needs an advertiser that is still there; one that stands may keep the one that it has. */
function withoutBuyer(line: CopyLine, known: ReadonlySet<string> | undefined): CopyLine {
  const { standing, source } = line.row
  if (!known || standing || !source.advertiserId || known.has(source.advertiserId)) return line
  const gone = { column: 'advertiserId', message: capTexts.unknownAdvertiser(source.advertiserId) } as const
  return { ...line, errors: [...line.errors, gone] }
}

function overOf({ row }: CopyLine): string | null {
  return row.standing?._id ?? null
}

function keyOf({ key }: CopyLine): string {
  return key
}
