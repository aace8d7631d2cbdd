import { useEffect, useMemo, useRef, useState } from 'react'
import type { Advertiser } from '#contract/partner-lists.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import { sayActs, type PlannedAct } from '#domain/pauses/planned.ts'
import type { PasteColumn } from '#domain/caps/paste-columns.ts'
import { isMended } from '#domain/caps/paste-mend.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf } from '#domain/sentences/written.ts'
import { toastCommitted, useCommitCaps } from '#web/features/caps/commits.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import { messageOf } from '#web/lib/api.ts'
import { isAnswered } from '#web/lib/use-once.ts'
import { formatDayTitle } from '#web/lib/format.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { DayField } from '#web/ui/day-field.tsx'
import { useChangedLines } from '../narrow-changed.tsx'
import { NO_REFUSALS, refusalsOf } from '../refusals.ts'
import { useRecentLeads } from '../recent-leads.tsx'
import { DELIVERED_COLUMNS, useHiddenColumns } from '../sheet-columns.ts'
import { SheetDialog } from '../sheet-dialog.tsx'
import { SheetBusy } from '../sheet-field.tsx'
import { useSheet } from '../use-sheet.ts'
import { layOut } from './paste-columns.ts'
import classes from './paste-dialog.module.css'
import { toPasteCommit, type PasteLine } from './paste-lines.ts'
import { PasteFrom } from './paste-from.tsx'
import { PasteQuestions } from './paste-questions.tsx'
import type { PasteQuestion } from './read-message.ts'
import { PasteSummary } from './paste-summary.tsx'
import { PasteTable } from './paste-table.tsx'
import { PasteText } from './paste-text.tsx'
import { PasteTools } from './paste-tools.tsx'
import type { PasteWork } from './paste-work.ts'
import { usePaste } from './use-paste.ts'
import { useTakeOut } from './use-take-out.ts'

interface PasteDialogProps {
  kind: CapKind
  today: Day
  /** The day of rows that name none; another one can be chosen. */
  day: Day
  zone: Zone
  /** Undefined while they are not known. */
  advertisers: readonly Advertiser[] | undefined
  onClosed: () => void
}

const NO_ROWS = 'This text has no rows. Paste at least one row with a geo, a cap and a source.'

