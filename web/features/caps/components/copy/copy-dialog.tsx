import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Advertiser } from '#contract/advertisers.ts'
import { groupByGeo } from '#domain/caps/aggregates.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { suggestSourceDays } from '#domain/caps/copy.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { messageOf } from '#web/lib/api.ts'
import { isAnswered } from '#web/lib/use-once.ts'
import { countOf, formatDay } from '#web/lib/format.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { toastCommitted, useCommitCaps } from '../../commits.ts'
import { KIND_WORDS } from '../cap-kinds.ts'
import { DaySkeleton } from '../day-skeleton.tsx'
import { useChangedLines } from '../sheet/narrow-changed.tsx'
import { NO_REFUSALS, refusalsOf } from '../sheet/refusals.ts'
import { SheetDialog } from '../sheet/sheet-dialog.tsx'
import { useSeenCaps } from '../sheet/use-seen-caps.ts'
import { useSheet } from '../sheet/use-sheet.ts'
import { CopyDays, type PickedEnd } from './copy-days.tsx'
import { isChanged, COPY_COLUMNS, findLines, textOfCopy, toCopyCommit, toCopyRows } from './copy-lines.ts'
import { CopySummary, WhyNothing } from './copy-summary.tsx'
import { CopyTable } from './copy-table.tsx'
import { CopyTools } from './copy-tools.tsx'
import { useRecentLeads } from './recent-leads.tsx'
import { useCopy } from './use-copy.ts'

interface CopyDialogProps {
  kind: CapKind
  today: Day
  /** The day to plan; another one can be chosen. */
  target: Day
  /** Undefined while they are not known. */
  advertisers: readonly Advertiser[] | undefined
  onClosed: () => void
}

const NONE: readonly Cap[] = []

/** Plans a day from another one: what is new, the same and in conflict, to choose from and change before it is saved. */
export function CopyDialog({ kind, today, target: targetAtFirst, advertisers, onClosed }: CopyDialogProps) {
  const words = KIND_WORDS[kind]
  const dialog = useDialog(onClosed)
  const commit = useCommitCaps(kind)
  const [target, setTarget] = useState(targetAtFirst)
  const [source, setSource] = useState(suggestSourceDays(targetAtFirst, today)[0] ?? addDays(targetAtFirst, -1))
  const [picking, setPicking] = useState<PickedEnd | null>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const recent = useRecentLeads(kind, target)
  const seen = useSeenCaps(kind, [source, target])
  const [caps = NONE, standing = NONE] = seen.byDay
  const copy = useCopy({ kind, target, source: source === target ? NONE : caps, standing, advertisers })
  const changed = useChangedLines(copy.lines, isChanged)
  const narrowed = changed.shown
  const shown = useMemo(() => findLines(narrowed, text, today), [narrowed, text, today])
  const order = useMemo(() => groupByGeo(caps), [caps])
  const rows = useMemo(() => toCopyRows(shown, order), [shown, order])
  const byKey = useMemo(() => new Map(copy.lines.map((line) => [line.key, line])), [copy.lines])
  const keys = useSheet({
    rows,
    columns: COPY_COLUMNS,
    textOf: ({ key, column }) => textOfCopy(byKey.get(key), column),
    write: copy.write,
    undo: copy.undo,
    redo: copy.redo,
  })
  const chosen = copy.lines.filter(({ key }) => copy.chosen.has(key))
  const isReady = seen.byDay.every((day) => day !== undefined)

  const focusRow = (key: string, column: string) => {
    // Also where the search hides it.
    flushSync(() => {
      setText('')
      changed.showAll()
    })
    if (!keys.goTo(key, column)) keys.goTo(key, 'cap')
  }

  const save = () => {
    const wrong = chosen.find(({ errors }) => errors.length > 0)
    if (wrong) {
      setProblem('Mend what is marked, or leave those rows out.')
      return focusRow(wrong.key, wrong.errors[0]?.column ?? 'cap')
    }
    const sent = toCopyCommit(chosen, target)
    setProblem(null)
    copy.setRefusals(NO_REFUSALS)
    commit.mutate(sent, {
      onSuccess: ({ batchId }) => {
        toastCommitted(kind, batchId, `${countOf(chosen.length, words.noun)} copied to ${formatDay(target)}`)
        dialog.close()
      },
      onError: (error) => {
        const refusals = refusalsOf(
          kind,
          error,
          chosen.map(({ key, row }) => ({ key, standing: row.standing })),
        )
        copy.setRefusals(refusals)
        setProblem(messageOf(error))
        // An answer that was lost can be asked for again, with the very same rows.
        if (isAnswered(error)) void seen.lookAgain()
        const [first] = refusals.keys()
        if (first !== undefined) focusRow(first, 'cap')
      },
    })
  }

  const chooseTarget = (day: Day) => {
    setTarget(day)
    setProblem(null)
    copy.forgetChoices()
  }

  useFocusOnce(isReady && rows.length > 0, () => keys.goToFirst('cap'))

  return (
    <SheetDialog
      title={`Copy ${words.noun}s from…`}
      size={1180}
      dialog={dialog}
      isDirty={copy.isDirty}
      busy={commit.isPending}
      onEscape={() => {
        if (picking) setPicking(null)
        return picking !== null || keys.escape()
      }}
      action={{
        label: chosen.length === 0 ? 'Copy' : `Copy ${countOf(chosen.length, words.noun)}`,
        disabled: chosen.length === 0 || !isReady,
        run: save,
      }}
      summary={
        isReady &&
        copy.lines.length > 0 && (
          <CopySummary kind={kind} lines={copy.lines} chosen={chosen} shown={shown} target={target} />
        )
      }
    >
      <CopyDays
        today={today}
        source={source}
        target={target}
        picking={picking}
        onPicking={setPicking}
        onSource={setSource}
        onTarget={chooseTarget}
      />
      {problem && <ProblemBox message={problem} />}
      {seen.error && (
        <ProblemBox
          message={messageOf(seen.error)}
          onRetry={seen.isFetching ? undefined : () => void seen.lookAgain()}
        />
      )}
      {seen.isPending && !seen.error && <DaySkeleton />}
      {isReady && copy.lines.length === 0 && <WhyNothing kind={kind} source={source} target={target} today={today} />}
      {isReady && copy.lines.length > 0 && !picking && (
        <>
          <CopyTools
            lines={shown}
            chosen={copy.chosen}
            search={keys.search}
            text={text}
            onSearch={setText}
            onLeaveSearch={() => keys.goToFirst('cap')}
            onChoose={copy.choose}
            changed={changed}
            onMultiply={(factor) => copy.multiply(shown, factor)}
          />
          <CopyTable
            rows={rows}
            chosen={copy.chosen}
            refusals={copy.refusals}
            recent={recent}
            sheetRef={keys.sheet}
            listRef={keys.list}
            handlers={keys.handlers}
            blockOf={keys.blockOf}
            onType={keys.type}
            onChoose={copy.choose}
          />
        </>
      )}
    </SheetDialog>
  )
}

/** Gives the focus to the rows when they are there for the first time; later ones leave it where it is. */
function useFocusOnce(isThere: boolean, focus: () => boolean): void {
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
