import { createContext, lazy, Suspense, use, useState, type ReactNode } from 'react'
import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import classes from './plan-mark.module.css'
import { NO_PLANS } from './planned-cap.ts'

/** The caps of a board that were made by plans, by ID. */
const Planned = createContext(NO_PLANS)

const Source = lazy(async () => ({ default: (await import('./planned-caps-source.tsx')).PlannedCapsSource }))

/** Provides the marks for some days, once they are loaded. */
export function PlanMarks({ days, children }: { days: readonly Day[]; children: ReactNode }) {
  const [planned, setPlanned] = useState(NO_PLANS)
  return (
    <Planned value={planned}>
      {children}
      <Suspense>
        <Source days={days} onPlanned={setPlanned} />
      </Suspense>
    </Planned>
  )
}

/** Marks the first of some caps that a plan made, with details in a tooltip. Renders nothing if there is none. */
export function PlanMark({ caps }: { caps: readonly Cap[] }) {
  const planned = use(Planned)
  const cap = planned.size === 0 ? undefined : caps.find(({ _id }) => planned.has(_id))
  const made = cap && planned.get(cap._id)
  if (!made) return null
  const since = made.capVersion === cap.version ? '' : ', changed by hand since'
  return (
    <span className={classes.mark} title={`Made by the plan ${made.name}${made.note ? ` (${made.note})` : ''}${since}`}>
      Plan
    </span>
  )
}
