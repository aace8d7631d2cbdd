import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMilliseconds, DAY, formatInstant, MINUTE } from '#domain/kernel/instant.ts'
import type { ConnectorEntry } from '#platform/leads/connector-file.ts'
import { USERNAME } from '#sandbox/lead-api/server.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { buildLeads, removeRows, startLeadSync, TOKEN, type TestLeadSync } from '#testing/lead-sync.ts'
import { findDifferences, NO_DIFFERENCES } from '#server/features/leads/rebuild-service.ts'

// Any history of new rows, corrections, odd pages, syncs and broken-off syncs must end in the same tables as loading
// the final rows once: from a source that is asked for changes, and from one that is asked by registration date.

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

type Step = (world: TestLeadSync) => Promise<void>

/** What one kind of source can tell at all. */
interface Telling {
  entry: Partial<ConnectorEntry>
  /** So many leads there are at most. */
  leads: number
  /** Whether a lead can turn out to be a test, and a deposit turn out to be another lead's. */
  takesBack: boolean
}

const GENERIC: Telling = { entry: { mapping: { pages: { size: 7 } } }, leads: 30, takesBack: true }
/**
 * Three pages a day of registrations. It leaves tests out and shows a deposit as a mark on its lead: what is not shown
 * any more has not come back, and stands.
 */
const TRACKBOX: Telling = {
  entry: {
    preset: 'trackbox',
    username: USERNAME,
    password: TOKEN,
    mapping: { constants: { advertiserId: 'one' }, windows: { historyDays: 5, sliceDays: 5 } },
  },
  leads: 150,
  takesBack: false,
}

const idOf = ({ leads }: Telling) => fc.integer({ min: 0, max: leads })

function putLead(telling: Telling): fc.Arbitrary<Step> {
  const isTest = telling.takesBack
    ? fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
    : fc.constant(false)
  return fc
    .record({
      id: idOf(telling).map((number) => `lead-${number}`),
      geo: fc.constantFrom('DE', 'FR', 'uk', 'GB'),
      sourceNumber: fc.constantFrom('44', '#44', '45'),
      advertiserId: fc.constantFrom('a', 'b'),
      status: fc.constantFrom('New', 'No Answer', undefined),
      isTest,
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
}

/** Many at once, so that there are several pages. */
function putMany(telling: Telling): fc.Arbitrary<Step> {
  return fc.integer({ min: 0, max: telling.leads }).map((count): Step => async (world) => {
    world.pass(MINUTE)
    const updatedAt = formatInstant(world.now())
    world.source.put('leads', ...buildLeads(count, addMilliseconds(world.now(), -DAY), { updatedAt }))
  })
}

function putDeposit(telling: Telling): fc.Arbitrary<Step> {
  return fc
    .record({
      number: idOf(telling),
      lead: idOf(telling),
      payout: fc.constantFrom(null, 0, 450.5, 600),
    })
    .map(({ number, lead, payout }): Step => async (world) => {
      world.pass(MINUTE)
      world.source.put('deposits', {
        id: `deposit-${number}`,
        leadId: `lead-${telling.takesBack ? lead : number}`,
        payout,
        // The instant of a deposit is the one thing that a correction does not move.
        createdAt: `2026-11-${10 + (number % 10)}T23:30:00Z`,
        updatedAt: formatInstant(world.now()),
      })
    })
}

const oddPage = fc
  .record({
    kind: fc.constantFrom('repeated-page', 'shuffled-page', 'swapped-pages'),
    times: fc.integer({ min: 1, max: 3 }),
  })
  .map(
    (fault): Step =>
      async (world) =>
        world.api.control.addFault(fault),
  )

const sync = fc.constant<Step>(async (world) => {
  const { status, message } = await world.sync()
  // Pages that are only counted and come in each other's place cannot be told apart from a circle.
  if (status === 'error') expect(message).toContain('the same page comes again and again')
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

const stepOf = (telling: Telling) =>
  fc.oneof(
    { weight: 12, arbitrary: putLead(telling) },
    { weight: 1, arbitrary: putMany(telling) },
    { weight: 4, arbitrary: putDeposit(telling) },
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
    statuses: await db
      .selectFrom('leads_by_status')
      .selectAll()
      .orderBy('day')
      .orderBy('source_number')
      .orderBy('status')
      .execute(),
  }
}

const isSoak = process.env['SOAK'] === '1'
const RUNS = Number(process.env['SYNC_HISTORIES'] ?? (isSoak ? 400 : 10))

test.each([
  ['is asked for changes', GENERIC],
  ['is asked by registration date', TRACKBOX],
])(
  'a source that %s: every history ends in the tables that loading its last rows gives',
  async (_what, telling) => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepOf(telling), { minLength: 5, maxLength: 60 }), async (steps) => {
        const world = await startLeadSync({ database, entry: telling.entry })
        try {
          for (const take of steps) await take(world)
          world.api.control.clearFaults()
          // The first ends the window that a broken one left open; by registration date, what changed on pages that had
          // been read by then is in the next.
          for (let times = 0; times < 2; times += 1) expect((await world.sync()).status).not.toBe('error')
          const grown = await readTables(database)
          expect(await findDifferences(database.db)).toEqual(NO_DIFFERENCES)
          await removeRows(database)
          await world.sync()
          expect(grown).toEqual(await readTables(database))
        } finally {
          await world.close()
        }
      }),
      { seed: 20_261_121, numRuns: RUNS, endOnFailure: true },
    )
  },
  isSoak ? 3_600_000 : 120_000,
)
