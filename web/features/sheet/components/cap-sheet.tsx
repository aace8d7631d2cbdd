import { Button } from '@mantine/core'
import { use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { capTexts } from '#contract/texts/caps.ts'
import { groupByGeo } from '#domain/caps/aggregates.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import type { Room } from '#domain/caps/room.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'
import { countOf } from '#domain/sentences/written.ts'
import { toastCommitted, useCommitCaps, type CapCommit } from '#web/features/caps/commits.ts'
import { DaySkeleton } from '#web/features/caps/components/day-skeleton.tsx'
import { SourceNames } from '#web/features/caps/components/source-names.tsx'
import { LimitNotes } from '#web/features/limits/components/limit-notes.tsx'
import { messageOf } from '#web/lib/api.ts'
import { isAnswered } from '#web/lib/use-once.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import type { useDialog } from '#web/ui/use-dialog.ts'
import type { CellChange } from './block.ts'
import { findLines, isChanged, textOfLine, toSheetRows, type CapLine } from './cap-lines.ts'
import { CapTable } from './cap-table.tsx'
import { useChangedLines } from './narrow-changed.tsx'
import type { Recent } from './recent-leads.tsx'
import { NO_REFUSALS, refusalsOf } from './refusals.ts'
import { HIDABLE_COLUMNS, isFact, isLineColumn, useHiddenColumns, type SheetColumn } from './sheet-columns.ts'
import { SheetDialog } from './sheet-dialog.tsx'
import { SheetBusy } from './sheet-field.tsx'
import { SheetTools } from './sheet-tools.tsx'
import type { useCapLines } from './use-cap-lines.ts'
import type { useSeenCaps } from './use-seen-caps.ts'
import { useSheet } from './use-sheet.ts'

interface CapSheetProps {
  kind: CapKind
  title: string
  label: string
  /** The action of saving a row, `Copy`. */
  verb: string
  dialog: ReturnType<typeof useDialog>
  /** The source of the rows. */
  seen: ReturnType<typeof useSeenCaps>
  caps: readonly Cap[]
  work: ReturnType<typeof useCapLines>
  /** Whether rows are selected first; else changed rows are selected. */
  isChosenFirst: boolean
  columns: readonly SheetColumn[]
  recent: Recent
  rooms: ReadonlyMap<GeoKey, Room>
  action: (count: number) => string
  summary: ReactNode
  /** Shown if there are no rows. */
  nothing: ReactNode
  toCommit: (chosen: readonly CapLine[]) => CapCommit
  said: (count: number) => string
  onSaved?: () => void
  /** Folds in what is open above the rows. */
  onEscape?: () => boolean
  /** Whether something above takes the room of the rows. */
  isCovered?: boolean
  children?: ReactNode
}

/** Caps in a sheet: looked through, changed, chosen, and saved together. */
export function CapSheet(props: CapSheetProps) {
  const { kind, verb, dialog, seen, caps, work, isChosenFirst, columns: all } = props
  const commit = useCommitCaps(kind)
  const [text, setText] = useState('')
  const { hidden, toggle } = useHiddenColumns()
  const setField = useRef<HTMLInputElement>(null)
  const [unset, type] = useState('')
  const changed = useChangedLines(work.lines, isChanged)
  const narrowed = changed.shown
  const names = use(SourceNames)
  const shown = useMemo(() => findLines(narrowed, text, names), [narrowed, text, names])
  const order = useMemo(() => groupByGeo(caps), [caps])
  const rows = useMemo(() => toSheetRows(shown, order), [shown, order])
  const byKey = useMemo(() => new Map(work.lines.map((line) => [line.key, line])), [work.lines])
  const columns = useMemo(() => all.filter((column) => !hidden.has(column)), [all, hidden])
  const cells = useMemo(() => columns.filter((column) => !isFact(column)), [columns])
  const keys = useSheet({
    rows,
    columns: cells,
    textOf: ({ key, column }) => {
      const line = byKey.get(key)
      return line && isLineColumn(column) ? textOfLine(line, column) : ''
    },
    write: work.write,
    undo: work.undo,
    redo: work.redo,
    showAll: () => {
      setText('')
      changed.showAll()
    },
    isBusy: commit.isPending,
  })
  const chosen = work.chosenLines
  const inSight = new Set(shown)
  const outOfSight = chosen.filter((line) => !inSight.has(line))
  const isReady = seen.byDay.every((day) => day !== undefined)
  const hasRows = isReady && work.lines.length > 0

  const save = () => {
    if (unset.trim() !== '') {
      work.setProblem(capTexts.notSet(unset.trim()))
      return setField.current?.focus()
    }
    const wrong = chosen.find(({ errors }) => errors.length > 0)
    if (wrong) {
      work.setProblem('Fix the marked cells, or leave those rows out.')
      return keys.find(wrong.key, wrong.errors[0]?.column ?? 'cap')
    }
    work.setProblem(null)
    work.setRefusals(NO_REFUSALS)
    commit.mutate(props.toCommit(chosen), {
      onSuccess: ({ batchId }) => {
        toastCommitted(kind, batchId, props.said(chosen.length))
        props.onSaved?.()
        dialog.close()
      },
      onError: (error) => {
        const refusals = refusalsOf(
          kind,
          error,
          chosen.map(({ key, row }) => ({ key, standing: row.standing })),
        )
        work.setRefusals(refusals)
        work.setProblem(messageOf(error))
        // After a lost answer, the same rows can be sent again.
        if (isAnswered(error)) void seen.lookAgain()
        const [first] = refusals.keys()
        if (first !== undefined) keys.find(first, 'cap')
      },
    })
  }

  /** The focus goes on to the cells: Enter again would multiply again. */
  const set = (changes: readonly CellChange[]) => {
    work.setProblem(null)
    flushSync(() => work.write(changes))
    const [first] = changes
    if (first) keys.goTo(first.key, first.column)
  }

  /** The focus goes on to the cells too, for the button is gone. */
  const leaveOut = () => {
    flushSync(() => work.choose(outOfSight, false))
    keys.goToFirst('cap')
  }

  useFocusOnce(hasRows && rows.length > 0, () => {
    if (isChosenFirst) keys.goToFirst('cap')
    else setField.current?.focus()
  })

  return (
    <SheetDialog
      title={props.title}
      size={1180}
      dialog={dialog}
      isDirty={work.isDirty || unset.trim() !== ''}
      busy={commit.isPending}
      onEscape={() => props.onEscape?.() === true || keys.escape()}
      action={{
        label: props.action(chosen.length),
        disabled: chosen.length === 0 || !isReady,
        run: save,
      }}
      summary={
        hasRows && (
          <>
            {props.summary}
            <LimitNotes kind={kind} changes={changesOf(chosen, props.toCommit(chosen).days)} />
            {outOfSight.length > 0 && (
              <>
                {` · ${countOf(outOfSight.length, 'row')} not shown `}
                <Button size="compact-sm" variant="default" onClick={leaveOut}>
                  Leave {outOfSight.length === 1 ? 'it' : 'them'} out
                </Button>
              </>
            )}
          </>
        )
      }
    >
      {props.children}
      {work.problem && <ProblemBox message={work.problem} />}
      {seen.error && (
        <ProblemBox
          message={messageOf(seen.error)}
          onRetry={seen.isFetching ? undefined : () => void seen.lookAgain()}
        />
      )}
      {seen.isPending && !seen.error && <DaySkeleton />}
      {isReady && work.lines.length === 0 && props.nothing}
      {hasRows && !props.isCovered && (
        <SheetBusy value={commit.isPending}>
          <SheetTools
            kind={kind}
            lines={shown}
            chosen={work.chosen}
            isChosenFirst={isChosenFirst}
            columns={columns}
            hidable={HIDABLE_COLUMNS.filter((column) => all.includes(column))}
            onToggleColumn={toggle}
            search={keys.search}
            field={setField}
            unset={unset}
            onType={type}
            text={text}
            onSearch={setText}
            onLeaveSearch={() => keys.goToFirst('cap')}
            onChoose={work.choose}
            onSet={set}
            changed={changed}
          />
          <CapTable
            label={props.label}
            verb={verb}
            rows={rows}
            columns={columns}
            chosen={work.chosen}
            refusals={work.refusals}
            recent={props.recent}
            rooms={props.rooms}
            sheetRef={keys.sheet}
            listRef={keys.list}
            handlers={keys.handlers}
            blockOf={keys.blockOf}
            onType={keys.type}
            onChoose={work.choose}
          />
        </SheetBusy>
      )}
    </SheetDialog>
  )
}

/** The effect of saving on planned leads. A new cap is on the commit's only day. */
function changesOf(chosen: readonly CapLine[], days: readonly Day[]) {
  return chosen.flatMap(({ row: { source, standing } }) => {
    const day = standing?.date ?? days[0]
    if (day === undefined) return []
    const { geo, advertiserId, sourceNumber } = source
    return [{ geo, advertiserId, sourceNumber, day, by: source.cap - (standing?.cap ?? 0) }]
  })
}

/** Moves the focus to the rows when they first appear; later rows leave it. */
function useFocusOnce(isThere: boolean, focus: () => void): void {
  const done = useRef(false)
  useEffect(() => {
    if (!isThere || done.current) return
    // A frame later they are drawn. Rows that came before the dialog opened have it from the dialog.
    const frame = requestAnimationFrame(() => {
      done.current = true
      focus()
    })
    return () => cancelAnimationFrame(frame)
  })
}
