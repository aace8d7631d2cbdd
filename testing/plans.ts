import type { Sent } from '#contract/call.ts'
import type { planCalls } from '#contract/plans.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'

export type PlanBody = Sent<typeof planCalls.create>['body']['plans'][number]

/** A plan of weekdays for the advertiser `b-1`, from Monday 23 November 2026 on. */
export function buildPlan(fields: Partial<PlanBody> = {}): PlanBody {
  const place = { kind: 'broker' as const, geo: 'DE', advertiserId: 'b-1', sourceNumber: '44' }
  const numbers = [20, 20, 20, 20, 10, null, null]
  const firstDay = brandText<Day>('2026-11-23')
  return { ...place, numbers, workingHours: '10-18 europe/berlin', cpa: 600, crg: 8, firstDay, ...fields }
}

/** The change of a plan to other numbers from a day on. */
export function changePlan(body: PlanBody, numbers: PlanBody['numbers'], from: Day) {
  const { kind: _kind, geo: _geo, advertiserId: _id, sourceNumber: _source, ...terms } = body
  return { ...terms, numbers, from, version: null }
}
