import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseDay } from '#domain/kernel/day.ts'
import { formatInstant, parseInstant } from '#domain/kernel/instant.ts'
import type { PauseScope } from '#domain/pauses/pause.ts'
import type { Member } from '#domain/team/member.ts'
import { newId } from '#platform/db/ids.ts'
import { pauseScopes, resumePauses } from '#server/features/pauses/edit-service.ts'
import { countPausedLeads, readPauses } from '#server/features/pauses/service.ts'
import { insertMember } from '#testing/capline.ts'
import { endSync, startTestSchedules, SUMMARY_GROUP, type TestSchedules } from '#testing/schedules.ts'

const BROKER_GROUP = '-2001'
const SOURCE_GROUP = '-2002'
const TODAY = parseDay('2026-11-21') ?? neverNow()
let schedules: TestSchedules
let anna: Member

beforeAll(async () => {
  schedules = await startTestSchedules('2026-11-21T05:00:00Z')
  const { db } = schedules.database
  anna = await insertMember(db, { role: 'editor', handle: 'anna' })
  await db.insertInto('advertisers').values({ id: 'a', advertiser_id: '101', name: 'Nord' }).execute()
  await db.insertInto('advertiser_groups').values({ advertiser: 'a', group_id: BROKER_GROUP }).execute()
  await db.insertInto('publishers').values({ id: 'p', source_number: '44', name: 'North' }).execute()
  await db.insertInto('publisher_groups').values({ publisher: 'p', group_id: SOURCE_GROUP }).execute()
  await schedules.set('pause_text_advertisers', 'Please hold {{geo}}, {{source}} until {{until}}: {{reason}}.')
  await schedules.set('resume_text_advertisers', '{{geo}} is on again.')
  await schedules.set('pause_text_sources', 'Stop sending {{geo}} until {{until}}.')
})

afterAll(() => schedules.database.close())

beforeEach(async () => {
  await schedules.forget()
  await schedules.database.db.deleteFrom('pauses').execute()
  await schedules.database.db.deleteFrom('leads').execute()
  await schedules.look('2026-11-21T05:00:00Z')
})

const deps = () => ({ db: schedules.database.db, clock: schedules.clock })
const at = (iso: string) => parseInstant(iso) ?? neverNow()

function neverNow(): never {
  throw new Error('no instant')
}

async function pause(scope: Partial<PauseScope>, until: string | null, from: string | null = null): Promise<string> {
  const scopes = [{ geo: null, advertiserId: null, sourceNumber: null, ...scope }]
  const span = { from: from === null ? null : at(from), until: until === null ? null : at(until) }
  const wish = { scopes, ...span, reason: 'quality' as const, note: null }
  const done = await pauseScopes(deps(), anna, wish, 'board')
  return done.ok ? (done.value.pauses[0]?._id ?? '') : done.reason
}

async function told(chatId: string): Promise<string[]> {
  return (await schedules.told()).filter((message) => message.chatId === chatId).map(({ text }) => text)
}

async function lead(createdAt: string): Promise<void> {
  const row = { connector: 'main', geo: 'DE', geo_key: 'DE', advertiser_id: '101', source_number: '44' }
  const created_at = formatInstant(at(createdAt))
  await schedules.database.db
    .insertInto('leads')
    .values({ ...row, external_id: newId(), created_at, day: TODAY })
    .execute()
}

test('the groups of whom it names are told of its beginning and its end, once over all nodes and restarts', async () => {
  schedules.clock.set('2026-11-21T09:00:00Z')
  await pause({ geo: 'DE', advertiserId: '101' }, '2026-11-21T13:00:00Z')
  await pause({ sourceNumber: '44' }, null)
  for (const time of ['09:00:10', '09:01:00', '12:59:59', '13:00:05', '13:00:20', '13:30:00']) {
    await schedules.look(`2026-11-21T${time}Z`, 3)
  }
  expect(await told(BROKER_GROUP)).toEqual([
    'Please hold DE, all sources until Sat 21 Nov 2026 14:00 (Europe/Berlin): quality.',
    'DE is on again.',
  ])
  expect(await told(SOURCE_GROUP)).toEqual(['Stop sending all geos until further notice.'])
})

