import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeyCalls } from '#contract/api-keys.ts'
import { capCalls } from '#contract/caps.ts'
import { createClient } from '#contract/client.ts'
import { feedStatusCalls } from '#contract/feed-status.ts'
import { apiKeyTexts } from '#contract/texts/api-keys.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { DAY, MINUTE } from '#domain/kernel/instant.ts'
import { hashToken } from '#platform/secrets.ts'
import { makeApiKey } from '#testing/api-keys.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { createTestClock } from '#testing/clock.ts'
import { refusalOf } from '#testing/refusal.ts'

const words = apiKeyTexts
const clock = createTestClock('2026-11-21T10:00:00Z')
let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline({ clock })
  admin = await capline.signIn('admin')
  await insertAdvertiser(capline.db)
})
afterAll(() => capline.close())

const listDay = { params: { date: '2026-11-21' } }
const standing = async (name: string) => (await admin.call(apiKeyCalls.list, {})).find((key) => key.name === name)

test('a key is shown once, kept as a hash, and made anew for no other', async () => {
  const body = { name: 'Warehouse', role: 'viewer', groups: ['caps'] } as const
  const repeat = { 'idempotency-key': 'warehouse' }
  const { key, token } = await admin.call(apiKeyCalls.make, { body: { ...body, groups: ['caps'] } }, repeat)
  expect(token).toContain(`${key.hint}_`)
  expect(key).toMatchObject({ role: 'viewer', groups: ['caps'], mayChange: false, endsAt: null, lastUsedAt: null })
  expect(key.createdBy).toBe(`@${admin.member.handle}`)

  const again = await refusalOf(
    admin.call(apiKeyCalls.make, { body: { ...body, name: 'warehouse', groups: ['caps'] } }, repeat),
  )
  expect(again).toMatchObject({ status: 409, message: words.nameTaken('warehouse') })
  const rows = await capline.db.selectFrom('api_keys').selectAll().where('name', '=', 'Warehouse').execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.token_hash).toEqual(hashToken(token))
  expect(JSON.stringify(await admin.call(apiKeyCalls.list, {}))).not.toContain(token)
})

test('what is no key is refused at its field', async () => {
  const problems = async (fields: object) => {
    const body = { name: 'Wrong', role: 'viewer' as const, groups: ['caps' as const], ...fields }
    const { status, details } = await refusalOf(admin.call(apiKeyCalls.make, { body }))
    return [status, ...(details.errors ?? []).map(({ path, message }) => `${path}: ${message}`)]
  }
  expect(await problems({ name: ' ' })).toEqual([400, `name: ${words.name}`])
  expect(await problems({ groups: [] })).toEqual([400, `groups: ${words.groups}`])
  expect(await problems({ groups: ['team'] })).toEqual([400, `groups.0: ${words.unknownGroup}`])
  expect(await problems({ groups: ['caps', 'leads', 'payouts'] })).toEqual([
    400,
    'groups: Only admins may use Leads, Payouts. Leave it out, or choose the role admin.',
  ])
  expect(await problems({ role: 'owner' })).toEqual([400, `role: ${words.role}`])
  expect(await problems({ lastDay: '2026-11-20' })).toEqual([400, `lastDay: ${words.lastDayPast}`])
})

test('what a program changes stands in the history under the name of its key', async () => {
  const { call, key } = await makeApiKey(capline, { name: 'Planner', role: 'editor', groups: ['caps'] })
  const cap = await call(capCalls.create, { body: buildCapDraft() })
  expect(cap.createdBy).toBe('Planner (API key)')
  const [change] = await call(capCalls.listHistory, { query: { date: '2026-11-21' } })
  expect(change).toMatchObject({ action: 'cap.created', actor: 'Planner (API key)' })
  const { actor_id: actorId } = await capline.db
    .selectFrom('changes')
    .select('actor_id')
    .where('subject_id', '=', cap._id)
    .executeTakeFirstOrThrow()
  expect(actorId).toBe(key.id)
})

test('says in a sentence what a key may not do', async () => {
  const { call } = await makeApiKey(capline, { role: 'viewer', groups: ['caps', 'feeds'], mayChange: false })
  expect(await call(capCalls.listDay, listDay)).toBeInstanceOf(Array)
  expect(await refusalOf(call(feedStatusCalls.readStatus, {}))).toMatchObject({
    status: 403,
    message: callTexts.adminsOnly,
  })
  expect(await refusalOf(call(capCalls.create, { body: buildCapDraft() }))).toMatchObject({ message: words.readOnly })
  const { call: other } = await makeApiKey(capline, { role: 'admin', groups: ['analytics'] })
  expect(await refusalOf(other(capCalls.listDay, listDay))).toMatchObject({ status: 403, message: words.noGroup })
  expect(await refusalOf(other(apiKeyCalls.list, {}))).toMatchObject({ status: 403, message: words.peopleOnly })
})

test('notes the last use by the minute, not with every call', async () => {
  const { call } = await makeApiKey(capline, { name: 'Watcher', groups: ['caps'] })
  const first = clock.now()
  await call(capCalls.listDay, listDay)
  expect((await standing('Watcher'))?.lastUsedAt).toBe(first)
  clock.advance(MINUTE / 2)
  await call(capCalls.listDay, listDay)
  expect((await standing('Watcher'))?.lastUsedAt).toBe(first)
  clock.advance(MINUTE)
  await call(capCalls.listDay, listDay)
  expect((await standing('Watcher'))?.lastUsedAt).toBe(clock.now())
})

