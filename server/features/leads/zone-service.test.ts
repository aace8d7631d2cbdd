import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { settingCalls } from '#contract/settings.ts'
import { settingTexts } from '#contract/texts/settings.ts'
import { zoneCalls } from '#contract/zone.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { bumpDataVersion, readDataVersion } from '#platform/db/data-version.ts'
import type { Database } from '#platform/db/database.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { createSecrets } from '#platform/secrets.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { buildLead } from '#testing/lead-rows.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { PATIENCE } from '#testing/patience.ts'
import { refusalOf } from '#testing/refusal.ts'
import { startZoneJobs } from './jobs.ts'
import {
  changeZone,
  createZonePreview,
  readZoneChange,
  runZoneChange,
  sendStandingChange,
  zoneQueue,
} from './zone-service.ts'

const OLD = { zone: 'Etc/GMT-2', stray: 0, wrong: 0 }
const NEW = { zone: 'Asia/Tokyo', stray: 0, wrong: 0 }

let capline: TestCapline
let admin: SignedIn
let held: Awaited<ReturnType<ReturnType<Database['startTransaction']>['execute']>> | null = null
const clock = createTestClock('2026-11-23T12:00:00Z')

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
})

beforeEach(async () => {
  await removeLeads()
  await capline.database.pool.query('delete from settings; delete from zone_change')
  await capline.database.pool.query('truncate changes')
  await plantLeads(3_000)
})

/** Not truncated: the product reads counts, and then leads, in one transaction, at the hours whose forecast it keeps. */
async function removeLeads(): Promise<void> {
  await capline.database.pool.query(
    'delete from leads; delete from deposits; delete from delivered_by_broker; delete from leads_by_status',
  )
}

afterEach(async () => {
  await release()
})

afterAll(() => capline.close())

/** A lead every half hour: in whatever zone, some of each day are on another. */
async function plantLeads(count: number): Promise<void> {
  await capline.database.pool.query(
    `insert into leads (connector, external_id, created_at, day, geo, geo_key, source_number, advertiser_id)
    select 'main', i::text, at, (at at time zone 'Etc/GMT-2')::date, 'DE', 'DE', '44', 'adv-1'
    from generate_series(1, $1::integer) i,
      lateral (select '2026-11-22T22:00:00Z'::timestamptz - i * interval '30 minutes' as at) t`,
    [count],
  )
  await capline.database.pool.query(
    `insert into delivered_by_broker (day, geo_key, advertiser_id, source_number, leads)
    select day, geo_key, advertiser_id, source_number, count(*) from leads group by 1, 2, 3, 4`,
  )
}

/** As the product has them, but for a queue that nobody takes from: the tests take its part. */
function deps() {
  const jobs = { send: async () => 'a job' }
  const { log } = createMemoryLog()
  return { db: capline.db, secrets: createSecrets('x'.repeat(32)), clock, log, jobs }
}

const ask = (zone: string) => changeZone(deps(), admin.member, zone)

const run = (signal = new AbortController().signal) => runZoneChange(deps(), signal)

const save = (zone: string) => admin.call(settingCalls.save, { params: { key: 'timezone' }, body: { value: zone } })

/** What one statement sees: the zone, and the rows that are not on their day in it, or not counted there. */
async function look() {
  const { rows } = await capline.database.pool.query<typeof OLD>(`
    with configured as (select coalesce((select value from settings where key = 'timezone'), 'Etc/GMT-2') as zone)
    select zone,
      (select count(*)::integer from leads where day <> (created_at at time zone zone)::date) as stray,
      (select count(*)::integer from (
        (select day, count(*) from leads group by day)
        except (select day, sum(leads) from delivered_by_broker group by day)) other) as wrong
    from configured`)
  return rows[0]
}

/** Keeps a change from going past the newest leads, which it moves last. */
async function holdNewestLeads(): Promise<void> {
  held = await capline.db.startTransaction().execute()
  const newest = Array.from({ length: 48 }, (_, index) => String(index + 1))
  await held.updateTable('leads').set({ email: 'held' }).where('external_id', 'in', newest).execute()
}

async function release(): Promise<void> {
  const holder = held
  held = null
  await holder?.rollback().execute()
}

