import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sent } from '#contract/call.ts'
import { connectorCalls, type Preview } from '#contract/connectors.ts'
import { feedStatusCalls } from '#contract/feed-status.ts'
import { feedCalls } from '#contract/feeds.ts'
import { leadCalls } from '#contract/leads.ts'
import { connectorTexts } from '#contract/texts/connectors.ts'
import { systemClock } from '#platform/clock.ts'
import { createSecrets } from '#platform/secrets.ts'
import { startLeadApi, USERNAME, type LeadApi } from '#sandbox/lead-api/server.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildLead, buildLeads, removeRows, secrets } from '#testing/lead-rows.ts'
import { refusalOf } from '#testing/refusal.ts'
import { OWN_MACHINE } from '#testing/lead-sync.ts'
import { saveConnector, type ConnectorEditDeps } from './edit-service.ts'
import { listSharedNames, opensConnectors, readConnectors, resealConnectors } from './service.ts'

const KEY = 'key-that-nobody-may-see'
const lines: string[] = []
let capline: TestCapline
let api: LeadApi
let admin: SignedIn

beforeAll(async () => {
  // Nothing in the environment: an installation that is new.
  capline = await startTestCapline({
    environment: { LEAD_API_URL: '' },
    onLog: (line) => lines.push(line),
  })
  api = await startLeadApi({ token: KEY, source: capline.source, now: () => systemClock.now() })
  admin = await capline.signIn('admin')
})

afterAll(async () => {
  await capline.close()
  await api.close()
})

beforeEach(async () => {
  api.control.clearFaults()
  await capline.db.deleteFrom('lead_connectors').execute()
  await until(() => capline.db.selectFrom('sync_runs').select('id').where('ended_at', 'is', null).execute(), isEmpty)
  await removeRows(capline.database)
})

const isEmpty = (rows: readonly unknown[]) => rows.length === 0

async function until<T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (isThere(value)) return value
    await wait(20)
  }
}

type Body = Sent<typeof connectorCalls.create>['body']
type Wish = Omit<Body, 'terms'> & { terms?: Record<string, string> }

const bodyOf = ({ terms = {}, ...wish }: Wish): Body => ({
  ...wish,
  terms: Object.entries(terms).map(([place, value]) => ({ place, value })),
})

const box = (fields: Partial<Wish> = {}): Wish => ({
  name: 'box',
  preset: 'trackbox',
  url: api.url,
  token: KEY,
  username: USERNAME,
  password: KEY,
  terms: { 'constants.advertiserId': 'B-7' },
  ...fields,
})
const generic = (fields: Partial<Wish> = {}): Wish => ({
  name: 'north',
  preset: 'generic',
  url: api.url,
  token: KEY,
  ...fields,
})

const preview = (wish: Wish) => admin.call(connectorCalls.preview, { body: bodyOf(wish) })
const create = (wish: Wish) => admin.call(connectorCalls.create, { body: bodyOf(wish) })
const leads = () => capline.db.selectFrom('leads').select(['connector', 'advertiser_id']).execute()
const statusOf = async (name: string) =>
  (await admin.call(feedStatusCalls.readStatus, {})).connectors.find((feed) => feed.name === name)
const awaitGoodRun = () =>
  until(
    () => statusOf('box'),
    (feed) => feed?.lastGoodAt !== null,
  )

