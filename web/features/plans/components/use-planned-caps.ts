import { useQueries } from '@tanstack/react-query'
import type { Answered } from '#contract/call.ts'
import type { dayPlanCalls } from '#contract/day-plans.ts'
import type { Day } from '#domain/kernel/day.ts'
import { dayPlansQuery } from '../day-api.ts'
import { NO_PLANS, type PlannedCap } from './plan-mark.tsx'

/** The caps of some days that plans made, by id. */
export function usePlannedCaps(days: readonly Day[]): ReadonlyMap<string, PlannedCap> {
  return useQueries({ queries: days.map(dayPlansQuery), combine })
}

function combine(
  answers: readonly { data: Answered<typeof dayPlanCalls.list> | undefined }[],
): ReadonlyMap<string, PlannedCap> {
  const all = answers.flatMap(({ data = [] }) => data)
  return all.length === 0 ? NO_PLANS : new Map(all.map(({ capId, ...planned }) => [capId, planned]))
}
