import { createContext, use, useCallback, useId, useState } from 'react'
import type { PasteColumn } from '#domain/caps/paste-columns.ts'
import type { CellError } from '#domain/caps/paste.ts'
import classes from './sheet-field.module.css'
import sheet from './sheet-table.module.css'

interface SheetFieldProps {
  column: PasteColumn
  /** The name of the column. */
  label: string
  /** The name of the row, for screen readers. */
  rowName: string
  value: string
  /** Called with the typed text; the cell shows the text itself until `shown` is called. */
  onChange: (column: PasteColumn, text: string, shown: () => void) => void
  placeholder?: string | undefined
  /** The id of the element with the error's text. */
  problemId?: string | undefined
  /** The value before it was changed; absent if it was not. */
  before?: string | undefined
  /** True if it is in the selected block. */
  inBlock?: boolean | undefined
  /** A note against the value. */
  note?: string | undefined
  /** How the value was read. */
  hint?: string | undefined
  autoFocus?: boolean | undefined
}

/** Whether the sheet is being saved: its fields are read-only then. */
export const SheetBusy = createContext(false)

/** One cell of a list that is filled in like a spreadsheet. */
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
        readOnly={use(SheetBusy)}
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

/** The columns that are aligned to the end of their cells. */
export const NUMBER_COLUMNS: ReadonlySet<PasteColumn> = new Set(['cap', 'cpa', 'crg'])

/** The errors of a row, below its cells; the cells refer to it. */
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