test('an end is not told while another pause of theirs stops the same; another end is told, in one message a chat', async () => {
  schedules.clock.set('2026-11-21T09:00:00Z')
  const own = await pause({ geo: 'DE', advertiserId: '101' }, '2026-11-21T12:00:00Z')
  await pause({ geo: 'FR', advertiserId: '101' }, '2026-11-21T12:00:00Z')
  await schedules.look('2026-11-21T09:00:10Z')
  const hold = (geo: string, until: string) => `Please hold ${geo}, all sources until ${until}: quality.`
  const first = `${hold('DE', 'Sat 21 Nov 2026 13:00 (Europe/Berlin)')}\n\n${hold('FR', 'Sat 21 Nov 2026 13:00 (Europe/Berlin)')}`
  expect(await told(BROKER_GROUP)).toEqual([first])
  schedules.clock.set('2026-11-21T10:00:00Z')
  expect(await pause({ geo: 'DE', advertiserId: '101' }, '2026-11-21T13:00:00Z')).toBe(own)
  await pause({ advertiserId: '101' }, '2026-11-21T15:00:00Z')
  await schedules.look('2026-11-21T10:00:10Z', 2)
  const second = `${hold('all geos', 'Sat 21 Nov 2026 16:00 (Europe/Berlin)')}\n\n${hold('DE', 'Sat 21 Nov 2026 14:00 (Europe/Berlin)')}`
  expect((await told(BROKER_GROUP)).slice(1)).toEqual([second])
  for (const time of ['12:00:05', '13:00:05', '15:00:05']) await schedules.look(`2026-11-21T${time}Z`)
  expect((await told(BROKER_GROUP)).slice(2)).toEqual(['all geos is on again.'])
})

test('a planned pause that begins within a longer one of theirs is not told, nor its end', async () => {
  schedules.clock.set('2026-11-21T09:00:00Z')
  const scope = { geo: 'DE', advertiserId: '101' }
  await pause(scope, '2026-11-21T13:00:00Z', '2026-11-21T11:00:00Z')
  await pause(scope, null)
  for (const time of ['09:00:10', '11:00:05', '13:00:05']) await schedules.look(`2026-11-21T${time}Z`)
  expect(await told(BROKER_GROUP)).toEqual(['Please hold DE, all sources until further notice: quality.'])
})

test('other systems hear that a scope is paused, until when, and that it flows, once for two of its pauses', async () => {
  const { pool } = schedules.database
  await pool.query(
    `insert into webhooks (id, url, events, sealed_key, created_at)
     values ('w', '', '{pause.began,pause.ended}', '', now())`,
  )
  const heard = async (...times: string[]) => {
    for (const time of times) await schedules.look(`2026-11-21T${time}Z`)
    const { rows } = await pool.query<{ type: string; geo: string; end: string }>(
      `with taken as (delete from webhook_messages returning id, body::jsonb as body)
       select body->>'type' as type, body->'data'->>'geo' as geo,
         coalesce(body->'data'->>'endedAt', body->'data'->>'until') as end from taken order by id`,
    )
    return rows.map(({ type, geo, end }) => `${type} ${geo} ${end.slice(11, 16)}`)
  }
  schedules.clock.set('2026-11-21T09:00:00Z')
  await pause({ geo: 'DE' }, '2026-11-21T14:00:00Z', '2026-11-21T11:00:00Z')
  await pause({ geo: 'DE' }, '2026-11-21T13:00:00Z')
  await pause({ geo: 'FR' }, '2026-11-21T13:00:00Z')
  await pause({ geo: 'FR' }, '2026-11-21T15:00:00Z', '2026-11-21T13:00:00Z')
  await pause({ geo: 'FR' }, '2026-11-21T18:00:00Z', '2026-11-21T16:00:00Z')
  expect(await heard('09:00:10', '11:00:05')).toEqual(['pause.began DE 14:00', 'pause.began FR 15:00'])
  expect(await heard('13:00:05')).toEqual([])
  expect(await heard('14:00:05')).toEqual(['pause.ended DE 14:00'])
  // A look that comes late tells of the end before, and of what has begun since.
  expect(await heard('16:05:00')).toEqual(['pause.ended FR 15:00', 'pause.began FR 18:00'])
  expect(await heard('18:00:05')).toEqual(['pause.ended FR 18:00'])
  await pool.query('delete from webhooks')
})

