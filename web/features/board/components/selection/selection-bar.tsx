import { ActionIcon, Button } from '@mantine/core'
import { formatCount } from '#web/lib/format.ts'
import { useWindowKeys } from '#web/lib/keys.ts'
import { isTyping } from '#web/lib/single-keys.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import type { BulkTask } from './bulk-preview.tsx'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  count: number
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
export function SelectionBar({ count, hidden, onTask, onPrepare, onSelectShown, onClear }: SelectionBarProps) {
  useWindowKeys((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return
    // Esc closes what lies over the board first.
    if (!document.querySelector('[role=dialog], [role=menu]')) onClear()
  })
  return (
    <section className={classes.bar} aria-label="Selected caps">
      <p className={classes.count} aria-live="polite">
        <strong>{formatCount(count)} selected</strong>
        {hidden > 0 && <span className={classes.hidden}>{formatCount(hidden)} hidden by the filters</span>}
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
