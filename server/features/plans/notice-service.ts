import { describePlace, placeOf } from '#domain/caps/cap.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { daysOf } from '#domain/kernel/day-range.ts'
import { applyDayOff, indexDaysOff, type DayOffFinder } from '#domain/plans/days-off.ts'
import { numberOn, type Plan } from '#domain/plans/plan.ts'
import { formatPlanNotices, type PlanNoticeKind } from '#domain/sentences/plan-notices.ts'
import { enqueue } from '#server/features/outbox/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { listDaysOff } from './day-off-store.ts'
import type { DecidedPlan } from './make-service.ts'
import { insertNotices } from './store.ts'

/** For so long a plan may make nothing. */
const IDLE_DAYS = 14

interface Notice {
  plan: Plan
  kind: PlanNoticeKind
}

/**
 * Tells the summary groups, once each, of plans that have ended, make nothing for a long time, or have an unregistered
 * advertiser.
 */
export async function tellOfPlans(
  tx: Tx,
  deps: { clock: Clock },
  decided: readonly DecidedPlan[],
  today: Day,
): Promise<void> {
  const settings = await readSettings(tx)
  const findDayOff = indexDaysOff(await listDaysOff(tx))
  for (const kind of ['broker', 'affiliate'] as const) {
    const chatId = kind === 'broker' ? settings.summaryGroupId : settings.affiliateSummaryGroupId
    if (chatId === null) continue
    const own = decided.filter(({ plan }) => plan.kind === kind)
    // A plan that was changed from a day on continues as another one.
    const standing = own.map(({ plan }) => plan).filter((plan) => !hasEnded(plan, today))
    const going = Map.groupBy(standing, placeOf)
    const notices = own.flatMap((one) => noticeOf(one, going.get(placeOf(one.plan)) ?? [], today, findDayOff) ?? [])
    const fresh = await insertNotices(
      tx,
      notices.map((notice) => ({ planId: notice.plan._id, kind: notice.kind })),
    )
    // The end of a plan that continues as another one is settled by that, and never told.
    const told = notices.filter(
      ({ plan, kind: said }) => fresh.has(`${plan._id} ${said}`) && !(said === 'ended' && going.has(placeOf(plan))),
    )
    if (told.length === 0) continue
    const byLine = new Map(told.map((notice) => [`${notice.kind} ${placeOf(notice.plan)}`, notice]))
    const lines = [...byLine.values()].map((notice) => ({ kind: notice.kind, plan: describePlace(notice.plan) }))
    const message = formatPlanNotices(kind, lines)
    await enqueue(tx, deps.clock, { kind: 'plan.notice', chatId, text: message.source, parseMode: 'HTML' })
  }
}

function hasEnded({ lastDay }: Plan, today: Day): boolean {
  return lastDay !== null && lastDay < today
}

/** `going`: the plans of its place that have not ended. */
function noticeOf(
  { plan, isGone }: DecidedPlan,
  going: readonly Plan[],
  today: Day,
  findDayOff: DayOffFinder,
): Notice | null {
  if (hasEnded(plan, today)) return { plan, kind: 'ended' }
  if (isGone) return { plan, kind: 'gone' }
  if (plan.firstDay > today) return null
  const days = daysOf({ start: today, end: addDays(today, IDLE_DAYS - 1) })
  const makes = days.some((day) => going.some((one) => applyDayOff(numberOn(one, day), findDayOff(one, day)) !== null))
  return makes ? null : { plan, kind: 'idle' }
}