/** The process of PostgreSQL that waits for those leads. */
async function findBlocked(): Promise<number> {
  return vi.waitFor(async () => {
    const { rows } = await capline.database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%update "leads"%'`,
    )
    if (!rows[0]) throw new Error('nothing waits')
    return rows[0].pid
  }, PATIENCE)
}

test('says beforehand what it would move, and moves nothing', async () => {
  const preview = (zone: 'Asia/Tokyo' | 'Etc/GMT-2') => admin.call(zoneCalls.preview, { query: { zone } })
  // Tokyo is seven hours ahead of the default: of each of the 63 days, fourteen leads are on the next.
  expect(await preview('Asia/Tokyo')).toEqual({ zone: 'Asia/Tokyo', leads: 63 * 14, deposits: 0 })
  expect(await preview('Etc/GMT-2')).toEqual({ zone: 'Etc/GMT-2', leads: 0, deposits: 0 })
  expect(await look()).toEqual(OLD)
})

/** Counts nothing but its own calls; of Dubai the first one fails. */
function createCounter() {
  const counted: string[] = []
  const most = { running: 0, atOnce: 0 }
  const count = async (db: Database, { name }: Zone) => {
    counted.push(name)
    most.running += 1
    most.atOnce = Math.max(most.atOnce, most.running)
    await db.selectFrom('leads').select('day').execute()
    most.running -= 1
    const times = counted.filter((zone) => zone === name).length
    if (name === 'Asia/Dubai' && times === 1) throw new Error('the database rests')
    return { leads: times, deposits: 0 }
  }
  return { counted, most, preview: createZonePreview({ db: capline.db, clock }, count) }
}

test('zones that are tried at once are counted one after the other, each of them once', async () => {
  const { counted, most, preview } = createCounter()
  const zones = ['Asia/Tokyo', 'Europe/London', 'Asia/Tokyo', 'America/New_York', 'Europe/London']
  const previews = await Promise.all(zones.map((zone) => preview(zone)))
  expect(previews).toEqual(zones.map((zone) => ({ zone, leads: 1, deposits: 0 })))
  expect(counted.toSorted()).toEqual(['America/New_York', 'Asia/Tokyo', 'Europe/London'])
  expect(most.atOnce).toBe(1)
})

test('a zone is counted again once the leads are others', async () => {
  const { preview } = createCounter()
  expect(await preview('Asia/Tokyo')).toMatchObject({ leads: 1 })
  expect(await preview('Asia/Tokyo')).toMatchObject({ leads: 1 })
  await bumpDataVersion(capline.db)
  expect(await preview('Asia/Tokyo')).toMatchObject({ leads: 2 })
})

test('a count that fails fails for whoever asked, and the others go on', async () => {
  const { preview } = createCounter()
  const [failed, other] = [preview('Asia/Dubai'), preview('Asia/Tokyo')]
  await expect(failed).rejects.toThrow('the database rests')
  expect(await other).toMatchObject({ leads: 1 })
  expect(await preview('Asia/Dubai')).toMatchObject({ leads: 2 })
})

test('is done at once where the leads are few', async () => {
  await removeLeads()
  await plantLeads(100)
  const version = await readDataVersion(capline.db)
  expect(await save('Asia/Tokyo')).toMatchObject({ key: 'timezone', value: 'Asia/Tokyo' })
  expect(await look()).toEqual(NEW)
  expect(await readDataVersion(capline.db)).toBeGreaterThan(version)
  expect(await admin.call(zoneCalls.change, {})).toEqual({ change: null })
})

test('goes on in the background where they are many, and whoever reads sees the old whole or the new one', async () => {
  const seen: unknown[] = []
  expect(await save('Asia/Tokyo')).toMatchObject({ value: 'Etc/GMT-2' })
  await vi.waitFor(
    async () => {
      seen.push(await look())
      expect(seen.at(-1)).toEqual(NEW)
    },
    { timeout: PATIENCE, interval: 1 },
  )
  expect(seen.filter((state) => JSON.stringify(state) !== JSON.stringify(OLD))).toEqual([NEW])
  expect(await capline.call(settingCalls.readPublic, {})).toMatchObject({ timezone: 'Asia/Tokyo' })
  expect(await admin.call(settingCalls.history, {})).toMatchObject([
    { actor: `@${admin.member.handle}`, key: 'timezone', before: 'Etc/GMT-2', after: 'Asia/Tokyo' },
  ])
})

