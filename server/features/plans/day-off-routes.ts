import type { dayOffCalls } from '#contract/days-off.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { sayMeant } from '#contract/texts/partners.ts'
import { planTexts } from '#contract/texts/plans.ts'
import type { DayOff } from '#domain/plans/days-off.ts'
import { presentChanges } from '#platform/http/history.ts'
import { answer, problem, type Handlers, type Refusal } from '#platform/http/reply.ts'
import type { XlsxSheet } from '#platform/xlsx.ts'
import {
  addDaysOff,
  readDayOffHistory,
  readDaysOff,
  removeDayOff,
  undoDaysOff,
  type DayOffRefusal,
} from './day-off-service.ts'
import { readHolidays } from './holiday-service.ts'
import type { PlanDeps } from './service.ts'

const words = planTexts

export function dayOffRoutes(deps: PlanDeps): Handlers<typeof dayOffCalls> {
  return {
    async list() {
      return answer(200, await readDaysOff(deps.db))
    },
    async listHolidays({ query }) {
      return answer(200, await readHolidays(deps, query.geo))
    },
    async add({ body }, { member }) {
      const result = await addDaysOff(deps, member, body.daysOff)
      return result.ok ? answer(201, result.value) : refuseDayOff(result)
    },
    async remove({ params }, { member }) {
      const result = await removeDayOff(deps, member, params.id)
      return result.ok ? answer(200, result.value) : refuseDayOff(result)
    },
    async undo({ params }, { member }) {
      const result = await undoDaysOff(deps, member, params.id)
      return result.ok ? answer(200, result.value) : refuseDayOff(result)
    },
    async listHistory() {
      return answer(
        200,
        presentChanges(await readDayOffHistory(deps.db), (dayOff) => dayOff),
      )
    },
  }
}

/** Days off as a sheet beside the plans. */
export function dayOffSheet(daysOff: readonly DayOff[]): XlsxSheet {
  return {
    name: 'Days off',
    columns: [
      { heading: 'For', kind: 'text' },
      { heading: 'Geo or advertiser ID', kind: 'text' },
      { heading: 'Day', kind: 'day' },
      { heading: 'Every year', kind: 'text' },
      { heading: 'Name', kind: 'text' },
      { heading: 'What happens', kind: 'text' },
      { heading: 'Leads', kind: 'count' },
    ],
    rows: daysOff.map(({ side, key, day, yearly, name, effect, number }) => {
      return [side, key, day, yearly ? 'yes' : 'no', name, words.dayOff.effects[effect], number]
    }),
  }
}

function refuseDayOff(refusal: DayOffRefusal): Refusal {
  switch (refusal.reason) {
    case 'day-off.exists':
      return problem(409, words.dayOff.exists, {
        errors: [{ path: `daysOff.${refusal.index}.day`, message: words.dayOff.exists }],
      })
    case 'day-off.not-found':
      return problem(404, words.dayOff.notFound)
    case 'batch.not-found':
      return problem(404, words.undo)
    case 'batch.changed-since':
      return problem(409, words.dayOff.changedSince)
    case 'day-off.unknown-advertiser': {
      const message = capTexts.unknownAdvertiser(refusal.advertiserId) + sayMeant(refusal.meant)
      return problem(400, message, { errors: [{ path: `daysOff.${refusal.index}.key`, message }] })
    }
  }
}
