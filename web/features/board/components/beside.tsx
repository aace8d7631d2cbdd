import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { HeadLimits, NO_LIMITS } from '#web/features/limits/components/head-limits.tsx'
import { NO_PLANS, PlannedCaps } from '#web/features/plans/components/plan-mark.tsx'

const BesideSource = lazy(async () => ({ default: (await import('./beside-source.tsx')).BesideSource }))

interface BesideProps {
  kind: CapKind
  days: readonly Day[]
  children: ReactNode
}

/** What stands beside the caps of a board: the limits of its heads and the plans that made them. It comes after them. */
export function Beside({ kind, days, children }: BesideProps) {
  const [limits, setLimits] = useState(NO_LIMITS)
  const [plans, setPlans] = useState(NO_PLANS)
  return (
    <HeadLimits value={limits}>
      <PlannedCaps value={plans}>{children}</PlannedCaps>
      <Suspense>
        <BesideSource kind={kind} days={days} onLimits={setLimits} onPlans={setPlans} />
      </Suspense>
    </HeadLimits>
  )
}