test('in its middle: all stands as before, progress is told, other settings are saved, a second zone has to wait', async () => {
  await holdNewestLeads()
  expect(await ask('Asia/Tokyo')).toEqual({ ok: true, value: 'going on' })
  const running = run()
  await findBlocked()
  expect(await look()).toEqual(OLD)
  await expect.poll(async () => (await readZoneChange(deps()))?.share).toBeGreaterThan(0)
  const { change } = await admin.call(zoneCalls.change, {})
  expect(change).toMatchObject({ zone: 'Asia/Tokyo', requestedBy: `@${admin.member.handle}` })
  await admin.call(settingCalls.save, { params: { key: 'title' }, body: { value: 'Night desk' } })
  expect(await capline.call(settingCalls.readPublic, {})).toMatchObject({ title: 'Night desk', timezone: 'Etc/GMT-2' })
  for (const zone of ['Europe/Berlin', 'Asia/Tokyo']) {
    expect(await refusalOf(save(zone))).toMatchObject({ status: 409, message: settingTexts.zoneMoving('Asia/Tokyo') })
  }
  await release()
  expect(await running).toBe('done')
  expect(await look()).toEqual(NEW)
  expect(await readZoneChange(deps())).toBeNull()
})

test('stopped in its middle it leaves all as it was, and is taken up again', async () => {
  expect(await ask('Asia/Tokyo')).toMatchObject({ value: 'going on' })
  expect(await run(AbortSignal.abort())).toBe('hand back')
  expect(await look()).toEqual(OLD)
  expect(await run()).toBe('done')
  expect(await look()).toEqual(NEW)
})

test('killed in its middle it leaves all as it was, and is taken up again', async () => {
  await holdNewestLeads()
  await ask('Asia/Tokyo')
  const running = run()
  const ended = running.then(
    () => 'done',
    () => 'failed',
  )
  await capline.database.pool.query('select pg_terminate_backend($1)', [await findBlocked()])
  expect(await ended).toBe('failed')
  expect(await look()).toEqual(OLD)
  await release()
  expect(await Promise.all([run(), run()])).toEqual(['done', 'done'])
  expect(await look()).toEqual(NEW)
})

test('leads that arrive meanwhile wait, and land on their day of the new zone', async () => {
  await holdNewestLeads()
  await ask('Asia/Tokyo')
  const running = run()
  await findBlocked()
  capline.source.put(
    'leads',

    buildLead({ id: 'late', createdAt: '2026-11-22T20:00:00Z', updatedAt: '2026-11-22T20:00:00Z' }),
  )
  const synced = capline.sync()
  await vi.waitFor(async () => {
    const { rows } = await capline.database.pool.query(
      `select 1 from pg_locks where locktype = 'advisory' and not granted`,
    )
    expect(rows).not.toEqual([])
  }, PATIENCE)
  await release()
  await running
  expect(await synced).toMatchObject({ status: 'success', processedLeads: 1 })
  expect(await look()).toEqual(NEW)
})

test('of forty who ask for zones at once one is heard', async () => {
  const zones = ['Asia/Tokyo', 'Asia/Dubai', 'Europe/London', 'America/New_York']
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(zones[index % 4] ?? '')))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  const wanted = (await readZoneChange(deps()))?.zone
  await run()
  expect(await look()).toEqual({ ...NEW, zone: wanted })
})

test('whose job is gone is made at the next start, by one job however often it is looked for', async () => {
  await holdNewestLeads()
  // The job of this one was never sent.
  await ask('Asia/Tokyo')
  const { log } = createMemoryLog()
  const jobs = createJobs({ url: capline.database.url, log })
  await jobs.start()
  await startZoneJobs({ ...deps(), jobs })
  await findBlocked()
  await Promise.all([1, 2, 3].map(() => sendStandingChange({ db: capline.db, jobs })))
  const { rowCount } = await capline.database.pool.query(
    `select from pgboss.job where name = $1 and state in ('created', 'retry', 'active')`,
    [zoneQueue.name],
  )
  expect(rowCount).toBe(1)
  await release()
  await expect.poll(() => look()).toEqual(NEW)
  expect(await readZoneChange(deps())).toBeNull()
  await jobs.stop()
  // It would take the part of the tests.
  await capline.database.pool.query(`delete from pgboss.schedule where name = 'leads.zone-tick'`)
})
