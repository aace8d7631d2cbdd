import { ActionIcon, Button } from '@mantine/core'
import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { formatDay } from '#web/lib/format.ts'
import { useWindowKeys } from '#web/lib/keys.ts'
import { isTyping } from '#web/lib/single-keys.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import type { BulkTask } from './bulk-preview.tsx'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  caps: readonly Cap[]
  /** On a phone, the only day in sight. */
  shown: Day
  /** Those of them that the filters hide. */
  hidden: number
  onTask: (task: BulkTask | 'edit' | 'pause') => void
  /** Called before the dialog is opened, to load its script. */
  onPrepare: () => void
  onSelectShown: () => void
  onClear: () => void
}

const TASKS: readonly { task: BulkTask | 'edit' | 'pause'; label: string }[] = [
  { task: 'edit', label: 'Edit' },
  { task: 'move', label: 'Move' },
  { task: 'pause', label: 'Pause' },
  { task: 'delete', label: 'Delete' },
]

/** The bar below the columns while caps are selected. */
export function SelectionBar({ caps, shown, hidden, onTask, onPrepare, onSelectShown, onClear }: SelectionBarProps) {
  const [day = shown, ...others] = new Set(caps.map(({ date }) => date))
  const where = others.length > 0 ? countOf(others.length + 1, 'day') : formatDay(day)
  const isElsewhere = useIsPhone() && (day !== shown || others.length > 0)
  useWindowKeys((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return
    // Esc closes what lies over the board first.
    if (!document.querySelector('[role=dialog], [role=menu]')) onClear()
  })
  return (
    <section className={classes.bar} aria-label="Selected caps">
      <p className={classes.count} aria-live="polite">
        <strong>{formatCount(caps.length)} selected</strong>
        {isElsewhere && <span className={classes.more}>on {where}</span>}
        {hidden > 0 && <span className={classes.more}>{formatCount(hidden)} hidden by the filters</span>}
      </p>
      <div className={classes.tasks} onPointerEnter={onPrepare} onFocus={onPrepare}>
        {TASKS.map(({ task, label }) => (
          <Button
            key={task}
            size="compact-sm"
            variant={task === 'delete' ? 'light' : 'default'}
            {...(task === 'delete' && { color: 'red' })}
            aria-haspopup="dialog"
            onClick={() => onTask(task)}
          >
            {label}
          </Button>
        ))}
      </div>
      <Button size="compact-sm" variant="subtle" onClick={onSelectShown}>
        Select all shown
      </Button>
      <ActionIcon
        className={classes.clear}
        size={28}
        aria-label="Clear the selection"
        title="Clear (Esc)"
        onClick={onClear}
      >
        <CloseIcon size={14} />
      </ActionIcon>
    </section>
  )
}