/** Rows of a spreadsheet, read, shown against what stands on their days, mended where needed, and saved together. */
export function PasteDialog({ kind, today, day: dayAtFirst, zone, advertisers, onClosed }: PasteDialogProps) {
  const words = KIND_WORDS[kind]
  const dialog = useDialog(onClosed)
  const commit = useCommitCaps(kind)
  const names = useMemo(
    () => new Map(advertisers?.map(({ advertiserId, name }) => [advertiserId, name])),
    [advertisers],
  )
  const [typedDay, setTypedDay] = useState<string>(dayAtFirst)
  const [day, setDay] = useState(dayAtFirst)
  const [problem, setProblem] = useState<string | null>(null)
  const [from, setFrom] = useState('')
  const paste = usePaste({ kind, day, zone, advertisers, from })
  const { work, lines, chosen } = paste
  // Rows of several days are not planned by the numbers of one.
  const days = useMemo(() => new Set(lines.flatMap(({ probe }) => probe?.date ?? [])), [lines])
  const [ofDay = day] = days
  const isOneDay = days.size === 1
  const recent = useRecentLeads(kind, ofDay, isOneDay)
  const { hidden } = useHiddenColumns()
  const layout = useMemo(
    () => work && layOut(kind, work.paste, isOneDay ? DELIVERED_COLUMNS.filter((column) => !hidden.has(column)) : []),
    [kind, work, isOneDay, hidden],
  )
  const original = useMemo(() => new Map(work?.paste.rows.map(({ line, cells }) => [line, cells])), [work?.paste])
  const changed = useChangedLines(lines, ({ row }) => isMended(row, original.get(row.line)))
  const byKey = useMemo(() => new Map(lines.map((line) => [line.key, line])), [lines])
  const keys = useSheet({
    rows: changed.shown,
    columns: layout?.columns ?? NO_COLUMNS,
    textOf: ({ key, column }) => byKey.get(key)?.row.cells[column] ?? '',
    write: paste.write,
    undo: paste.undo,
    redo: paste.redo,
    showAll: changed.showAll,
    isBusy: commit.isPending,
  })
  const takeOut = useTakeOut({ lines: changed.shown, remove: paste.actions.remove, goTo: keys.goTo })
  const rowActions = useMemo(
    () => ({ choose: paste.choose, mend: keys.type, remove: takeOut }),
    [paste.choose, keys.type, takeOut],
  )

  const read = (text: string) => {
    setProblem(null)
    paste.read(text, (hasRows, [open]) =>
      setProblem(hasRows ? null : open === undefined ? NO_ROWS : `${NO_ROWS} ${open}`),
    )
  }

  const changeDay = (typed: string) => {
    setTypedDay(typed)
    const parsed = parseDay(typed)
    if (!parsed || parsed === day) return
    setDay(parsed)
    // That there is no row in a text holds for every day.
    if (work) setProblem(null)
    paste.moveTo(parsed)
  }

  const focusLine = (line: PasteLine | undefined) => {
    if (line) keys.find(line.key, line.errors.find(({ column }) => column !== null)?.column ?? 'cap')
  }

  const answer = (question: PasteQuestion, value: string) => {
    setProblem(null)
    paste.answer(question, value, (next) => {
      if (next && isOver(next)) dialog.close()
    })
  }

  const save = () => {
    const sent = { ...toPasteCommit(chosen), acts: paste.acts }
    const rest = lines.filter(({ state }) => state === 'error')
    setProblem(null)
    paste.refuse(NO_REFUSALS)
    commit.mutate(sent, {
      onSuccess: ({ batchId }) => {
        toastCommitted(kind, batchId, sayDone(chosen.length, words.noun, paste.acts))
        if (rest.length === 0 && !hasOpen(work?.message, rest)) return dialog.close()
        paste.saved(chosen)
        void paste.seen.lookAgain()
        focusLine(rest[0])
      },
      onError: (error) => {
        const refusals = refusalsOf(kind, error, chosen)
        paste.refuse(refusals)
        setProblem(messageOf(error))
        // An answer that was lost can be asked for again, with the very same rows.
        if (isAnswered(error)) void paste.seen.lookAgain()
        focusLine(chosen.find(({ key }) => refusals.has(key)))
      },
    })
  }

  useOnChange(work !== null, (isRead) => {
    if (isRead) focusLine(lines.find(({ state }) => state === 'error') ?? lines[0])
    else document.getElementById(TEXT_ID)?.focus()
  })

  return (
    <SheetDialog
      title={`Paste ${words.noun}s`}
      size={1320}
      dialog={dialog}
      isDirty={paste.text.trim() !== ''}
      busy={commit.isPending || paste.isReading}
      onEscape={keys.escape}
      action={
        work
          ? {
              label: saySave(chosen.length, words.noun, paste.acts),
              disabled: chosen.length + paste.acts.length === 0 || paste.seen.isPending || paste.isOfOtherDay,
              run: save,
            }
          : { label: 'Preview', disabled: paste.text.trim() === '', run: () => read(paste.text) }
      }
      summary={work && lines.length > 0 && <PasteSummary lines={lines} chosen={chosen} />}
    >
      <div className={classes.of}>
        <DayField
          size="xs"
          label="Day for rows without a date"
          description={parseDay(typedDay) ? formatDayTitle(day, today) : 'A calendar day'}
          error={parseDay(typedDay) ? null : `Until then ${formatDayTitle(day, today)} is taken.`}
          readOnly={commit.isPending}
          value={typedDay}
          onChange={changeDay}
        />
        {!work && <PasteFrom kind={kind} advertisers={advertisers} from={from} onChange={setFrom} />}
      </div>
      {problem && work && <ProblemBox message={problem} />}
      {paste.readingError && !work && (
        <ProblemBox message={messageOf(paste.readingError)} onRetry={() => read(paste.text)} />
      )}
      {paste.seen.error && (
        <ProblemBox
          message={messageOf(paste.seen.error)}
          onRetry={paste.seen.isFetching ? undefined : () => void paste.seen.lookAgain()}
        />
      )}
      {!work || !layout ? (
        <PasteText kind={kind} id={TEXT_ID} text={paste.text} problem={problem} onType={paste.setText} onPaste={read} />
      ) : (
        <SheetBusy value={commit.isPending}>
          <PasteTools
            lines={lines}
            chosen={chosen}
            changed={changed}
            ignored={work.paste.ignored}
            notes={work.paste.notes}
            onChoose={paste.choose}
            onMend={() => focusLine(lines.find(({ state }) => state === 'error'))}
            onBack={() => {
              paste.unread()
              setProblem(null)
            }}
          />
          {paste.readingError && (
            <ProblemBox
              message={messageOf(paste.readingError)}
              onRetry={paste.isOfOtherDay ? () => paste.moveTo(day) : undefined}
            />
          )}
          {work.message && (
            <PasteQuestions
              questions={openQuestions(work.message.questions, lines)}
              acts={work.message.acts}
              proposals={work.message.proposals}
              names={names}
              today={today}
              busy={paste.isReading || commit.isPending}
              onAnswer={answer}
              onChoose={paste.chooseAct}
              onTake={paste.take}
            />
          )}
          {lines.length > 0 && (
            <PasteTable
              kind={kind}
              lines={changed.shown}
              chosen={chosen}
              original={original}
              refusals={paste.refusals}
              layout={layout}
              recent={recent}
              day={day}
              advertisers={advertisers}
              sheetRef={keys.sheet}
              listRef={keys.list}
              handlers={keys.handlers}
              blockOf={keys.blockOf}
              actions={rowActions}
            />
          )}
        </SheetBusy>
      )}
    </SheetDialog>
  )
}

