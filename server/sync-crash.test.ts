import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addMilliseconds, formatInstant, SECOND } from '#domain/kernel/instant.ts'
import { runScript } from '#testing/child.ts'
import { buildDeposit, buildLead, buildLeads, startLeadSync, TOKEN, type TestLeadSync } from '#testing/lead-sync.ts'
import { findDifferences, NO_DIFFERENCES } from '#server/features/leads/rebuild-service.ts'

let world: TestLeadSync

beforeEach(async () => {
  world = await startLeadSync({ pageSize: 20 })
})

afterEach(() => world.close())

/** A process that runs one sync after the other, until it is killed. */
const SYNCING = `
  import { createConnector } from '#platform/leads/client.ts'
  import { readConnector } from '#platform/leads/connector-file.ts'
  import { patientTransport } from '#platform/leads/configured.ts'
  import { connect } from '#platform/db/database.ts'
  import { createLog } from '#platform/log.ts'
  import { systemClock } from '#platform/clock.ts'
  import { secrets } from '#testing/lead-rows.ts'
  import { OWN_MACHINE } from '#testing/lead-sync.ts'
  import { syncLeads } from '#server/features/feeds/sync-service.ts'
  const [databaseUrl, url, token] = process.argv.slice(1)
  const { db } = connect(databaseUrl, { onError: () => undefined })
  const read = readConnector({ name: 'main', preset: 'generic', url, token, mapping: { pages: { size: 20 } } })
  const connectors = [createConnector(read.value, { allowHttp: false, transport: patientTransport })]
  const log = createLog('silent', { pretty: false })
  const deps = { db, directUrl: databaseUrl, connectors, sourceReach: OWN_MACHINE, clock: systemClock, log, secrets }
  for (;;) {
    const outcome = await syncLeads(deps, { requestId: null, requestedBy: 'child', signal: new AbortController().signal })
    console.log(JSON.stringify(outcome))
  }
`

function startSyncing() {
  return runScript(SYNCING, { args: [world.database.url, world.api.url, TOKEN] })
}

async function seeRequests(count: number): Promise<void> {
  while (world.api.control.requests().length < count) await wait(2)
}

/** When to kill: after so many requests, and so many milliseconds. */
const moment = fc.record({ requests: fc.integer({ min: 1, max: 6 }), pause: fc.integer({ min: 0, max: 15 }) })

const isSoak = process.env['SOAK'] === '1'
const KILLS = isSoak ? 100 : 2

test(
  'killed again and again at any point, a last sync has every lead once and all counts right',
  async () => {
    world.source.put('leads', ...buildLeads(1_500, world.now()))
    world.source.put('deposits', ...Array.from({ length: 100 }, (_, index) => buildDeposit({ id: `d-${index}` })))
    world.api.control.addFault({ kind: 'delay', milliseconds: 5, probability: 0.5 })
    for (const [round, { requests, pause }] of fc.sample(moment, { seed: 1, numRuns: KILLS }).entries()) {
      world.api.control.forgetRequests()
      const child = startSyncing()
      await seeRequests(requests)
      await wait(pause)
      await child.end('SIGKILL')
      correctOne(round)
    }
    world.api.control.clearFaults()
    world.pass(60 * SECOND)
    expect(await syncOnceFree()).toMatchObject({ status: 'success' })
    const { db } = world.database
    expect(await findDifferences(db)).toEqual(NO_DIFFERENCES)
    const { leads, moved } = await db
      .selectFrom('leads')
      .select((row) => [
        row.fn.countAll<number>().as('leads'),
        row.fn.countAll<number>().filterWhere('geo', '=', 'FR').as('moved'),
      ])
      .executeTakeFirstOrThrow()
    expect({ leads, moved }).toEqual({ leads: 1_500, moved: KILLS })
    expect(
      await db
        .selectFrom('deposits')
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirst(),
    ).toEqual({ count: 100 })
    expect(await db.selectFrom('sync_runs').select('id').where('ended_at', 'is', null).execute()).toEqual([])
    const news = await db
      .selectFrom('sync_runs')
      .select((row) => row.fn.sum<number>('new_leads').as('all'))
      .executeTakeFirst()
    expect(news).toEqual({ all: 1_500 })
  },
  isSoak ? 3_600_000 : 120_000,
)

/** PostgreSQL frees the lock of a killed process as soon as it sees that its connection is gone. */
async function syncOnceFree() {
  for (;;) {
    const outcome = await world.sync()
    if (outcome.reason !== 'already_running') return outcome
    await wait(10)
  }
}

function correctOne(round: number): void {
  const updatedAt = formatInstant(addMilliseconds(world.now(), 10 * SECOND + round))
  world.source.put(
    'leads',
    buildLead({ id: `lead-${round * 14}`, geo: 'FR', createdAt: formatInstant(world.now()), updatedAt }),
  )
}

test('of two processes one syncs; the other is told at once, and goes on when the first is killed', async () => {
  world.source.put('leads', ...buildLeads(200, world.now()))
  world.api.control.addFault({ kind: 'delay', milliseconds: 300, times: 1_000 })
  const child = startSyncing()
  await seeRequests(1)
  const began = performance.now()
  expect(await world.sync()).toMatchObject({ status: 'skipped', reason: 'already_running' })
  expect(performance.now() - began).toBeLessThan(2_000)
  await child.end('SIGKILL')
  world.api.control.clearFaults()
  expect(await syncOnceFree()).toMatchObject({ status: 'success' })
  const runs = await world.database.db
    .selectFrom('sync_runs')
    .select(['requested_by', 'reason'])
    .orderBy('id')
    .execute()
  expect(runs[0]).toEqual({ requested_by: 'child', reason: 'interrupted' })
})
