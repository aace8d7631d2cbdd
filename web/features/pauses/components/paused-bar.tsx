import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { describePlace } from '#domain/caps/cap.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { isRunningAt } from '#domain/pauses/pause.ts'
import { sayUntil } from '#domain/sentences/pauses.ts'
import classes from './pauses.module.css'
import { useStandingPauses } from './use-standing-pauses.ts'

const load = () => import('./pauses-dialog.tsx')
const PausesDialog = lazy(async () => ({ default: (await load()).PausesDialog }))

const MOST_NAMED = 3

interface PausedBarProps {
  zone: Zone
  canEdit: boolean
}

/** What is paused now, in a line above the board, as long as anything is. */
export function PausedBar({ zone, canEdit }: PausedBarProps) {
  const [isOpen, setOpen] = useState(false)
  const { pauses = [], now } = useStandingPauses()
  const running = pauses.filter((pause) => isRunningAt(pause, now))
  const named = (running.length > 0 ? running : pauses).slice(0, MOST_NAMED)
  const more = pauses.length - named.length
  return (
    <>
      {pauses.length > 0 && (
        <section className={classes.bar} aria-label="Paused traffic">
          <p>
            <strong>{running.length > 0 ? 'Paused' : 'To be paused'}</strong>{' '}
            {named.map((pause) => `${describePlace(pause)} ${sayUntil(pause.until, now, zone)}`).join(', ')}
            {more > 0 && ` and ${more} more`}
          </p>
          <Button
            size="compact-sm"
            variant="default"
            aria-haspopup="dialog"
            onPointerEnter={() => void load()}
            onClick={() => setOpen(true)}
          >
            Show pauses
          </Button>
        </section>
      )}
      {isOpen && (
        <Suspense>
          <PausesDialog zone={zone} canEdit={canEdit} onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