test('an end that was missed for a while says so; a long one is not told any more', async () => {
  schedules.clock.set('2026-11-21T09:00:00Z')
  await pause({ geo: 'DE', advertiserId: '101' }, '2026-11-21T10:00:00Z')
  await schedules.look('2026-11-21T09:00:10Z')
  await pause({ geo: 'FR', advertiserId: '101' }, '2026-11-21T09:05:00Z')
  await schedules.look('2026-11-21T09:00:20Z')
  await schedules.look('2026-11-21T10:20:00Z')
  expect((await told(BROKER_GROUP)).slice(2)).toEqual(['DE is on again.\nSent late: this was due at 11:00.'])
})

test('leads that come all the same are told once a pause, after the time that stopping takes', async () => {
  schedules.clock.set('2026-11-21T09:00:00Z')
  await pause({ geo: 'DE' }, null)
  await lead('2026-11-21T09:29:59Z')
  schedules.clock.set('2026-11-21T09:40:00Z')
  await endSync(schedules)
  await schedules.look('2026-11-21T09:40:01Z', 2)
  expect(await told(SUMMARY_GROUP)).toEqual([])
  await lead('2026-11-21T09:30:00Z')
  await lead('2026-11-21T09:45:00Z')
  for (const time of ['09:50:00', '10:00:00']) {
    schedules.clock.set(`2026-11-21T${time}Z`)
    await endSync(schedules)
    await schedules.look(`2026-11-21T${time}Z`, 3)
  }
  const [text, ...more] = await told(SUMMARY_GROUP)
  expect(text).toContain('<b>DE</b> · since 2026-11-21 10:00 · quality · @anna · <b>2 leads</b>')
  expect(more).toEqual([])
})

test('a lead that two pauses of a scope cover is told and counted once', async () => {
  schedules.clock.set('2026-11-21T09:00:00Z')
  await pause({ geo: 'DE' }, '2026-11-21T12:00:00Z', '2026-11-21T10:00:00Z')
  await pause({ geo: 'DE' }, '2026-11-21T11:00:00Z')
  for (const time of ['10:45:00', '10:50:00', '11:00:00']) await lead(`2026-11-21T${time}Z`)
  schedules.clock.set('2026-11-21T11:10:00Z')
  await endSync(schedules)
  await schedules.look('2026-11-21T11:10:00Z')
  const [text] = await told(SUMMARY_GROUP)
  expect(text?.match(/\d leads?(?=<)/g)).toEqual(['2 leads', '1 lead'])
  const { db } = schedules.database
  const counts = await countPausedLeads(db, await readPauses(db, { from: at('2026-11-21T09:00:00Z'), until: null }))
  expect([...counts.values()].toSorted((one, other) => one - other)).toEqual([1, 2])
  // The later one has no more once the earlier one is over and not asked for.
  const later = await readPauses(db, { from: at('2026-11-21T11:30:00Z'), until: null })
  expect([...(await countPausedLeads(db, later)).values()]).toEqual([1])
})

test('what has no end is asked about each morning, and no working hours of it are told', async () => {
  await schedules.addCap({ date: '2026-11-21', hours: '08:00-12:00' })
  await schedules.addCap({ date: '2026-11-22', hours: '10:00-12:00' })
  schedules.clock.set('2026-11-21T06:40:00Z')
  const id = await pause({ sourceNumber: '44', geo: 'DE' }, null)
  await schedules.look('2026-11-21T07:00:00Z')
  const question = (texts: string[]) => texts.filter((text) => text.includes('Still paused'))
  expect(question(await told(SUMMARY_GROUP))).toEqual([])
  await schedules.look('2026-11-22T07:00:00Z', 3)
  expect(question(await told(SUMMARY_GROUP))).toHaveLength(1)
  expect((await told(SUMMARY_GROUP)).filter((text) => text.includes('open'))).toEqual([])
  await resumePauses(deps(), anna, [id])
  await schedules.look('2026-11-22T08:30:00Z')
  expect((await told(SUMMARY_GROUP)).filter((text) => text.includes('open at 10:00'))).toHaveLength(1)
  await schedules.look('2026-11-23T07:00:00Z')
  expect(question(await told(SUMMARY_GROUP))).toHaveLength(1)
  const [pauseNow] = await readPauses(schedules.database.db, { from: at('2026-11-21T06:40:00Z'), until: null })
  expect(pauseNow?.endedBy).toBe('@anna')
})
