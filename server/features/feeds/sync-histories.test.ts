import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMilliseconds, DAY, formatInstant, MINUTE } from '#domain/kernel/instant.ts'
import type { FaultRuleInput } from '#sandbox/lead-api/faults.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { removeRows, startLeadSync, type TestLeadSync } from '#testing/lead-sync.ts'
import { findDeliveredDifferences } from '#server/features/leads/service.ts'

// Any history of new rows, corrections, odd pages, syncs and broken-off syncs must end in the same tables as loading
// the final rows once.

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

type Step = (world: TestLeadSync) => Promise<void>

const id = fc.integer({ min: 0, max: 30 })

const putLead = fc
  .record({
    id: id.map((number) => `lead-${number}`),
    geo: fc.constantFrom('DE', 'FR', 'uk', 'GB'),
    sourceNumber: fc.constantFrom('44', '#44', '45'),
    advertiserId: fc.constantFrom('a', 'b'),
    status: fc.constantFrom('New', 'No Answer', undefined),
    isTest: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    daysAgo: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ daysAgo, status, ...fields }): Step => async (world) => {
    world.pass(MINUTE)
    const createdAt = formatInstant(addMilliseconds(world.now(), -daysAgo * DAY))
    world.source.put('leads', {
      ...fields,
      ...(status && { status }),
      createdAt,
      updatedAt: formatInstant(world.now()),
    })
  })

const putDeposit = fc
  .record({
    id: id.map((number) => `deposit-${number}`),
    leadId: id.map((number) => `lead-${number}`),
    payout: fc.constantFrom(null, 0, 450.5, 600),
  })
  .map((fields): Step => async (world) => {
    world.pass(MINUTE)
    // The instant of a deposit is the one thing that a correction does not move.
    const createdAt = `2026-11-${10 + Number(fields.id.slice(-1))}T23:30:00Z`
    world.source.put('deposits', { ...fields, createdAt, updatedAt: formatInstant(world.now()) })
  })

const oddPage = fc
  .record({
    kind: fc.constantFrom<FaultRuleInput['kind'][]>('repeated-page', 'shuffled-page', 'swapped-pages'),
    times: fc.integer({ min: 1, max: 3 }),
  })
  .map(
    (fault): Step =>
      async (world) =>
        world.api.control.addFault(toRule(fault)),
  )

function toRule({ kind, times }: { kind: FaultRuleInput['kind']; times: number }): FaultRuleInput {
  if (kind === 'shuffled-page' || kind === 'swapped-pages') return { kind, times }
  return { kind: 'repeated-page', times }
}

const sync = fc.constant<Step>(async (world) => {
  const outcome = await world.sync()
  expect(outcome.status).not.toBe('error')
})

/** The source is away from the nth request on. */
const brokenSync = fc.integer({ min: 0, max: 4 }).map((pages): Step => async (world) => {
  const connector = world.connect()
  const stop = new AbortController()
  let seen = 0
  const readPages: typeof connector.readPages = async function* (...args) {
    for await (const result of connector.readPages(...args)) {
      if (seen === pages) stop.abort()
      seen += 1
      yield result
    }
  }
  await world.sync({ signal: stop.signal, connectors: [{ ...connector, readPages }] })
})

const step = fc.oneof(
  { weight: 12, arbitrary: putLead },
  { weight: 4, arbitrary: putDeposit },
  { weight: 2, arbitrary: oddPage },
  { weight: 2, arbitrary: sync },
  { weight: 2, arbitrary: brokenSync },
)

async function readTables({ db }: TestDatabase) {
  return {
    leads: await db.selectFrom('leads').selectAll().orderBy('external_id').execute(),
    deposits: await db.selectFrom('deposits').selectAll().orderBy('external_id').execute(),
    delivered: await db
      .selectFrom('delivered_by_broker')
      .selectAll()
      .orderBy('day')
      .orderBy('geo_key')
      .orderBy('advertiser_id')
      .orderBy('source_number')
      .execute(),
  }
}

test('every history ends in the tables that loading its last rows gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const world = await startLeadSync({ database, pageSize: 7 })
      try {
        for (const take of steps) await take(world)
        world.api.control.clearFaults()
        await world.sync()
        const grown = await readTables(database)
        expect(await findDeliveredDifferences(database.db)).toEqual([])
        await removeRows(database)
        await world.sync()
        expect(grown).toEqual(await readTables(database))
      } finally {
        await world.close()
      }
    }),
    { seed: 20_261_121, numRuns: Number(process.env['SYNC_HISTORIES'] ?? 50), endOnFailure: true },
  )
}, 120_000)