test('from nothing to first leads: what is missing is seen, filled in and saved, and the sync starts by itself', async () => {
  capline.source.put('leads', ...buildLeads(3, systemClock.now()))
  const presets = await admin.call(connectorCalls.listPresets, {})
  expect(presets.find(({ preset }) => preset === 'trackbox')?.required).toContain('mapping.constants.advertiserId')

  const bare = await preview(box({ terms: {} }))
  expect(bare).toMatchObject({ ok: false, total: 3, bad: 3, missing: ['constants.advertiserId'] })
  expect(bare.rows[0]).toMatchObject({ geo: 'DE', advertiserId: null, problem: 'advertiserId is missing' })
  expect(bare.fields).toContainEqual({ path: 'customerData.country', examples: ['DE'] })
  expect(await refusalOf(create(box({ terms: {} })))).toMatchObject({
    status: 400,
    details: { current: { ok: false } },
  })

  const whole = await preview(box())
  expect(whole).toMatchObject({ ok: true, message: connectorTexts.works, bad: 0 })
  expect(whole.rows[0]).toMatchObject({ geo: 'DE', advertiserId: 'B-7', problem: null })
  expect(await leads()).toEqual([])

  expect(await create(box())).toEqual({
    name: 'box',
    preset: 'trackbox',
    url: api.url,
    terms: [{ place: 'constants.advertiserId', value: 'B-7' }],
    paused: false,
    version: 1,
    secrets: ['token', 'username', 'password'],
  })
  const rows = await until(leads, ({ length }) => length === 3)
  expect(rows[0]).toEqual({ connector: 'box', advertiser_id: 'B-7' })
  expect(await awaitGoodRun()).toMatchObject({ isOfFile: false, paused: false, newLeads: 3 })
})

test('another path, a date format with its zone, a goal: mended with what the rows have', async () => {
  const at = systemClock.now()
  capline.source.put('leads', ...buildLeads(2, at))
  const moved = await preview(generic({ terms: { 'lead.geo': 'sourceNumber', 'lead.status': 'id' } }))
  expect(moved.rows[0]).toMatchObject({ geo: '44', status: expect.stringContaining('lead') })
  const shifted = await preview(box({ terms: { 'constants.advertiserId': 'B-7', 'dates.zone': 'Asia/Tokyo' } }))
  const plain = await preview(box())
  const [early, late] = [shifted, plain].map((shown: Preview) => shown.rows[0]?.createdAt ?? 0)
  expect((late ?? 0) - (early ?? 0)).toBe(9 * 60 * 60 * 1000)
  const undated = await preview(generic({ terms: { 'lead.createdAt': 'sourceNumber' } }))
  expect(undated).toMatchObject({ ok: false, message: connectorTexts.wrongRows(undated.total, undated.total) })
  expect(undated.rows[0]?.problem).toContain('createdAt')
  const counted = await preview(generic({ terms: { 'lead.createdAt': 'sourceNumber', 'dates.format': 'seconds' } }))
  expect(counted).toMatchObject({ ok: true, bad: 0 })
  expect(counted.rows[0]?.createdAt).toBe(44_000)
  const irev = { name: 'affiliate', preset: 'irev', url: api.url, token: KEY }
  const named = await preview(irev)
  expect(named).toMatchObject({ ok: false, missing: ['deposits.goal'], bad: 0 })
  expect(named.goals).toEqual([{ goal: expect.stringContaining('lead'), rows: named.total }])
})

test('what cannot be asked is refused at its field', async () => {
  const refused: [Wish, string, string][] = [
    [box({ name: 'No Name' }), 'name', connectorTexts.name],
    [box({ name: 'file-north' }), 'name', connectorTexts.namePrefix],
    [box({ name: 'sheet-team' }), 'name', connectorTexts.namePrefix],
    [box({ preset: 'other' }), 'preset', connectorTexts.preset],
    [box({ url: 'leads' }), 'url', connectorTexts.url],
    [box({ url: 'http://leads.example.org' }), 'url', connectorTexts.url],
    [box({ url: 'https://me:word@leads.example.org' }), 'url', connectorTexts.url],
    [box({ url: `${api.url}/?key=1` }), 'url', connectorTexts.urlParts],
    [box({ password: '' }), 'password', 'Password is missing.'],
    [box({ terms: { rows: 'x' } }), 'rows', 'rows is not known here.'],
    [box({ terms: { 'dates.zone': 'Mars' } }), 'terms.dates.zone', 'Time zone of dates must be an IANA zone.'],
  ]
  for (const [wish, path, message] of refused) {
    expect(await refusalOf(preview(wish))).toMatchObject({
      status: 400,
      message,
      details: { errors: [{ path, message }] },
    })
  }
  expect(await preview(box({ token: 'another-key' }))).toMatchObject({
    ok: false,
    message: 'The lead API reported an error: Wrong credentials',
  })
})

