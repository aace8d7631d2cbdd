import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOpen } from '#domain/hours/working-hours.ts'
import { addDays, parseDay, type Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource, foldStatus } from '#domain/kernel/identity.ts'
import { addMilliseconds, DAY, HOUR, MINUTE, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { readHours } from './day-curve.ts'
import { keyOfDeal } from './deals.ts'
import type { LeadLife } from './leads.ts'
import { createWorld } from './world.ts'

const START = day('2026-10-01')
const OPTIONS = { seed: 7, zone: 'Etc/GMT-2', start: START }
const world = createWorld(OPTIONS)
const month = Array.from({ length: 30 }, (_, days) => addDays(START, days))
const leads = month.flatMap((date) => world.leadsOf(date))

function day(text: string): Day {
  const parsed = parseDay(text)
  if (!parsed) throw new Error(`not a day: ${text}`)
  return parsed
}

function instant(text: string): Instant {
  const parsed = parseInstant(text)
  if (parsed === null) throw new Error(`not an instant: ${text}`)
  return parsed
}

function keyOfLead(lead: LeadLife): string {
  const first = lead.steps[0]
  return keyOfDeal(first?.geo ?? '', lead.advertiserId, foldSource(first?.sourceNumber ?? ''))
}

describe('the demo world is a function of its seed', () => {
  it('gives the same day whichever days were looked at before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 400 }), (seed, days) => {
        const date = addDays(START, days)
        const [fresh, travelled] = [createWorld({ ...OPTIONS, seed }), createWorld({ ...OPTIONS, seed })]
        travelled.leadsOf(addDays(date, 1))
        travelled.capsOf(addDays(date, 3))
        expect(travelled.capsOf(date)).toEqual(fresh.capsOf(date))
        expect(travelled.leadsOf(date)).toEqual(fresh.leadsOf(date))
      }),
      { numRuns: 20 },
    )
  })

  it('shows the same rows at an instant whichever instants were asked for before', () => {
    const [fresh, travelled] = [createWorld(OPTIONS), createWorld(OPTIONS)]
    const now = instant('2026-10-05T12:34:56Z')
    travelled.leadRowsAt(addMilliseconds(now, 3 * DAY))
    travelled.leadRowsAt(addMilliseconds(now, -DAY))
    expect(travelled.leadRowsAt(now)).toEqual(fresh.leadRowsAt(now))
    expect(travelled.depositRowsAt(now)).toEqual(fresh.depositRowsAt(now))
    expect(travelled.versionOf('leads', now)).toBe(fresh.versionOf('leads', now))
  })

  it('is another one with another seed', () => {
    const other = createWorld({ ...OPTIONS, seed: 8 })
    expect(other.capsOf(START)).not.toEqual(world.capsOf(START))
    expect(other.leadsOf(START)).not.toEqual(world.leadsOf(START))
  })

  it('has nothing before its start', () => {
    expect(world.capsOf(addDays(START, -1))).toEqual([])
    expect(world.leadsOf(addDays(START, -1))).toEqual([])
    expect(world.leadRowsAt(addMilliseconds(world.zone.startOf(START), -1))).toEqual([])
  })
})

describe('caps', () => {
  it('are 40 to 60 a day, each on a key of its own, in many shapes', () => {
    for (const date of month) {
      const caps = world.capsOf(date)
      expect(caps.length).toBeGreaterThanOrEqual(40)
      expect(caps.length).toBeLessThanOrEqual(60)
      const keys = caps.map((cap) => keyOfDeal(cap.geo, cap.advertiserId, cap.sourceNumber))
      expect(new Set(keys).size).toBe(caps.length)
      expect(caps.filter((cap) => cap.cap === 0).length).toBeGreaterThanOrEqual(1)
      expect(caps.filter((cap) => cap.cap === 0).length).toBeLessThanOrEqual(2)
      expect(caps.filter((cap) => cap.workingHours === '24/7').length).toBeGreaterThan(2)
    }
    const caps = month.flatMap((date) => world.capsOf(date))
    expect(new Set(caps.map((cap) => cap.workingHours)).size).toBeGreaterThanOrEqual(8)
    expect(new Set(caps.map((cap) => cap.geo))).toContain('UK')
    expect(new Set(caps.map((cap) => cap.geo))).toContain('GB')
    expect(caps.some((cap) => cap.cpa === null)).toBe(true)
    expect(caps.some((cap) => cap.cpa !== null && cap.crg === null)).toBe(true)
  })

  it('go on from one day to the next', () => {
    const keys = (date: Day) =>
      new Set(world.capsOf(date).map((cap) => keyOfDeal(cap.geo, cap.advertiserId, cap.sourceNumber)))
    for (const date of month.slice(1)) {
      const [before, after] = [keys(addDays(date, -1)), keys(date)]
      expect([...before].filter((key) => after.has(key)).length / Math.min(before.size, after.size)).toBeGreaterThan(
        0.7,
      )
    }
  })

  it('of affiliates cover those of brokers, one for each geo and source', () => {
    const brokers = world.capsOf(START)
    const affiliates = world.affiliateCapsOf(START)
    expect(new Set(affiliates.map((cap) => `${foldGeo(cap.geo)} ${cap.sourceNumber}`)).size).toBe(affiliates.length)
    const sum = (caps: readonly { cap: number }[]) => caps.reduce((total, cap) => total + cap.cap, 0)
    expect(sum(affiliates)).toBeGreaterThan(sum(brokers))
  })

  it('tell one source a day of half of what is sold', () => {
    for (const date of month) {
      const sold = Map.groupBy(world.capsOf(date), (cap) => `${foldGeo(cap.geo)} ${cap.sourceNumber}`)
      const short = world.affiliateCapsOf(date).filter((bought) => {
        const caps = sold.get(`${foldGeo(bought.geo)} ${bought.sourceNumber}`) ?? []
        return bought.cap < 0.6 * caps.reduce((total, { cap }) => total + cap, 0)
      })
      expect(short).toHaveLength(1)
    }
  })
})

