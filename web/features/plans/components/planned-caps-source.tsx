import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Answered } from '#contract/call.ts'
import type { dayPlanCalls } from '#contract/day-plans.ts'
import type { Day } from '#domain/kernel/day.ts'
import { dayPlansQuery } from '../day-api.ts'
import { NO_PLANS, type PlannedCap } from './planned-cap.ts'

interface PlannedCapsSourceProps {
  days: readonly Day[]
  onPlanned: (planned: ReadonlyMap<string, PlannedCap>) => void
}

/** Reports which caps of some days were made by plans, by ID. */
export function PlannedCapsSource({ days, onPlanned }: PlannedCapsSourceProps) {
  const planned = useQueries({ queries: days.map(dayPlansQuery), combine })
  useEffect(() => onPlanned(planned), [planned, onPlanned])
  return null
}

function combine(
  answers: readonly { data: Answered<typeof dayPlanCalls.list> | undefined }[],
): ReadonlyMap<string, PlannedCap> {
  const all = answers.flatMap(({ data = [] }) => data)
  return all.length === 0 ? NO_PLANS : new Map(all.map(({ capId, ...planned }) => [capId, planned]))
}
