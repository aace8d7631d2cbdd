import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { checkInput } from './check.ts'
import { dayOffCalls } from './days-off.ts'
import { limitCalls } from './limits.ts'
import { planCalls } from './plans.ts'

const DAY = brandText<Day>('2026-11-23')
const NUMBERS = [1, 1, 1, 1, 1, 1, 1]

/** What limits, plans and days off make of a typed geo. */
function readGeos(geo: string): unknown[] {
  const plan = { kind: 'affiliate' as const, geo, sourceNumber: '44', numbers: NUMBERS, firstDay: DAY }
  const plans = checkInput(planCalls.create.body, { plans: [plan] })
  const terms = { name: 'A limit', number: 5, unit: 'leads' as const, period: 'day' as const }
  const place = { side: 'broker' as const, geos: [geo], advertiserIds: [], sourceNumbers: [] }
  const limit = checkInput(limitCalls.create.body, { ...terms, ...place })
  const off = { side: 'geo' as const, key: geo, day: DAY, yearly: false, effect: 'none' as const, name: 'Fair' }
  const daysOff = checkInput(dayOffCalls.add.body, { daysOff: [off] })
  return [
    plans.ok ? plans.value.plans[0]?.geo : null,
    limit.ok ? limit.value.geos[0] : null,
    daysOff.ok ? daysOff.value.daysOff[0]?.key : null,
  ]
}

test.each([
  ['Germany', 'DE'],
  [' south  africa', 'ZA'],
  ['uk', 'UK'],
  ['latam', 'LATAM'],
  ['DE, AT', null],
])('a geo that is typed as %s is %s wherever it is typed', (typed, geo) => {
  expect(readGeos(typed)).toEqual([geo, geo, geo])
})

test('a plan without a geo says so', () => {
  const plan = { kind: 'affiliate' as const, geo: ' ', sourceNumber: '44', numbers: NUMBERS, firstDay: DAY }
  const checked = checkInput(planCalls.create.body, { plans: [plan] })
  expect(checked.ok || checked.problem.errors.map(({ path }) => path)).toEqual(['plans.0.geo'])
})
