import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, parseDay, type Day } from '#domain/kernel/day.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { LIMIT_PERIODS, LIMIT_UNITS, type Limit, type LimitPlace } from '#domain/limits/limit.ts'
import { createRandom } from '#sandbox/random.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { buildDeposit, buildLead, storeLeadRows } from '#testing/lead-rows.ts'
import { readLimits, readLimitsOver } from './service.ts'
import { saveLimit } from './store.ts'

// 14:00 on Saturday 21 November in the zone of an installation that nobody has set up.
const clock = createTestClock('2026-11-21T12:00:00Z')
const FIRST = parseDay('2026-10-20')
const DAYS = 60

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

interface Lead extends LimitPlace {
  id: string
  day: Day
  createdAt: string
  advertiserId: string
  status: string
}

test('every limit counts what counting by hand does, in each of its periods', async () => {
  if (!FIRST) return expect.fail('no day')
  const random = createRandom('limits by hand')
  const dayAt = (offset: number) => addDays(FIRST, offset)
  const place = () => ({
    geo: random.pick(['DE', 'AT', 'GB']),
    advertiserId: random.pick(['B-1', 'B-2']),
    sourceNumber: random.pick(['44', '51']),
  })
  const leads = Array.from({ length: 600 }, (_, index): Lead => {
    const day = dayAt(random.integer(0, 32))
    const status = random.pick(['New', 'Wrong number', 'wrong-number'])
    return {
      ...place(),
      id: `lead-${index}`,
      day,
      createdAt: `${day}T${random.pick(['06', '11', '20'])}:00:00Z`,
      status,
    }
  })
  const deposits = leads.filter(() => random.chance(0.2))
  await database.pool.query(
    `insert into settings (key, value, updated_at, updated_by) values ('invalid_statuses', 'Wrong Number', now(), 'anna')`,
  )
  await storeLeadRows(database.db, clock, {
    leads: leads.map(({ day: _, createdAt, ...lead }) =>
      buildLead({ ...lead, createdAt, updatedAt: createdAt, email: `${lead.id}@mail.test` }),
    ),
    deposits: deposits.map(({ id, createdAt }) =>
      buildDeposit({ id: `of-${id}`, leadId: id, createdAt, updatedAt: createdAt }),
    ),
  })
  const drawn = Array.from({ length: 300 }, (_, index) => {
    const side = random.pick(['broker', 'affiliate'] as const)
    const day = dayAt(random.integer(0, DAYS - 1))
    return { ...place(), id: `cap-${index}`, side, day, cap: random.integer(0, 30) }
  })
  const keyOf = ({ side, day, geo, advertiserId, sourceNumber }: (typeof drawn)[number]) =>
    [side, day, geo, side === 'broker' ? advertiserId : null, sourceNumber].join()
  const caps = [...new Map(drawn.map((cap) => [keyOf(cap), cap])).values()]
  for (const { id, side, day, geo, advertiserId, sourceNumber, cap } of caps) {
    const buyer = side === 'broker' ? advertiserId : null
    await database.pool.query(
      `insert into caps (id, kind, date, geo, geo_key, cap, advertiser_id, source_number, working_hours, created_by)
       values ($1, $2, $3, $4, $4, $5, $6, $7, $8, 'anna')`,
      [id, side, day, geo, cap, buyer, sourceNumber, random.pick([null, '09:00-17:00'])],
    )
  }
  const limits = Array.from({ length: 60 }, (_, index): Limit => {
    const [side, unit] = [random.pick(['broker', 'affiliate'] as const), random.pick(LIMIT_UNITS)]
    const days = [random.integer(0, DAYS - 1), random.integer(0, DAYS - 1)].toSorted((a, b) => a - b)
    return {
      _id: `limit-${index}`,
      version: 1,
      name: `Limit ${index}`,
      side,
      geos: unit === 'validLeads' ? [] : random.pick([[], ['DE'], ['UK', 'AT']]),
      advertiserIds: unit === 'validLeads' || side === 'affiliate' ? [] : random.pick([[], ['B-1']]),
      sourceNumbers: random.pick([[], ['44'], ['51', '44']]),
      number: random.integer(0, 300),
      unit,
      period: random.pick(LIMIT_PERIODS),
      firstDay: dayAt(days[0] ?? 0),
      lastDay: dayAt(days[1] ?? 0),
      note: null,
    }
  })
  await database.db.transaction().execute(async (tx) => {
    for (const limit of limits) await saveLimit(tx, limit, clock.now())
  })

  const paid = new Set(deposits.map(({ id }) => id))
  const countByHand = (limit: Limit, { start, end }: { start: Day; end: Day }) => {
    const isOwn = (row: LimitPlace & { day: Day }) =>
      row.day >= start &&
      row.day <= end &&
      (limit.geos.length === 0 || limit.geos.map((geo) => (geo === 'UK' ? 'GB' : geo)).includes(row.geo)) &&
      (limit.advertiserIds.length === 0 || limit.advertiserIds.includes(row.advertiserId ?? '')) &&
      (limit.sourceNumbers.length === 0 || limit.sourceNumbers.includes(row.sourceNumber))
    const own = leads.filter(isOwn)
    const delivered = {
      leads: own,
      validLeads: own.filter(({ status }) => status === 'New'),
      deposits: own.filter(({ id }) => paid.has(id)),
    }[limit.unit].length
    const ofSide = caps.filter((cap) => cap.side === limit.side && isOwn(cap))
    return { delivered, planned: ofSide.reduce((sum, { cap }) => sum + cap, 0) }
  }

  const today = zoneOf(DEFAULT_ZONE).dayOf(clock.now())
  for (const day of [today, dayAt(3), dayAt(40)]) {
    const states = await readLimits(database.db, clock.now(), day)
    expect(states).toHaveLength(limits.length)
    expect(states.filter(({ period }) => period !== null).length).toBeGreaterThan(10)
    for (const { limit, period, delivered, planned } of states) {
      const byHand = period ? countByHand(limit, period) : { delivered: 0, planned: 0 }
      expect({ limit, period, delivered, planned }).toEqual({ limit, period, ...byHand })
    }
  }
  const over = await readLimitsOver(database.db, { start: dayAt(0), end: dayAt(DAYS - 1) }, 100)
  if (!over.ok) return expect.fail('a range that may be asked for')
  expect(over.value.length).toBeGreaterThan(limits.length)
  for (const { limit, period, ...count } of over.value) {
    expect({ limit, period, ...count }).toEqual({ limit, period, ...countByHand(limit, period) })
  }
})

