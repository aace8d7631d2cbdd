import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { broadcastCalls } from '#contract/broadcasts.ts'
import { affiliateCapCalls, capCalls } from '#contract/caps.ts'
import { closingCalls } from '#contract/closings.ts'
import { leadCalls } from '#contract/leads.ts'
import { limitCalls } from '#contract/limits.ts'
import { payoutCalls } from '#contract/payouts.ts'
import { teamCalls } from '#contract/team.ts'
import { dayNumberOf, fromDayNumber } from '#domain/kernel/day.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { restoreBackup } from '#platform/db/backup/restore.ts'
import { saveBackup } from '#platform/db/backup/save.ts'
import { createLog } from '#platform/log.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { startTestCapline, type SignedIn } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { createCitusTestDatabase, createTestDatabase } from '#testing/database.ts'
import { findUnread, listReads, type ReadPlace } from '#testing/reads.ts'
import { expectSameReads, type Side } from '#testing/sides.ts'

// A busy installation of some weeks, saved and brought into one PostgreSQL and into a Citus: every call that reads answers
// the same there. npm run soak citus, with CITUS_URL.

const serverUrl = process.env['CITUS_URL'] ?? ''
const NO_CITUS = 'CITUS_URL is missing: the address of a coordinator, in a database that knows its workers'
const now = systemClock.now()
const today = zoneOf(DEFAULT_ZONE).dayOf(now)
const sides: Side[] = []

beforeAll(async () => {
  if (serverUrl === '') return
  const folder = await mkdtemp(join(tmpdir(), 'capline-citus-'))
  const file = join(folder, 'busy.backup')
  await saveInstallation(file)
  const log = createLog('silent', { pretty: false })
  const nothing = () => Promise.resolve()
  for (const make of [() => createTestDatabase({ tables: false }), () => createCitusTestDatabase(serverUrl)]) {
    // oxlint-disable no-await-in-loop -- one after the other, on few cores
    const database = await make()
    await restoreBackup({ url: database.url, file, log, sendAgain: nothing, settleOpen: nothing })
    const clock = createTestClock(formatInstant(now))
    // Nobody works on what is compared.
    const capline = await startTestCapline({ database, clock, environment: { ROLES: 'web' } })
    sides.push({ capline, admin: await capline.signIn('admin') })
    // oxlint-enable no-await-in-loop
  }
  await rm(folder, { recursive: true })
}, 300_000)

afterAll(async () => {
  for (const { capline } of sides) await capline.close()
})

/** The demo world after some weeks, as the sandbox leaves it in one PostgreSQL. */
async function saveInstallation(file: string): Promise<void> {
  // Here, because it builds the product, which nobody needs without a Citus.
  const { openInstallation } = await import('#testing/demo/installation.ts')
  const database = await createTestDatabase()
  const installation = await openInstallation({ DATABASE_URL: database.url, APP_SECRET })
  await installation.close()
  await saveBackup(database.db, file, now)
  await database.close()
}

async function findPlace({ call }: SignedIn): Promise<ReadPlace> {
  const [cap] = await call(capCalls.listDay, { params: { date: today } })
  const [affiliateCap] = await call(affiliateCapCalls.listDay, { params: { date: today } })
  const { leads, first } = await call(leadCalls.search, { query: { deposited: 'true' } })
  const report = await call(payoutCalls.findLatest, { query: {} })
  const [deal] = report.summary?.deals ?? []
  const [lead] = leads
  const [member] = await call(teamCalls.list, {})
  const [period] = await call(limitCalls.list, { query: {} })
  const [broadcast] = await call(broadcastCalls.list, {})
  const [closing] = await call(closingCalls.list, {})
  if (!cap || !affiliateCap || !lead || !first || !deal || !member || !period || !broadcast || !closing)
    throw new Error('the installation is not busy')
  return {
    day: today,
    days: 13,
    capId: cap._id,
    affiliateCapId: affiliateCap._id,
    lead,
    cursor: first,
    memberId: member._id,
    limitId: period.limit._id,
    broadcastId: broadcast.id,
    closingId: closing.id,
    report: { id: report.id, capId: deal.capId, sourceNumber: deal.sourceNumber },
  }
}

test('every call that reads is among those that are compared', () => {
  const day = fromDayNumber(dayNumberOf(2026, 12, 30))
  const lead = { connector: 'main', id: 'lead-1', geo: 'DE' }
  const reads = listReads({ day, days: 6, capId: 'cap', affiliateCapId: 'cap', lead })
  expect(findUnread(reads)).toEqual([])
  // A word in a parameter's place is a call of its own.
  const [latest, nobody] = ['/payouts/reports/latest', '/payouts/reports/nobody']
  expect(findUnread(reads.filter((path) => path !== latest))).toEqual([latest])
  expect(findUnread(reads.filter((path) => path.replace(/\?.*/, '') !== nobody))).toEqual(['/payouts/reports/:id'])
})

test('every call that reads answers over a busy installation as on one PostgreSQL', async (context) => {
  if (serverUrl === '') return context.skip(NO_CITUS)
  const [plain] = sides
  if (!plain) throw new Error('it was not started')
  const place = await findPlace(plain.admin)
  expect(place.report?.capId).toBeTruthy()
  await expectSameReads(sides, listReads(place))
})
