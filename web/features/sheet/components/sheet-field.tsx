import { useCallback, useId, useState } from 'react'
import type { PasteColumn } from '#domain/caps/paste-columns.ts'
import type { CellError } from '#domain/caps/paste.ts'
import classes from './sheet-field.module.css'
import sheet from './sheet-table.module.css'

interface SheetFieldProps {
  column: PasteColumn
  /** What the column is called. */
  label: string
  /** What the row is called, for those who cannot see where the field stands. */
  rowName: string
  value: string
  /** Told what is typed, which the cell shows by itself until `shown` is called. */
  onChange: (column: PasteColumn, text: string, shown: () => void) => void
  placeholder?: string | undefined
  /** What is wrong, in words that stand elsewhere in the row under this id. */
  problemId?: string | undefined
  /** What it was before somebody changed it; absent where nobody did. */
  before?: string | undefined
  /** Whether it is in the block that is chosen. */
  inBlock?: boolean | undefined
  /** What stands against the value. */
  note?: string | undefined
  /** How the value was understood. */
  hint?: string | undefined
  autoFocus?: boolean | undefined
}

/** One cell of a list that is filled in as a spreadsheet is. */
export function SheetField(props: SheetFieldProps) {
  const { column, label, rowName, value, before, inBlock, onChange, placeholder, problemId, note, hint } = props
  const [ahead, setAhead] = useState<string | null>(null)
  const shown = useCallback(() => setAhead(null), [])
  const type = (text: string) => {
    setAhead(text)
    onChange(column, text, shown)
  }
  const beforeId = useId()
  const noteId = useId()
  const hintId = useId()
  const described = [problemId, before !== undefined && beforeId, note && noteId, hint && hintId]
    .filter(Boolean)
    .join(' ')
  return (
    <label className={classes.root}>
      <span className={classes.label}>{label}</span>
      <input
        className={classes.input}
        data-field={column}
        data-number={NUMBER_COLUMNS.has(column) || undefined}
        data-changed={before !== undefined || undefined}
        data-block={inBlock || undefined}
        data-autofocus={props.autoFocus || undefined}
        aria-label={`${label}, ${rowName}`}
        aria-invalid={problemId !== undefined}
        aria-describedby={described || undefined}
        inputMode={column === 'cap' ? 'numeric' : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={ahead ?? value}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {hint && (
        <span id={hintId} className={classes.note} data-hint title={hint}>
          {hint}
        </span>
      )}
      {before !== undefined && (
        <span id={beforeId} className={classes.before} title={`was ${before === '' ? 'empty' : before}`}>
          <span className="visually-hidden">was </span>
          {before === '' ? 'empty' : before}
        </span>
      )}
      {note && (
        <span id={noteId} className={classes.note}>
          {note}
        </span>
      )}
    </label>
  )
}

/** The columns whose values stand at the end of their cells. */
export const NUMBER_COLUMNS: ReadonlySet<PasteColumn> = new Set(['cap', 'cpa', 'crg'])

/** What is wrong with a row, under its cells; the cells that are meant refer to it. */
export function RowProblems({ id, problems }: { id: string; problems: readonly CellError[] }) {
  if (problems.length === 0) return null
  const messages = [...new Set(problems.map(({ message }) => message))]
  return (
    <div role="cell" id={id} className={sheet.problems}>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  )
}
