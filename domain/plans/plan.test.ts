import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cap } from '#domain/caps/cap.ts'
import { brandText } from '#domain/kernel/brand.ts'
import { addDays, weekdayOf, type Day } from '#domain/kernel/day.ts'
import { daysOf } from '#domain/kernel/day-range.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import { addMilliseconds, HOUR, MINUTE } from '#domain/kernel/instant.ts'
import { ZONES, zoneOf } from '#domain/kernel/zone.ts'
import { indexDaysOff, type DayOff } from './days-off.ts'
import { decideDay, type PlanDay } from './decide.ts'
import { findOverlap, numberOn, splitPlan, type Plan } from './plan.ts'

const dayOf = (text: string) => brandText<Day>(text)

const PLAN: Plan = {
  _id: 'p1',
  kind: 'broker',
  geo: 'DE',
  advertiserId: '101',
  sourceNumber: foldSource('44'),
  numbers: [20, 20, 20, 20, 10, null, null],
  workingHours: '10:00-18:00 Europe/Berlin',
  alwaysOn: false,
  cpa: null,
  crg: null,
  everyWeeks: 1,
  firstDay: dayOf('2026-11-25'),
  lastDay: null,
  note: null,
  createdBy: 'ann',
  version: 1,
}

const planOf = (fields: Partial<Plan>): Plan => ({ ...PLAN, ...fields })
const spanOf = (start: string, end: string) => daysOf({ start: dayOf(start), end: dayOf(end) })
const NO_DAYS_OFF = indexDaysOff([])
const nameOf = () => 'Alpha'

describe('the number of a day', () => {
  it('is that of its weekday, from the first day to the last', () => {
    const plan = planOf({ lastDay: dayOf('2026-12-03') })
    expect(spanOf('2026-11-23', '2026-12-04').map((day) => numberOn(plan, day))).toEqual(
      [null, null, 20, 20, 10, null, null].concat([20, 20, 20, 20, null]),
    )
  })

  it('comes every other week, counted from the week of the first day', () => {
    const plan = planOf({ everyWeeks: 2 })
    expect(spanOf('2026-11-25', '2026-12-08').map((day) => numberOn(plan, day))).toEqual(
      [20, 20, 10, null, null].concat([null, null, null, null, null, null, null], [20, 20]),
    )
  })
})

describe('plans of one place', () => {
  it.each([
    ['the same days', {}, '2026-11-25'],
    ['other weekdays', { numbers: [null, null, null, null, null, 5, 5] }, null],
    ['the other of two weeks', { everyWeeks: 2, firstDay: dayOf('2026-12-02') }, '2026-12-02'],
    ['from the day after the last', { firstDay: dayOf('2026-12-05') }, null],
    ['another source', { sourceNumber: foldSource('51') }, null],
    ['the geo in another spelling', { geo: 'de ' }, '2026-11-25'],
  ])('%s', (_what, fields, day) => {
    const one = planOf({ lastDay: dayOf('2026-12-04') })
    expect(findOverlap(one, planOf({ _id: 'p2', ...fields }))).toBe(day)
  })

  it('two that alternate never meet', () => {
    const other = planOf({ everyWeeks: 2, firstDay: dayOf('2026-12-02') })
    expect(findOverlap(planOf({ everyWeeks: 2 }), other)).toBeNull()
  })
})

describe('a change from a day on', () => {
  const terms = { ...PLAN, numbers: [1, 1, 1, 1, 1, 1, 1], everyWeeks: 1 }

  it('keeps a rhythm, also where it begins in a week between', () => {
    const plan = planOf({ everyWeeks: 2 })
    const change = {
      from: dayOf('2026-12-01'),
      terms: { ...plan, numbers: terms.numbers },
      today: dayOf('2026-11-25'),
      id: 'p2',
    }
    const { changed } = splitPlan(plan, change)
    expect(changed.firstDay).toBe('2026-12-07')
    expect(numberOn(changed, dayOf('2026-12-08'))).toBe(1)
    expect(numberOn(changed, dayOf('2026-12-15'))).toBeNull()
  })

  it('changes no day before it, whatever is changed', () => {
    const numbers = fc.array(fc.option(fc.integer({ min: 0, max: 50 })), { minLength: 7, maxLength: 7 })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        numbers,
        fc.integer({ min: 1, max: 8 }),
        fc.option(fc.integer({ min: 0, max: 60 })),
        (after, next, everyWeeks, last) => {
          const today = dayOf('2026-12-01')
          const from = addDays(today, after)
          const plan = planOf({ lastDay: last === null ? null : addDays(today, last) })
          const { ended, changed } = splitPlan(plan, {
            from,
            terms: { ...terms, numbers: next, everyWeeks },
            today,
            id: 'p2',
          })
          for (const day of daysOf({ start: today, end: addDays(from, -1) })) {
            const now = ended ? (numberOn(ended, day) ?? numberOn(changed, day)) : numberOn(changed, day)
            expect([day, now]).toEqual([day, numberOn(plan, day)])
          }
          if (ended) expect(findOverlap(ended, changed)).toBeNull()
        },
      ),
    )
  })
})