describe('leads', () => {
  it('are about 500 a day, each with an id of its own and within its local day', () => {
    expect(leads.length / month.length).toBeGreaterThan(400)
    expect(leads.length / month.length).toBeLessThan(620)
    expect(new Set(leads.map((lead) => lead.id)).size).toBe(leads.length)
    for (const date of month) {
      expect(new Set(world.leadsOf(date).map((lead) => world.zone.dayOf(lead.createdAt)))).toEqual(new Set([date]))
    }
  })

  it('fill caps in every way: not at all, partly, wholly and too much, and some that nobody planned', () => {
    const shares: number[] = []
    let unplanned = 0
    for (const date of month) {
      const caps = world.capsOf(date)
      const planned = new Set(caps.map((cap) => keyOfDeal(cap.geo, cap.advertiserId, cap.sourceNumber)))
      const delivered = Map.groupBy(world.leadsOf(date), keyOfLead)
      for (const cap of caps.filter((one) => one.cap > 0)) {
        const count = delivered.get(keyOfDeal(cap.geo, cap.advertiserId, cap.sourceNumber))?.length ?? 0
        shares.push(count / cap.cap)
      }
      for (const [key, some] of delivered) if (!planned.has(key)) unplanned += some.length
    }
    const part = (test: (share: number) => boolean) => shares.filter(test).length / shares.length
    expect(part((share) => share === 0)).toBeGreaterThan(0.02)
    expect(part((share) => share > 0 && share < 0.7)).toBeGreaterThan(0.15)
    expect(part((share) => share >= 0.7 && share < 1)).toBeGreaterThan(0.2)
    expect(part((share) => share === 1)).toBeGreaterThan(0.08)
    expect(part((share) => share > 1)).toBeGreaterThan(0.05)
    expect(unplanned / leads.length).toBeGreaterThan(0.01)
    expect(unplanned / leads.length).toBeLessThan(0.1)
  })

  it('come within the hours of their cap, but for a few', () => {
    const caps = new Map(
      world.capsOf(START).map((cap) => [keyOfDeal(cap.geo, cap.advertiserId, cap.sourceNumber), cap] as const),
    )
    const open = world.leadsOf(START).flatMap((lead) => {
      const cap = caps.get(keyOfLead(lead))
      return cap ? [isOpen(readHours(cap.workingHours), world.zone.localTimeOf(lead.createdAt).minutes)] : []
    })
    const share = open.filter(Boolean).length / open.length
    expect(share).toBeGreaterThan(0.9)
    expect(share).toBeLessThan(1)
  })

  it('have steps at growing instants, the first at their arrival', () => {
    for (const lead of leads) {
      expect(lead.steps[0]?.at).toBe(lead.createdAt)
      for (const [index, step] of lead.steps.entries()) {
        expect(step.at).toBeGreaterThan(lead.steps[index - 1]?.at ?? 0)
      }
    }
  })

  it('are as untidy as life', () => {
    const steps = leads.flatMap((lead) => lead.steps)
    const statuses = new Set(steps.map((step) => step.status))
    expect(statuses).toContain('No Answer')
    expect(statuses).toContain('NoAnswer')
    expect(statuses.size).toBeGreaterThan(new Set([...statuses].map((status) => foldStatus(status ?? ''))).size)
    expect(new Set(steps.map((step) => step.geo))).toContain('uk')
    expect(steps.some((step) => step.sourceNumber.startsWith(' #'))).toBe(true)
    expect(leads.some((lead) => lead.isTest)).toBe(true)
    expect(leads.some((lead) => lead.email === null)).toBe(true)
    const emails = Map.groupBy(world.leadsOf(START), (lead) => lead.email)
    expect([...emails].some(([email, some]) => email !== null && some.length > 1)).toBe(true)
    const moved = leads.filter((lead) => new Set(lead.steps.map((step) => foldGeo(step.geo))).size > 1)
    expect(moved.length).toBeGreaterThan(10)
  })
})

