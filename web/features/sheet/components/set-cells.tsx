import { Button, NativeSelect, TextInput } from '@mantine/core'
import { use, useState, type KeyboardEvent, type RefObject } from 'react'
import { changePlanned, parsePlannedChange } from '#domain/caps/bulk.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { CellChange } from './block.ts'
import { lineOf, type CapLine } from './cap-lines.ts'
import { isLineColumn, labelOfColumn, LINE_COLUMNS, type LineColumn, type SheetColumn } from './sheet-columns.ts'
import { SheetBusy } from './sheet-field.tsx'
import classes from './sheet-tools.module.css'

interface SetCellsProps {
  kind: CapKind
  /** Those whose cells are set. */
  lines: readonly CapLine[]
  /** How they are meant, `12 chosen`. */
  which: string
  columns: readonly SheetColumn[]
  field: RefObject<HTMLInputElement | null>
  /** What is typed and not set yet. */
  unset: string
  onType: (unset: string) => void
  onSet: (changes: readonly CellChange[]) => void
}

const PLANNED_HINT = 'Write 50, +5, -5, ×1.2, or +10%.'

/** Sets one column of many rows at once; a planned number may also be moved from what it is. */
export function SetCells({ kind, lines, which, columns, field, unset, onType, onSet }: SetCellsProps) {
  const [wanted, setWanted] = useState<LineColumn>('cap')
  const [problem, setProblem] = useState<string | null>(null)
  const shown = LINE_COLUMNS.filter((name) => columns.includes(name))
  const column = shown.includes(wanted) ? wanted : 'cap'

  const isBusy = use(SheetBusy)
  const run = () => {
    if (isBusy) return
    if (lines.length === 0) return setProblem('Choose rows first.')
    const read = readChange(kind, lines, column, unset)
    setProblem(typeof read === 'string' ? read : null)
    if (typeof read === 'string') return
    onType('')
    onSet(read)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    run()
  }
  return (
    <div className={classes.set}>
      <NativeSelect
        size="xs"
        className={classes.column}
        aria-label="Column to set"
        value={column}
        data={shown.map((name) => ({ value: name, label: labelOfColumn(name) }))}
        onChange={({ currentTarget: { value } }) => {
          if (isLineColumn(value)) setWanted(value)
          setProblem(null)
        }}
      />
      <TextInput
        ref={field}
        size="xs"
        className={classes.text}
        aria-label={`Value for ${which}`}
        placeholder={column === 'cap' ? '50, +5, ×1.2, +10%' : 'Empty takes it away'}
        error={problem}
        readOnly={isBusy}
        value={unset}
        onChange={(event) => {
          onType(event.currentTarget.value)
          setProblem(null)
        }}
        onKeyDown={press}
      />
      <Button size="xs" variant="default" disabled={lines.length === 0} onClick={run}>
        Set {which}
      </Button>
    </div>
  )
}

/** The cells as they are to be, or what is wrong with what was typed. */
function readChange(kind: CapKind, lines: readonly CapLine[], column: LineColumn, text: string): CellChange[] | string {
  if (column === 'cap') {
    const change = parsePlannedChange(text)
    if (!change) return PLANNED_HINT
    return lines.map(({ key, row }) => ({ key, column, text: String(changePlanned(row.source.cap, change)) }))
  }
  const [first] = lines
  const wrong = first && lineOf(kind, first.row, { [column]: text }).errors.find((error) => error.column === column)
  return wrong ? wrong.message : lines.map(({ key }) => ({ key, column, text }))
}
