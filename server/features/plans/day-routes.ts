import { describePlace } from '#domain/caps/cap.ts'
import type { dayPlanCalls } from '#contract/day-plans.ts'
import { answer, type Handlers } from '#platform/http/reply.ts'
import { readDayPlans } from './day-service.ts'
import type { PlanDeps } from './service.ts'

export function dayPlanRoutes({ db }: Pick<PlanDeps, 'db'>): Handlers<typeof dayPlanCalls> {
  return {
    async list({ params }) {
      const days = await readDayPlans(db, params.date)
      return answer(
        200,
        days.map(({ plan, ...cap }) => ({ ...cap, planId: plan._id, name: describePlace(plan), note: plan.note })),
      )
    },
  }
}