test('an address within the network of the server is for whoever is at the server', async () => {
  const deps = { ...editDeps(), sourceReach: { ...OWN_MACHINE, allowPrivate: false } }
  for (const url of [
    'https://127.0.0.1:1',
    'https://10.0.0.7',
    'https://localhost',
    'https://[::1]',
    'https://169.254.169.254',
  ]) {
    const draft = { name: 'inner', preset: 'generic', url, terms: {} }
    const refused = await saveConnector(deps, admin.member, { draft, typed: { token: KEY }, version: null })
    expect(refused).toMatchObject({ ok: false, reason: 'connector.field', problem: 'private' })
  }
})

function editDeps(fails = false): ConnectorEditDeps {
  return {
    db: capline.db,
    clock: systemClock,
    secrets,
    connectors: [],
    sourceReach: OWN_MACHINE,
    followInFeeds: () => (fails ? Promise.reject(new Error('killed')) : Promise.resolve()),
    stopping: new AbortController().signal,
  }
}

test('a name is in one place only, and of one feed', async () => {
  await create(box())
  // Its answer may have been lost.
  expect(await preview(box())).toMatchObject({ ok: true })
  expect(await refusalOf(create(box()))).toMatchObject({ status: 409, message: connectorTexts.taken })
  const [connector] = await readConnectors(editDeps())
  if (!connector) throw new Error('no connector')
  const wish = { draft: { name: 'box', preset: 'generic', url: api.url, terms: {} }, typed: {}, version: null }
  const deps = { ...editDeps(), connectors: [connector] }
  expect(await saveConnector(deps, admin.member, wish)).toEqual({ ok: false, reason: 'connector.of-file' })
  expect(await listSharedNames(capline.db, [connector])).toEqual(['box'])
})

test('either all of a new feed is there or nothing: row, history and the job of its first sync', async () => {
  const draft = { name: 'half', preset: 'generic', url: api.url, terms: {} }
  const wish = { draft, typed: { token: KEY }, version: null }
  await expect(saveConnector(editDeps(true), admin.member, wish)).rejects.toThrow('killed')
  expect(await admin.call(connectorCalls.list, {})).toEqual([])
  const history = await admin.call(connectorCalls.listHistory, {})
  expect(history.filter(({ after }) => after?.name === 'half')).toEqual([])
})

test('a feed is changed by who saw it as it stands; its key stays, but for another address it is entered again', async () => {
  capline.source.put('leads', buildLead())
  await create(box())
  await until(leads, ({ length }) => length > 0)
  await awaitGoodRun()
  const change = (body: Wish) => admin.call(connectorCalls.update, { params: { name: 'box' }, body: bodyOf(body) })
  const unsaid = { token: null, username: null, password: null, version: 1 }
  expect(await change(box(unsaid))).toMatchObject({ version: 1 })
  const other = box({ ...unsaid, url: api.url.replace('127.0.0.1', 'localhost') })
  expect(await refusalOf(preview(other))).toMatchObject({
    details: { errors: [{ path: 'token', message: connectorTexts.again }] },
  })
  expect(await refusalOf(change(box({ ...unsaid, preset: 'generic' })))).toMatchObject({
    message: connectorTexts.fixedPreset,
  })

  const terms = { 'constants.advertiserId': 'B-8' }
  expect(await change(box({ ...unsaid, terms }))).toMatchObject({ version: 2 })
  await until(leads, ([row]) => row?.advertiser_id === 'B-8')
  // Again, since the answer was lost.
  expect(await preview(box({ version: 1, terms }))).toMatchObject({ ok: true })
  for (const same of [unsaid, { version: 1 }])
    expect(await change(box({ ...same, terms }))).toMatchObject({ version: 2 })
  for (const changed of [unsaid, { version: 1, terms, token: 'another' }])
    expect(await refusalOf(change(box(changed)))).toMatchObject({ status: 409, details: { current: { version: 2 } } })
})

