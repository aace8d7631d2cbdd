import { useEffect } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { HeadLimit } from '#web/features/limits/components/head-limits.tsx'
import { useHeadLimits } from '#web/features/limits/components/use-head-limits.ts'
import type { PlannedCap } from '#web/features/plans/components/plan-mark.tsx'
import { usePlannedCaps } from '#web/features/plans/components/use-planned-caps.ts'

interface BesideSourceProps {
  kind: CapKind
  days: readonly Day[]
  onLimits: (limits: readonly HeadLimit[]) => void
  onPlans: (plans: ReadonlyMap<string, PlannedCap>) => void
}

/** Tells what stands beside the caps of a board as soon as it is known. */
export function BesideSource({ kind, days, onLimits, onPlans }: BesideSourceProps) {
  const limits = useHeadLimits(kind)
  const plans = usePlannedCaps(days)
  useEffect(() => onLimits(limits), [limits, onLimits])
  useEffect(() => onPlans(plans), [plans, onPlans])
  return null
}