test('a key that was revoked lets nobody in from then on, ends its stream, and frees its name', async () => {
  const { key, call, token } = await makeApiKey(capline, { name: 'Old partner' })
  const headers = { authorization: `Bearer ${token}` }
  const stream = await fetch(`${capline.address}/api/events`, { headers })
  await call(capCalls.listDay, listDay)
  await admin.call(apiKeyCalls.revoke, { params: { id: key.id } })
  expect(await stream.text()).toContain('listening')
  expect(await refusalOf(call(capCalls.listDay, listDay))).toMatchObject({ status: 401, message: words.revoked })
  const events = await fetch(`${capline.address}/api/events`, { headers })
  expect([events.status, await events.json()]).toEqual([401, { message: words.revoked }])
  expect(await refusalOf(admin.call(apiKeyCalls.revoke, { params: { id: key.id } }))).toMatchObject({ status: 404 })
  expect(await standing('Old partner')).toBeUndefined()
  await makeApiKey(capline, { name: 'Old partner' })
  const actions = (await admin.call(apiKeyCalls.listHistory, {})).map(({ action, after, before }) => [
    action,
    (after ?? before)?.name,
  ])
  expect(actions.slice(0, 3)).toEqual([
    ['apiKey.made', 'Old partner'],
    ['apiKey.revoked', 'Old partner'],
    ['apiKey.made', 'Old partner'],
  ])
})

test('a key works to the end of its last day, by the clock of the configured zone', async () => {
  const { key, call } = await makeApiKey(capline, { lastDay: '2026-11-22' })
  expect(key.endsAt).toBe(Date.parse('2026-11-22T22:00:00Z'))
  clock.set('2026-11-22T21:59:59Z')
  await call(capCalls.listDay, listDay)
  clock.set('2026-11-22T22:00:00Z')
  expect(await refusalOf(call(capCalls.listDay, listDay))).toMatchObject({ status: 401, message: words.ended })
  clock.advance(DAY)
})

test('a key that was mistyped, or is of another installation, is refused as such', async () => {
  const { token } = await makeApiKey(capline, {})
  const ask = async (bearer: string) => {
    const response = await fetch(`${capline.address}/api/caps/day/2026-11-21`, {
      headers: { authorization: `Bearer ${bearer}` },
    })
    return [response.status, await response.json()]
  }
  expect(await ask(token.slice(0, -1))).toEqual([401, { message: words.mistyped }])
  expect(await ask(`${token.slice(0, 20)}${token[20] === 'x' ? 'y' : 'x'}${token.slice(21)}`)).toEqual([
    401,
    { message: words.mistyped },
  ])
  await capline.db.deleteFrom('api_keys').where('token_hash', '=', hashToken(token)).execute()
  expect(await ask(token)).toEqual([401, { message: words.unknown }])
  const inAddress = await fetch(`${capline.address}/api/caps/day/2026-11-21?token=${token}`)
  expect([inAddress.status, await inAddress.json()]).toEqual([401, { message: callTexts.signInFirst }])
})

test('a key whose answer was lost is made once: a repeat shows another secret of it, until it is used', async () => {
  const make = (by = admin, name = 'Lost') =>
    by.call(apiKeyCalls.make, { body: { name, role: 'viewer', groups: ['caps'] } }, { 'idempotency-key': 'again' })
  const lost = await make()
  const { key, token } = await make()
  expect(key).toEqual({ ...lost.key, hint: token.slice(0, key.hint.length) })
  expect(await standing('Lost')).toEqual(key)
  const call = (bearer: string) =>
    createClient({ root: capline.address, fetch, token: () => bearer })(capCalls.listDay, listDay)
  expect(await refusalOf(call(lost.token))).toMatchObject({ status: 401, message: words.unknown })
  // Another name is another key, and another admin has not lost it.
  await make(admin, 'Not lost')
  expect(await refusalOf(make(await capline.signIn('admin')))).toMatchObject({ message: words.nameTaken('Lost') })
  await call(token)
  expect(await refusalOf(make())).toMatchObject({ status: 409, message: words.nameTaken('Lost') })
})

test('of two keys with one name, asked for at once, one is made', async () => {
  const body = { name: 'Twins', role: 'viewer' as const, groups: ['caps' as const] }
  const answers = await Promise.allSettled([1, 2, 3].map(() => admin.call(apiKeyCalls.make, { body })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('over its limit a key is told when to come back, and keeps nobody else waiting', async () => {
  const { token } = await makeApiKey(capline, { groups: ['caps'] })
  const ask = () =>
    fetch(`${capline.address}/api/caps/day/2026-11-21`, { headers: { authorization: `Bearer ${token}` } })
  const limit = Number((await ask()).headers.get('x-ratelimit-limit'))
  expect(limit).toBe(600)
  for (let left = limit - 1; left > 0; left -= 50) await Promise.all(Array.from({ length: Math.min(50, left) }, ask))
  const over = await ask()
  expect(over.status).toBe(429)
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  await admin.call(capCalls.listDay, listDay)
})