test('a paused feed is not asked, a removed one is gone, and its leads stay and are found', async () => {
  capline.source.put('leads', buildLead())
  await create(box())
  await until(leads, ({ length }) => length > 0)
  await awaitGoodRun()
  const params = { name: 'box' }
  expect(await admin.call(connectorCalls.pause, { params })).toMatchObject({ paused: true, version: 2 })
  expect(await statusOf('box')).toMatchObject({ paused: true })
  expect(await admin.call(feedCalls.runSync, {})).toMatchObject({ reason: 'missing_configuration' })
  expect(
    await refusalOf(
      admin.call(feedStatusCalls.startBackfill, { body: { connector: 'box', from: '2026-11-01', to: '2026-11-02' } }),
    ),
  ).toMatchObject({ status: 409 })
  expect(await admin.call(connectorCalls.resume, { params })).toMatchObject({ paused: false })
  await until(
    () => statusOf('box'),
    (feed) => feed?.last?.status === 'success' || feed?.last?.status === 'unchanged',
  )
  await admin.call(connectorCalls.remove, { params })
  expect(await statusOf('box')).toBeUndefined()
  expect((await leads()).length).toBeGreaterThan(0)
  expect((await admin.call(leadCalls.search, { query: { search: 'lead-1' } })).leads).toMatchObject([
    { connector: 'box' },
  ])
  expect(await admin.call(leadCalls.listConnectors, {})).toEqual(['box'])
  expect(await preview(box())).toMatchObject({ isKnownName: true })
  expect(await refusalOf(admin.call(connectorCalls.remove, { params }))).toMatchObject({
    status: 404,
    message: connectorTexts.notFound,
  })
  const actions = (await admin.call(connectorCalls.listHistory, {})).map(({ action }) => action)
  expect(actions.slice(0, 4)).toEqual([
    'connector.removed',
    'connector.resumed',
    'connector.paused',
    'connector.created',
  ])
})

test('the key is in no answer, no history, no log and not in the database as it is', async () => {
  await create(box())
  await admin.call(connectorCalls.update, { params: { name: 'box' }, body: bodyOf(box({ version: 1 })) })
  api.control.addFault({ kind: 'soft-error', message: `The key ${KEY} is unknown`, times: 10 })
  const failed = await preview(generic())
  const answers = [
    failed,
    await admin.call(connectorCalls.list, {}),
    (await admin.call(connectorCalls.listHistory, {})).slice(0, 2),
    await admin.call(feedStatusCalls.readStatus, {}),
  ]
  expect(JSON.stringify(answers)).not.toContain(KEY)
  expect(failed.message).toContain('[secret]')
  expect(answers[2]).toMatchObject([{ after: { entered: ['token', 'username', 'password'] } }, {}])
  expect(lines.join('\n')).not.toContain(KEY)
  const { rows } = await sql<{
    text: string
  }>`select to_jsonb(lead_connectors)::text as text from lead_connectors`.execute(capline.db)
  expect(rows.map(({ text }) => text).join()).not.toContain(KEY)
})

test('a key that was sealed with another APP_SECRET is told at the feed, and entered anew', async () => {
  const next = createSecrets('n'.repeat(40))
  await create(box())
  expect(await opensConnectors(capline.db, next)).toBe(false)
  await capline.db.transaction().execute((tx) => resealConnectors(tx, secrets, next))
  expect(await opensConnectors(capline.db, next)).toBe(true)
  await capline.sync()
  expect((await statusOf('box'))?.last).toMatchObject({
    status: 'error',
    message: expect.stringContaining('another APP_SECRET'),
  })
  const unsaid = { token: null, username: null, password: null, version: 1 }
  expect(await refusalOf(preview(box(unsaid)))).toMatchObject({ message: connectorTexts.unreadable })
  await admin.call(connectorCalls.update, { params: { name: 'box' }, body: bodyOf(box({ version: 1 })) })
  expect(await opensConnectors(capline.db, secrets)).toBe(true)
})
