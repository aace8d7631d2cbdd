import { Button } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { CalendarIcon, CopyIcon, FilterIcon, PasteIcon, ViewsIcon } from '#web/ui/icons.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { prepareCopy, prepareForm, preparePaste } from './cap-dialogs.tsx'
import classes from './board-bar.module.css'
import { prepareMonth, type BoardTask } from './board-dialogs.tsx'
import { BOARD_TITLE, VIEWS, type BoardView } from './board-view.ts'

interface BoardBarProps {
  kind: CapKind
  view: BoardView
  /** The layouts that fit this window. */
  views: readonly BoardView[]
  tomorrow: Day
  canEdit: boolean
  /** Number of active filters. */
  narrowed: number
  areFiltersOpen: boolean
  onKind: (kind: CapKind) => void
  onView: (view: BoardView) => void
  onFilters: () => void
  onTask: (task: BoardTask) => void
  /** Between the switches and the buttons: when the numbers were updated. */
  fresh: ReactNode
  /** In front of the buttons. */
  children: ReactNode
}

const KINDS: { value: CapKind; label: string }[] = [
  { value: 'broker', label: 'Broker caps' },
  { value: 'affiliate', label: 'Affiliate caps' },
]

/** The bar of the board: its kind, its layout, the time of its numbers, and its actions. */
export const BoardBar = memo(function BoardBar(props: BoardBarProps) {
  const { kind, view, views, tomorrow, canEdit, narrowed, areFiltersOpen, onTask } = props
  return (
    <header className={classes.bar}>
      <h1 className={classes.title}>
        {BOARD_TITLE[0]}
        <span className={classes.glance}>{BOARD_TITLE[1]}</span>
      </h1>
      <div className={classes.fresh}>{props.fresh}</div>
      <div className={classes.rest}>
        <Switches kind={kind} view={view} views={views} onKind={props.onKind} onView={props.onView} />
        <div className={classes.tools}>
          {props.children}
          <Button
            className={classes.tool}
            variant="default"
            title="Filters ( / )"
            aria-expanded={areFiltersOpen}
            data-on={narrowed > 0 || undefined}
            onClick={props.onFilters}
          >
            <FilterIcon />
            <span className={classes.name}>Filters</span>
            {narrowed > 0 && <span> ({narrowed})</span>}
          </Button>
          <Tasks tomorrow={tomorrow} canEdit={canEdit} onTask={onTask} />
        </div>
      </div>
    </header>
  )
})

type SwitchesProps = Pick<BoardBarProps, 'kind' | 'view' | 'views' | 'onKind' | 'onView'>

/** Memoised, as the tasks are: the first letter of a search draws the button of the filters again, and nothing else. */
const Switches = memo(function Switches({ kind, view, views, onKind, onView }: SwitchesProps) {
  return (
    <>
      <Segments size="xs" aria-label="Kind of cap" data={KINDS} value={kind} onChange={onKind} />
      <Segments
        size="xs"
        aria-label="View of the board"
        data={VIEWS.filter(({ value }) => views.includes(value))}
        value={view}
        onChange={onView}
      />
    </>
  )
})

type TasksProps = Pick<BoardBarProps, 'tomorrow' | 'canEdit' | 'onTask'>

const Tasks = memo(function Tasks({ tomorrow, canEdit, onTask }: TasksProps) {
  return (
    <>
      <Button
        className={classes.tool}
        variant="default"
        title="Calendar view"
        onClick={() => onTask({ task: 'month' })}
        onPointerEnter={prepareMonth}
      >
        <CalendarIcon />
        <span className={classes.name}>Calendar view</span>
      </Button>
      <Button className={classes.tool} variant="default" title="Views" onClick={() => onTask({ task: 'views' })}>
        <ViewsIcon />
        <span className={classes.name}>Views</span>
      </Button>
      {canEdit && (
        <>
          <Button
            className={classes.tool}
            variant="default"
            title="Copy caps from…"
            onClick={() => onTask({ task: 'copy', target: tomorrow })}
            onPointerEnter={prepareCopy}
            onFocus={prepareCopy}
          >
            <CopyIcon />
            <span className={classes.name}>Copy caps from…</span>
          </Button>
          <Button
            className={classes.tool}
            variant="default"
            title="Paste caps"
            onClick={() => onTask({ task: 'paste', day: tomorrow })}
            onPointerEnter={preparePaste}
            onFocus={preparePaste}
          >
            <PasteIcon />
            <span className={classes.name}>Paste caps</span>
          </Button>
          <Button
            className={classes.add}
            onClick={() => onTask({ task: 'add', day: tomorrow })}
            onPointerEnter={prepareForm}
            onFocus={prepareForm}
          >
            Quick add<span className={classes.when}> tomorrow</span>
          </Button>
        </>
      )}
    </>
  )
})