describe('days off', () => {
  const dayOff = (fields: Partial<DayOff>): DayOff => ({
    _id: 'o',
    side: 'geo',
    key: 'DE',
    day: dayOf('2026-12-25'),
    yearly: true,
    effect: 'none',
    number: null,
    name: 'Christmas',
    ...fields,
  })

  it('of an advertiser come before those of its geo, and a date before a yearly one', () => {
    const find = indexDaysOff([
      dayOff({}),
      dayOff({ day: dayOf('2027-12-25'), yearly: false, effect: 'number', number: 3 }),
      dayOff({ side: 'advertiser', key: '101', day: dayOf('2028-12-25'), yearly: false, effect: 'keep' }),
    ])
    const said = ['2026', '2027', '2028', '2029'].map((year) => find(PLAN, dayOf(`${year}-12-25`)))
    expect(said.map((one) => one?.effect)).toEqual(['none', 'number', 'keep', 'none'])
    expect(find(planOf({ geo: 'FR' }), dayOf('2026-12-25'))).toBeNull()
  })
})

describe('a cap that the plan made', () => {
  const day = PLAN.firstDay
  const made: PlanDay = { planId: PLAN._id, day, capId: 'c1', capVersion: 1 }
  const own: Cap = { ...capOn(PLAN, day), _id: 'c1', cap: 20, actualCount: 0, version: 1 }
  const decide = (plan: Plan, standing: { own: Cap; there: Cap | undefined }) =>
    decideDay(plan, day, { made, ...standing }, { findDayOff: NO_DAYS_OFF, nameOf: () => null })

  it('keeps the name of its advertiser, also if that is deleted', () => {
    const act = decide(planOf({ numbers: [1, 1, 1, 1, 1, 1, 1] }), { own, there: own })
    expect(act).toMatchObject({ act: 'change', fields: { cap: 1, advertiserName: 'Alpha' } })
  })

  it('that somebody moved is not there, and what is there is told', () => {
    const moved = { ...own, version: 2, sourceNumber: foldSource('51') }
    const there = { ...own, _id: 'c2', cap: 3 }
    expect(decide(PLAN, { own: moved, there: undefined })).toEqual({ act: 'by-hand', day, cap: null })
    expect(decide(PLAN, { own: moved, there })).toEqual({ act: 'by-hand', day, cap: there })
  })
})

const [YEARS, STEPS] = process.env['SOAK'] ? [10, 400] : [2, 20]

/** What the database holds: a row a day for whoever is first, and the caps. */
function createWorld(plan: Plan) {
  const rows = new Map<Day, PlanDay>()
  const caps = new Map<string, Cap>()
  const made: Day[] = []
  return {
    rows,
    caps,
    made,
    /** One node looks, maybe long before another one that saw the same wrote what it decided. */
    look: (today: Day) =>
      daysOf({ start: today, end: addDays(today, 7) }).flatMap((day) => {
        const row = rows.get(day)
        const own = row?.capId ? caps.get(row.capId) : undefined
        const standing = { made: row, own, there: undefined }
        return decideDay(plan, day, standing, { findDayOff: NO_DAYS_OFF, nameOf }) ?? []
      }),
    write(acts: readonly { act: string; day: Day; fields?: object }[]) {
      for (const { act, day } of acts) {
        if (act !== 'make' || rows.has(day)) continue
        const id = `cap of ${day}`
        rows.set(day, { planId: plan._id, day, capId: id, capVersion: 1 })
        const number = numberOn(plan, day) ?? -1
        caps.set(id, { ...capOn(plan, day), _id: id, cap: number, actualCount: 0, version: 1 })
        made.push(day)
      }
    },
  }
}

function capOn(plan: Plan, date: Day): Omit<Cap, '_id' | 'cap' | 'actualCount' | 'version'> {
  const { kind, geo, advertiserId, sourceNumber, workingHours, alwaysOn, cpa, crg, createdBy } = plan
  const place = { kind, date, geo, advertiserId, advertiserName: 'Alpha', sourceNumber }
  return { ...place, workingHours, alwaysOn, cpa, crg, createdBy }
}

it.each(ZONES.map(({ name }) => name))('%s: years make each of its days once, on two nodes', (name) => {
  const zone = zoneOf(name)
  const plan = planOf({ firstDay: dayOf('2025-01-01') })
  const world = createWorld(plan)
  const [start, end] = [zone.startOf(plan.firstDay), zone.startOf(addDays(plan.firstDay, YEARS * 365))]
  const hours = [1, 23, 24, 25, 47, 2, 100, 13]
  const touched = new Map<Day, number | null>()
  let step = 0
  for (let now = start; now < end; step += 1) {
    const today = zone.dayOf(now)
    const [one, other] = [world.look(today), world.look(zone.dayOf(addMilliseconds(now, MINUTE)))]
    world.write(one)
    world.write(other)
    // In between, somebody changes or deletes the cap of a day.
    const id = `cap of ${addDays(today, step % 7)}`
    const cap = world.caps.get(id)
    if (cap && step % STEPS === 0) {
      if (step % (2 * STEPS) === 0) world.caps.delete(id)
      else world.caps.set(id, { ...cap, cap: 99, version: cap.version + 1 })
      touched.set(cap.date, step % (2 * STEPS) === 0 ? null : 99)
    }
    now = addMilliseconds(now, (hours[step % hours.length] ?? 1) * HOUR)
  }
  const all = daysOf({ start: plan.firstDay, end: zone.dayOf(addMilliseconds(end, -HOUR)) })
  expect(new Set(world.made).size).toBe(world.made.length)
  expect(world.made.filter((day) => day <= (all.at(-1) ?? day)).toSorted()).toEqual(
    all.filter((day) => weekdayOf(day) <= 5),
  )
  for (const [day, number] of touched) expect(world.caps.get(`cap of ${day}`)?.cap ?? null).toBe(number)
  expect(touched.size).toBeGreaterThan(5)
})
