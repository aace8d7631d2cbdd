import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectorCalls } from '#contract/connectors.ts'
import { feedStatusCalls } from '#contract/feed-status.ts'
import { feedTestCalls } from '#contract/feed-test.ts'
import { feedCalls } from '#contract/feeds.ts'
import { connectorTexts } from '#contract/texts/connectors.ts'
import { feedTestTexts } from '#contract/texts/feeds.ts'
import { addMilliseconds, DAY, formatInstant, HOUR } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { patientTransport } from '#platform/leads/configured.ts'
import { createLog } from '#platform/log.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { secrets } from '#testing/lead-rows.ts'
import { buildLead, buildLeads, connectTo, OWN_MACHINE } from '#testing/lead-sync.ts'
import { refusalOf } from '#testing/refusal.ts'
import { feedTestRoutes } from './probe-routes.ts'

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
})
afterAll(() => capline.close())

const probe = () => admin.call(feedTestCalls.test, {})

test('without rows it says that there are none', async () => {
  const result = await probe()
  expect(result).toMatchObject({ ok: true, message: feedTestTexts.works })
  expect(result.connectors).toMatchObject([{ ok: true, message: feedTestTexts.empty, leads: [], deposits: [] }])
})

test('the first rows as they are read, old ones where there are no new ones, and nothing is stored', async () => {
  for (let index = 0; index < 8; index += 1) {
    capline.source.put('leads', {
      id: `lead-${index}`,
      createdAt: '2026-03-02T10:00:00.000Z',
      geo: 'DE',
      sourceNumber: '44',
      advertiserId: 'B-1',
      email: `p${index}@mail.test`,
      status: 'New',
    })
  }
  const { connectors } = await probe()
  expect(connectors[0]?.leads).toHaveLength(5)
  expect(connectors[0]?.leads[0]).toMatchObject({ geo: 'DE', sourceNumber: '44', status: 'New' })
  expect(await capline.db.selectFrom('leads').select('external_id').execute()).toEqual([])
})

test.each([
  ['leads of long ago', 20 * DAY, feedTestTexts.emptyLately],
  ['leads of these days', HOUR, feedTestTexts.works],
])('a source that is asked days by days, with %s', async (_what, ago, message) => {
  const at = formatInstant(addMilliseconds(systemClock.now(), -ago))
  capline.source.put('leads', buildLead({ id: 'sliced', createdAt: at, updatedAt: at }))
  const connector = connectTo(capline.leadApi.url, patientTransport, {
    preset: 'hypernet',
    token: 'test-lead-api-token',
    mapping: { constants: { advertiserId: 'one' } },
  })
  const log = createLog('silent', { pretty: false })
  const stopping = new AbortController().signal
  const routes = feedTestRoutes({
    db: capline.db,
    secrets,
    sourceReach: OWN_MACHINE,
    connectors: [connector],
    clock: systemClock,
    log,
    stopping,
  })
  const { body } = await routes.test(
    { params: undefined, query: undefined, body: undefined },
    { ...admin, address: '', host: 'localhost', readCookie: () => null, attempt: null, log },
  )
  expect(body).toMatchObject({ ok: true, connectors: [{ ok: true, message }] })
})

test('a field that differs for each lead is no status: both tests and the sync say so, and nothing is refused', async () => {
  const rows = buildLeads(60, systemClock.now()).map((lead) => ({ ...lead, status: `Status of ${lead.id}` }))
  capline.source.put('leads', ...rows)
  const odd = ' The field of the status looks wrong: '
  const { connectors } = await probe()
  expect(connectors).toMatchObject([{ ok: true, message: expect.stringContaining(feedTestTexts.works + odd) }])

  const draft = { name: 'north', preset: 'generic', url: capline.leadApi.url, token: 'test-lead-api-token' }
  const preview = () => admin.call(connectorCalls.preview, { body: draft })
  expect(await preview()).toMatchObject({ ok: true, message: expect.stringContaining(connectorTexts.works + odd) })
  const run = await admin.call(feedCalls.runSync, {})
  expect(run).toMatchObject({ status: 'success', message: expect.stringContaining(odd.trim()) })
  expect(run.processedLeads).toBeGreaterThanOrEqual(60)
  const [feed] = (await admin.call(feedStatusCalls.readStatus, {})).connectors
  expect(feed?.last).toMatchObject({ status: 'success', message: run.message })

  capline.source.put('leads', ...rows.map((lead, index) => ({ ...lead, status: `Status ${index % 30}` })))
  expect(await preview()).toMatchObject({ ok: true, message: connectorTexts.works })
})

test('a source that fails: why, in a sentence', async () => {
  capline.leadApi.control.addFault({ kind: 'status', status: 401 })
  const result = await probe()
  expect(result.ok).toBe(false)
  expect(result.message).toContain('401')
  expect(JSON.stringify(result)).not.toContain('test-lead-api-token')
})

test('is for admins: it shows e-mail addresses', async () => {
  const editor = await capline.signIn('editor')
  expect(await refusalOf(editor.call(feedTestCalls.test, {}))).toMatchObject({ status: 403 })
})
