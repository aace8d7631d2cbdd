import { TextInput } from '@mantine/core'
import type { KeyboardEvent, RefObject } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { ActionMenu } from '#web/ui/action-menu.tsx'
import type { CellChange } from './block.ts'
import type { CapLine } from './cap-lines.ts'
import { CHOOSABLE, StateChoice } from './choice-box.tsx'
import { NarrowChanged, type ChangedLines } from './narrow-changed.tsx'
import { SetCells } from './set-cells.tsx'
import { isFact, labelOfColumn, type SheetColumn } from './sheet-columns.ts'
import classes from './sheet-tools.module.css'

interface SheetToolsProps {
  kind: CapKind
  /** The lines that the search lets pass. */
  lines: readonly CapLine[]
  chosen: ReadonlySet<string>
  /** Whether rows are chosen before they are changed; else all that are shown are set. */
  isChosenFirst: boolean
  columns: readonly SheetColumn[]
  hidable: readonly SheetColumn[]
  onToggleColumn: (column: SheetColumn) => void
  search: RefObject<HTMLInputElement | null>
  field: RefObject<HTMLInputElement | null>
  unset: string
  onType: (unset: string) => void
  text: string
  onSearch: (text: string) => void
  /** From the search on to the rows that were found. */
  onLeaveSearch: () => void
  onChoose: (lines: readonly CapLine[], chosen: boolean) => void
  onSet: (changes: readonly CellChange[]) => void
  changed: ChangedLines
}

const FACTS = { date: 'Day', state: 'State', today: 'Today', sameWeekday: 'Same weekday', mean: '7 days' }

/** What is done with several rows at once. All of it holds for the rows that the search shows. */
export function SheetTools(props: SheetToolsProps) {
  const { kind, lines, chosen, isChosenFirst, columns, hidable, search, field, text, changed } = props
  const { onSearch, onLeaveSearch, onToggleColumn, onChoose, onSet } = props
  const set = isChosenFirst ? lines.filter(({ key }) => chosen.has(key)) : lines
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onLeaveSearch()
  }
  return (
    <div className={classes.root}>
      <TextInput
        ref={search}
        className={classes.search}
        size="xs"
        type="search"
        aria-label="Find caps"
        placeholder="Find geo, broker, #source  ( / )"
        value={text}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={leave}
      />
      <div className={classes.states}>
        {isChosenFirst && <States lines={lines} chosen={chosen} onChoose={onChoose} />}
        <NarrowChanged changed={changed} />
      </div>
      <SetCells
        kind={kind}
        lines={set}
        which={`${formatCount(set.length)} ${isChosenFirst ? 'chosen' : 'shown'}`}
        columns={columns}
        field={field}
        unset={props.unset}
        onType={props.onType}
        onSet={onSet}
      />
      <div className={classes.menu}>
        <ActionMenu
          label="Columns"
          actions={hidable.map((column) => ({
            label: `${columns.includes(column) ? 'Hide' : 'Show'} ${isFact(column) ? FACTS[column] : labelOfColumn(column)}`,
            run: () => onToggleColumn(column),
          }))}
        />
      </div>
    </div>
  )
}

function States({ lines, chosen, onChoose }: Pick<SheetToolsProps, 'lines' | 'chosen' | 'onChoose'>) {
  const same = lines.filter(({ row }) => row.state === 'same').length
  return (
    <>
      {CHOOSABLE.map(({ state, label }) => {
        const own = lines.filter(({ row }) => row.state === state)
        return (
          <StateChoice
            key={state}
            label={label}
            count={own.length}
            chosen={own.filter(({ key }) => chosen.has(key)).length}
            onChoose={(wanted) => onChoose(own, wanted)}
          />
        )
      })}
      <span className={classes.same}>Same {formatCount(same)}</span>
    </>
  )
}