/** What is still open of a message: a question whose rows were taken out, or have what it asks for by now, is none. */
function openQuestions(questions: readonly PasteQuestion[], lines: readonly PasteLine[]): PasteQuestion[] {
  const byLine = new Map(lines.map((line) => [line.row.line, line]))
  return questions.filter(({ id, lines: own }) => {
    if (own.length === 0) return true
    const left = own.flatMap((line) => byLine.get(line) ?? [])
    return id.startsWith('which-source:') ? left.some(({ row }) => !row.cells.sourceNumber) : left.length > 0
  })
}

function hasOpen(message: PasteWork['message'] | undefined, lines: readonly PasteLine[]): boolean {
  return message ? openQuestions(message.questions, lines).length + message.proposals.length > 0 : false
}

/** Whether something of a message was saved, and nothing of it is left. */
function isOver({ rows, message }: PasteWork): boolean {
  if (!message || rows.length + message.acts.length > 0 || hasOpen(message, [])) return false
  return message.said.done.length + message.said.saved.length > 0
}

/** `Save 2 broker caps, pause BR` */
function saySave(caps: number, noun: string, acts: readonly PlannedAct[]): string {
  const parts = [...(caps > 0 ? [`save ${countOf(caps, noun)}`] : []), ...sayActs(acts)].join(', ')
  return parts === '' ? 'Save' : parts.slice(0, 1).toUpperCase() + parts.slice(1)
}

function sayDone(caps: number, noun: string, acts: readonly PlannedAct[]): string {
  return [...(caps > 0 ? [`${countOf(caps, noun)} pasted`] : []), ...sayActs(acts).map((act) => `Done: ${act}`)].join(
    '. ',
  )
}

const NO_COLUMNS: readonly PasteColumn[] = []

const TEXT_ID = 'pasted-text'

/** Runs when what follows from a changed value is drawn, and not at first. */
function useOnChange<T>(value: T, act: (value: T) => void): void {
  const before = useRef(value)
  useEffect(() => {
    if (before.current === value) return
    const frame = requestAnimationFrame(() => {
      before.current = value
      act(value)
    })
    return () => cancelAnimationFrame(frame)
  })
}
