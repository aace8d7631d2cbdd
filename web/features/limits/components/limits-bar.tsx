import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, use, useState } from 'react'
import type { CapKind } from '#domain/kernel/cap-kind.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countUnits, isOverPlanned, sayFull, sayPlanned } from '#domain/sentences/limits.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { TodayContext } from '#web/lib/clock.ts'
import { limitsTodayQuery } from '../state-api.ts'
import classes from './limits.module.css'

const load = () => import('./limits-dialog.tsx')
const LimitsDialog = lazy(async () => ({ default: (await load()).LimitsDialog }))

interface LimitsBarProps {
  kind: CapKind
  zone: Zone
  canEdit: boolean
}

/** The limit of a side that fills first, and the link to all limits. */
export function LimitsBar({ kind, zone, canEdit }: LimitsBarProps) {
  const [isOpen, setOpen] = useState(false)
  const today = use(TodayContext)
  const { data = [] } = useQuery(limitsTodayQuery(today))
  const first = data.find(({ limit, period }) => limit.side === kind && period !== null && limit.number !== null)
  const number = first?.limit.number ?? 0
  const said = first ? [sayFull(first), sayPlanned(first)].filter((part) => part !== null) : []
  return (
    <section className={classes.bar} aria-label="Limits">
      {first && (
        <p>
          <strong>{first.limit.name}</strong> {formatCount(first.delivered)} of {countUnits(number, first.limit.unit)}
          {said.length > 0 && (
            <span className={isOverPlanned(first) ? classes.over : undefined}>
              {said.map((part) => ` · ${part}`).join('')}
            </span>
          )}
        </p>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onClick={() => setOpen(true)}
      >
        {data.length > 0 ? `All limits (${data.length})` : 'Limits'}
      </Button>
      {isOpen && (
        <Suspense>
          <LimitsDialog zone={zone} canEdit={canEdit} onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