describe('deposits', () => {
  const deposits = leads.flatMap((lead) => lead.deposits.map((deposit) => ({ lead, deposit })))

  it('come minutes to 20 days after their lead, several for some', () => {
    const firsts = leads.flatMap((lead) => (lead.deposits[0] ? [lead.deposits[0].createdAt - lead.createdAt] : []))
    expect(Math.min(...firsts)).toBeLessThan(HOUR)
    expect(Math.min(...firsts)).toBeGreaterThan(MINUTE)
    expect(Math.max(...firsts)).toBeGreaterThan(10 * DAY)
    expect(Math.max(...firsts)).toBeLessThanOrEqual(20 * DAY)
    expect(leads.some((lead) => lead.deposits.length === 2)).toBe(true)
    expect(leads.some((lead) => lead.deposits.length === 3)).toBe(true)
    expect(new Set(deposits.map(({ deposit }) => deposit.id)).size).toBe(deposits.length)
  })

  it('name their lead, or an e-mail only, or somebody unknown; payouts are missing, late or there', () => {
    const ids = new Set(leads.map((lead) => lead.id))
    const all = deposits.map(({ deposit }) => deposit)
    expect(all.every((deposit) => deposit.leadId !== null || deposit.email !== null)).toBe(true)
    expect(all.some((deposit) => deposit.leadId === null && deposit.email !== null)).toBe(true)
    expect(all.some((deposit) => deposit.leadId !== null && !ids.has(deposit.leadId))).toBe(true)
    const last = all.map((deposit) => deposit.steps.at(-1)?.payout)
    expect(last).toContain(undefined)
    expect(last).toContain(null)
    expect(all.some((deposit) => deposit.steps.length > 1)).toBe(true)
  })
})

describe('rows at an instant', () => {
  const now = instant('2026-10-20T09:30:00Z')

  it('are those that have come by then, as they stand then, oldest change first', () => {
    const rows = world.leadRowsAt(now)
    const expected = leads.filter((lead) => lead.createdAt <= now)
    expect(new Set(rows.map((row) => row.id))).toEqual(new Set(expected.map((lead) => lead.id)))
    expect(rows.length).toBe(expected.length)
    const changes = rows.map((row) => instant(row.updatedAt ?? row.createdAt))
    expect(changes).toEqual(changes.toSorted((a, b) => a - b))
    expect(Math.max(...changes)).toBeLessThanOrEqual(now)
    const lives = new Map(leads.map((lead) => [lead.id, lead]))
    for (const row of rows) {
      const step = lives.get(row.id)?.steps.findLast(({ at }) => at <= now)
      expect(row.status).toBe(step?.status ?? undefined)
      expect(row.geo).toBe(step?.geo)
    }
    expect(rows.some((row) => row.updatedAt === undefined)).toBe(true)
  })

  it('grow as the day goes on, and the version moves with them', () => {
    const later = addMilliseconds(now, HOUR)
    expect(world.leadRowsAt(later).length).toBeGreaterThan(world.leadRowsAt(now).length)
    expect(world.versionOf('leads', later)).not.toBe(world.versionOf('leads', now))
    const quiet = world.leadRowsAt(now).at(-1)
    const changed = instant(quiet?.updatedAt ?? quiet?.createdAt ?? '')
    expect(world.versionOf('leads', changed)).toBe(world.versionOf('leads', now))
    expect(world.versionOf('leads', addMilliseconds(changed, -1))).not.toBe(world.versionOf('leads', now))
  })

  it('hold no deposit before it is reported', () => {
    const rows = world.depositRowsAt(now)
    const expected = leads.flatMap((lead) => lead.deposits).filter((deposit) => (deposit.steps[0]?.at ?? 0) <= now)
    expect(new Set(rows.map((row) => row.id))).toEqual(new Set(expected.map((deposit) => deposit.id)))
    expect(rows.every((row) => instant(row.createdAt) <= now)).toBe(true)
  })
})
