import { Button, SegmentedControl } from '@mantine/core'
import { memo } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { prepareCopy, prepareForm, preparePaste } from './cap-dialogs.tsx'
import classes from './board-bar.module.css'
import { prepareMonth, type BoardTask } from './board-dialogs.tsx'

interface BoardBarProps {
  kind: CapKind
  tomorrow: Day
  canEdit: boolean
  onKind: (kind: CapKind) => void
  onTask: (task: BoardTask) => void
}

/** What is done with the board as a whole. */
export const BoardBar = memo(function BoardBar({ kind, tomorrow, canEdit, onKind, onTask }: BoardBarProps) {
  return (
    <div className={classes.bar}>
      <ModeSwitch kind={kind} onChange={onKind} />
      <div className={classes.tools}>
        <Button variant="default" onClick={() => onTask({ task: 'month' })} onPointerEnter={prepareMonth}>
          Calendar view
        </Button>
        {canEdit && (
          <>
            <Button
              variant="default"
              onClick={() => onTask({ task: 'copy', target: tomorrow })}
              onPointerEnter={prepareCopy}
              onFocus={prepareCopy}
            >
              Copy caps from…
            </Button>
            <Button
              variant="default"
              onClick={() => onTask({ task: 'paste', day: tomorrow })}
              onPointerEnter={preparePaste}
              onFocus={preparePaste}
            >
              Paste caps
            </Button>
            <Button
              onClick={() => onTask({ task: 'add', day: tomorrow })}
              onPointerEnter={prepareForm}
              onFocus={prepareForm}
            >
              Quick add tomorrow
            </Button>
          </>
        )}
      </div>
    </div>
  )
})

interface ModeSwitchProps {
  kind: CapKind
  onChange: (kind: CapKind) => void
}

const CHOICES: { value: CapKind; label: string }[] = [
  { value: 'broker', label: 'Broker caps' },
  { value: 'affiliate', label: 'Affiliate caps' },
]

export function ModeSwitch({ kind, onChange }: ModeSwitchProps) {
  return <SegmentedControl aria-label="Kind of cap" data={CHOICES} value={kind} onChange={onChange} />
}