test('without caps, what is left of today brings its part of a usual day', async () => {
  // 23:00 where nobody has set up a zone.
  const late = createTestClock('2026-11-21T21:00:00Z')
  const { db, close } = await createTestDatabase()
  try {
    const createdAt = '2026-11-21T08:00:00Z'
    const leads = Array.from({ length: 96 }, (_, index) =>
      buildLead({ id: `lead-${index}`, createdAt, updatedAt: createdAt, email: `${index}@mail.test` }),
    )
    await storeLeadRows(db, late, { leads, deposits: [] })
    const limitOf = (number: number, geos: string[] = []): Limit => ({
      _id: `limit-${number}`,
      version: 1,
      name: `At most ${number}`,
      side: 'affiliate',
      geos,
      advertiserIds: [],
      sourceNumbers: [],
      number,
      unit: 'leads',
      period: 'day',
      firstDay: null,
      lastDay: null,
      note: null,
    })
    await db.transaction().execute(async (tx) => {
      for (const limit of [limitOf(99), limitOf(150), limitOf(0, ['FR'])]) await saveLimit(tx, limit, late.now())
    })
    const states = await readLimits(db, late.now(), null)
    expect(states.map(({ limit, delivered, fullAt }) => [limit.number, delivered, fullAt])).toEqual([
      [99, 96, { day: '2026-11-21', minutes: 23 * 60 + 43 }],
      [150, 96, null],
      // Nothing may come and nothing came.
      [0, 0, null],
    ])
  } finally {
    await close()
  }
})
