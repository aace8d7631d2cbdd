import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedStatusCalls } from '#contract/feed-status.ts'
import { uploadTexts } from '#contract/texts/uploads.ts'
import { uploadCalls } from '#contract/uploads.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { refusalOf } from '#testing/refusal.ts'

let capline: TestCapline
let admin: SignedIn
let server: Server
let root: string
let answer: { status: number; body: string }

const HEAD = 'Lead ID,Created,Country,Affiliate,Broker,Status'
const A = '1,2026-03-02 10:00,DE,44,B-1,New'

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
  server = createServer((request, response) => {
    if (request.url === '/pub') return response.writeHead(307, { location: '/table.csv' }).end()
    return response.writeHead(answer.status, { 'content-type': 'text/csv' }).end(answer.body)
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  root = `http://127.0.0.1:${portOf(server.address())}`
})

afterAll(async () => {
  await capline.close()
  server.close()
})

function portOf(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

const lastPart = async () =>
  (await admin.call(feedStatusCalls.listRuns, {}))[0]?.parts.find(({ connector }) => connector === 'sheet-team')

test('a published table is followed: each sync reads it, a failure is told as that of a feed, and other columns change its leads', async () => {
  answer = { status: 200, body: [HEAD, A].join('\n') }
  const draft = await admin.call(uploadCalls.addLink, { body: { url: `${root}/pub` } })
  expect(draft).toMatchObject({ url: `${root}/pub`, rows: 1, remembered: false })
  const sent = { params: { id: draft._id }, body: { name: 'team', mapping: draft.mapping } }
  expect(await admin.call(uploadCalls.preview, sent)).toMatchObject({ newLeads: 1 })
  expect((await refusalOf(admin.call(uploadCalls.save, sent))).message).toBe(uploadTexts.isLink)
  expect(await admin.call(uploadCalls.follow, sent)).toMatchObject({ name: 'sheet-team' })
  expect(await admin.call(uploadCalls.listLinks, {})).toMatchObject([{ name: 'sheet-team' }])

  await capline.sync()
  expect(await lastPart()).toMatchObject({ status: 'success', newLeads: 1 })
  await capline.sync()
  expect(await lastPart()).toMatchObject({ newLeads: 0, changedLeads: 0 })
  const table = [HEAD, A.replace('New', 'Callback'), A.replace('1,', '2,'), 'x,soon,,,,'].join('\n')
  answer = { status: 200, body: table }
  await capline.sync()
  const part = await lastPart()
  expect(part).toMatchObject({ newLeads: 1, changedLeads: 1, badRows: 1 })
  expect(part?.bad).toMatchObject([{ position: 2, reason: 'Registered is not a date in the chosen format: "soon"' }])

  answer = { status: 200, body: '<html>Sign in</html>' }
  await capline.sync()
  expect(await lastPart()).toMatchObject({ status: 'error', message: expect.stringContaining('Publish the sheet') })
  answer = { status: 200, body: 'Lead ID,Country\n1,DE' }
  await capline.sync()
  expect(await lastPart()).toMatchObject({ status: 'error', message: uploadTexts.columnGone('Created') })

  await admin.call(uploadCalls.removeLink, { params: { name: 'sheet-team' } })
  expect(await admin.call(uploadCalls.listLinks, {})).toEqual([])
  expect(await sources()).toEqual(['44', '44'])

  answer = { status: 200, body: table }
  const again = await admin.call(uploadCalls.addLink, { body: { url: `${root}/pub` } })
  const mapping = { ...again.mapping, columns: { ...again.mapping.columns, sourceNumber: 'Country' } }
  await admin.call(uploadCalls.follow, { params: { id: again._id }, body: { name: 'team', mapping } })
  expect((await admin.call(feedStatusCalls.readStatus, {})).connectors).toContainEqual(
    expect.objectContaining({ name: 'sheet-team', isOfFile: false, failingSince: null }),
  )
  await capline.sync()
  expect(await sources()).toEqual(['DE', 'DE'])
})

test('a sheet with the name of a feed is not read beside it: every sync would end at the second of the name', async () => {
  answer = { status: 200, body: [HEAD, A].join('\n') }
  const draft = await admin.call(uploadCalls.addLink, { body: { url: `${root}/pub` } })
  const sent = { params: { id: draft._id }, body: { name: 'twice', mapping: draft.mapping } }
  await admin.call(uploadCalls.follow, sent)
  const feed = { name: 'sheet-twice', preset: 'generic', url: root, terms: '{}', sealed: Buffer.alloc(0), secrets: [] }
  const at = '2026-03-02T10:00:00Z'
  await capline.db
    .insertInto('lead_connectors')
    .values({ ...feed, is_paused: false, version: 1, created_at: at, updated_at: at })
    .execute()
  await capline.sync()
  const [run] = await admin.call(feedStatusCalls.listRuns, {})
  expect(run?.endedAt).not.toBeNull()
  expect(run?.parts.filter(({ connector }) => connector === 'sheet-twice')).toHaveLength(1)
  await capline.db.deleteFrom('lead_connectors').execute()
  await admin.call(uploadCalls.removeLink, { params: { name: 'sheet-twice' } })
})

async function sources() {
  const rows = await capline.db.selectFrom('leads').select('source_number').execute()
  return rows.map(({ source_number }) => source_number)
}

test('what is no published table is refused in a sentence', async () => {
  answer = { status: 404, body: '' }
  const refused = await refusalOf(admin.call(uploadCalls.addLink, { body: { url: `${root}/table.csv` } }))
  expect([refused.status, refused.message]).toEqual([400, 'The link answered 404. Is the table still published?'])
  const wrong = await refusalOf(admin.call(uploadCalls.addLink, { body: { url: 'sheet' } }))
  expect([wrong.status, wrong.message]).toEqual([400, uploadTexts.url])
  const missing = await refusalOf(admin.call(uploadCalls.removeLink, { params: { name: 'none' } }))
  expect([missing.status, missing.message]).toEqual([404, uploadTexts.unknownLink])
})
