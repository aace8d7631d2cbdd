import { useCallback, useMemo, useState } from 'react'
import type { Advertiser } from '#contract/partner-lists.ts'
import { capTexts } from '#contract/texts/caps.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { isRowChosen, sayOfRow, type CopyRow, type RowChoice } from '#domain/caps/copy.ts'
import { useSteps } from '#web/lib/use-steps.ts'
import type { CellChange, SheetCell } from './block.ts'
import { isChanged, lineOf, type CapLine, type LineEdit } from './cap-lines.ts'
import { NO_REFUSALS, withoutRows } from './refusals.ts'

interface LinesOf {
  kind: CapKind
  /** The same list as long as what it was made of is the same. */
  plan: readonly CopyRow<Cap>[]
  /** Undefined while they are not known. */
  advertisers: readonly Advertiser[] | undefined
}

interface LineWork {
  choices: ReadonlyMap<string, RowChoice>
  edits: ReadonlyMap<string, LineEdit>
  /** What stood in the place of a row when it was changed: only there does that choose it. */
  over: ReadonlyMap<string, string | null>
}

const NOTHING: LineWork = { choices: new Map(), edits: new Map(), over: new Map() }

/** The rows of a sheet of caps, with what somebody typed and chose; both are told by the cap that a row came from. */
export function useCapLines({ kind, plan, advertisers }: LinesOf) {
  const { now, step, restart, undo, redo } = useSteps<LineWork, SheetCell>(NOTHING)
  const { choices, edits, over } = now
  const [refusals, setRefusals] = useState(NO_REFUSALS)
  /** What keeps them from being saved. */
  const [problem, setProblem] = useState<string | null>(null)
  const known = useMemo(
    () => advertisers && new Set(advertisers.map(({ advertiserId }) => advertiserId)),
    [advertisers],
  )
  const untouched = useMemo(
    () => plan.map((row) => withoutBuyer(lineOf(kind, row, undefined), known)),
    [kind, plan, known],
  )
  // A key that is typed reads its own row again and no other.
  const read = useMemo(() => {
    const before = new WeakMap<LineEdit, CapLine>()
    return (line: CapLine, change: LineEdit): CapLine => {
      const found = before.get(change) ?? withoutBuyer(lineOf(kind, line.row, change), known)
      before.set(change, found)
      return found
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what was read holds for this plan only
  }, [kind, known, untouched])
  const lines = useMemo(
    () =>
      untouched.map((line) => {
        const change = edits.get(line.key)
        return change ? read(line, change) : line
      }),
    [untouched, edits, read],
  )
  const chosenLines = useMemo(() => {
    const isChosen = (line: CapLine) => {
      const stands = overOf(line)
      return isRowChosen(line.row, sayOfRow(choices.get(line.key), stands), over.get(line.key) === stands)
    }
    return lines.filter((line) => isSavable(line) && isChosen(line))
  }, [lines, choices, over])
  const chosen = useMemo(() => new Set(chosenLines.map(({ key }) => key)), [chosenLines])

  /** Whether something was typed into rows of a day that is not shown now. */
  const hasUnseen = useMemo(() => {
    const seen = new Set(untouched.map(({ key }) => key))
    return [...edits.keys()].some((key) => !seen.has(key))
  }, [untouched, edits])

  const choose = useCallback(
    (wanted: readonly CapLine[], choice: boolean) => {
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

  /** What was chosen or changed on one day is not chosen on another; the numbers stay. */
  const forgetChoices = useCallback(() => {
    restart((before) => ({ ...NOTHING, edits: before.edits }))
    setRefusals(NO_REFUSALS)
    setProblem(null)
  }, [restart])

  /** For when rows of another day are shown. A step back would change rows that are out of sight. */
  const forgetSteps = useCallback(() => restart((before) => before), [restart])

  return {
    lines,
    /** The keys of those that will be saved. */
    chosen,
    chosenLines,
    refusals,
    isDirty: choices.size > 0 || hasUnseen || lines.some(isChanged),
    choose,
    write,
    undo,
    redo,
    forgetChoices,
    forgetSteps,
    setRefusals,
    problem,
    setProblem,
  }
}

/** Whether a line can be saved once its cells are right: one whose advertiser is gone never can. */
export function isSavable({ errors }: CapLine): boolean {
  return errors.every(({ column }) => column !== 'advertiserId')
}

/** A new cap needs an advertiser that is still there; one that stands may keep the one that it has. */
function withoutBuyer(line: CapLine, known: ReadonlySet<string> | undefined): CapLine {
  const { standing, source } = line.row
  if (!known || standing || !source.advertiserId || known.has(source.advertiserId)) return line
  const gone = { column: 'advertiserId', message: capTexts.unknownAdvertiser(source.advertiserId) } as const
  return { ...line, errors: [...line.errors, gone] }
}

function overOf({ row }: CapLine): string | null {
  return row.standing?._id ?? null
}
