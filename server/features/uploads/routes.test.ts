import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { leadCalls } from '#contract/leads.ts'
import { uploadTexts } from '#contract/texts/uploads.ts'
import { uploadCalls, type Upload } from '#contract/uploads.ts'
import { findDifferences, NO_DIFFERENCES } from '#server/features/leads/rebuild-service.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { removeRows } from '#testing/lead-rows.ts'
import { refusalOf } from '#testing/refusal.ts'
import '#testing/seed.ts'

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
})

afterAll(() => capline.close())

beforeEach(async () => {
  await removeRows(capline.database)
  await capline.db.deleteFrom('kept_rows').execute()
  await capline.db.deleteFrom('uploads').execute()
  await capline.db.deleteFrom('upload_mappings').execute()
})

const HEAD = 'Lead ID,Created,E-Mail,Country,Affiliate,Broker,Status,FTD,FTD date,Payout'
const A = '1,2026-03-02 10:00,a@example.org,DE,44,B-1,New,0,,'
const B = '2,2026-03-02 11:00,b@example.org,DE,44,B-1,Callback,1,2026-03-03 09:00,600'
const C = '3,2026-03-03 11:00,c@example.org,AT,45,B-2,New,0,,'

const fileOf = (...rows: readonly string[]) => new TextEncoder().encode([HEAD, ...rows].join('\n'))

const add = (bytes: Uint8Array<ArrayBuffer>, fileName = 'March leads.csv') =>
  admin.call(uploadCalls.add, { query: { fileName }, body: bytes })

async function draft(rows: readonly string[], name = 'north') {
  const { _id, mapping } = await add(fileOf(...rows))
  return { params: { id: _id }, body: { name, mapping } }
}

async function settled(id: string): Promise<Upload> {
  return expect
    .poll(() => find(id))
    .not.toMatchObject({ endedAt: null })
    .then(() => find(id))
}

async function find(id: string): Promise<Upload> {
  const found = (await admin.call(uploadCalls.list, {})).find(({ _id }) => _id === id)
  if (!found) throw new Error(`no upload ${id}`)
  return found
}

async function upload(...rows: readonly string[]): Promise<Upload> {
  const chosen = await draft(rows)
  await admin.call(uploadCalls.save, chosen)
  return settled(chosen.params.id)
}

async function takeBack({ _id }: Pick<Upload, '_id'>): Promise<Upload> {
  await admin.call(uploadCalls.takeBack, { params: { id: _id } })
  return settled(_id)
}

/** All that is stored, without what says when. */
async function readRows() {
  const leads = await capline.db.selectFrom('leads').selectAll().orderBy('connector').orderBy('external_id').execute()
  const deposits = await capline.db.selectFrom('deposits').selectAll().orderBy('external_id').execute()
  expect(await findDifferences(capline.db)).toEqual(NO_DIFFERENCES)
  return { leads, deposits }
}

test('a file is looked at, saved, and changes nothing the second time', async () => {
  const added = await add(fileOf(A, B, C, 'x,soon,,DE,44,B-1,,,,'))
  expect(added).toMatchObject({ name: 'march-leads', rows: 4, remembered: false, doubtful: false })
  const chosen = { params: { id: added._id }, body: { name: 'north', mapping: added.mapping } }
  const preview = await admin.call(uploadCalls.preview, chosen)
  expect(preview).toMatchObject({ newLeads: 3, newDeposits: 1, changedLeads: 0, sameLeads: 0, badRows: 1, madeIds: 0 })
  expect(preview.bad).toEqual([{ row: 5, reason: 'Registered is not a date in the chosen format: "soon"' }])
  expect((await readRows()).leads).toEqual([])

  await admin.call(uploadCalls.save, chosen)
  const saved = await settled(added._id)
  expect(saved).toMatchObject({ state: 'saved', connector: 'file-north', newLeads: 3, newDeposits: 1, badRows: 1 })
  const stored = await readRows()
  expect(stored.leads).toHaveLength(3)
  expect(stored.deposits).toMatchObject([{ external_id: '2', found_lead_id: '2', payout: '600.00', estimated: false }])

  const again = await add(fileOf(C, A, B))
  expect(again).toMatchObject({ name: 'north', remembered: true })
  const second = { params: { id: again._id }, body: { name: again.name, mapping: again.mapping } }
  expect(await admin.call(uploadCalls.preview, second)).toMatchObject({ newLeads: 0, sameLeads: 3, sameDeposits: 1 })
  await admin.call(uploadCalls.save, second)
  expect(await settled(again._id)).toMatchObject({ newLeads: 0, changedLeads: 0, newDeposits: 0, changedDeposits: 0 })
  expect(await readRows()).toEqual(stored)
})

test('the preview spells an advertiser as it will be stored', async () => {
  await insertAdvertiser(capline.db, 'B-102')
  const rows = [A.replace('B-1', 'b-102')]
  const { leads } = await admin.call(uploadCalls.preview, await draft(rows))
  expect(leads).toMatchObject([{ advertiserId: 'B-102' }])
  await upload(...rows)
  expect((await readRows()).leads).toMatchObject([{ advertiser_id: 'B-102' }])
})

test('a lead of a file is found by its id, and its system is known', async () => {
  await upload(A.replace('1,', 'north-1,'))
  const found = await admin.call(leadCalls.search, { query: { search: 'north-1' } })
  expect(found.leads).toMatchObject([{ connector: 'file-north' }])
  expect(await admin.call(leadCalls.listConnectors, {})).toContain('file-north')
})

test('the story of a lead names the last file that had it, and none that is taken back', async () => {
  const readFile = async () => {
    const { file } = await admin.call(leadCalls.story, { query: { connector: 'file-north', id: '1' } })
    return file?.savedAt
  }
  const first = await upload(A)
  await upload(B)
  expect(await readFile()).toBe(first.savedAt)
  const third = await upload(A, C)
  expect(await readFile()).toBe(third.savedAt)
  await takeBack(third)
  expect(await readFile()).toBe(first.savedAt)
})

test('a remembered mapping fits a file whose headings are in another case', async () => {
  await upload(A)
  const shouted = await add(new TextEncoder().encode([HEAD.toUpperCase(), A].join('\n')))
  expect(shouted).toMatchObject({ remembered: true, mapping: { columns: { geo: 'COUNTRY' } } })
  const chosen = { params: { id: shouted._id }, body: { name: shouted.name, mapping: shouted.mapping } }
  expect(await admin.call(uploadCalls.preview, chosen)).toMatchObject({ sameLeads: 1, badRows: 0 })
})

test('rows without an id, in any order, change nothing the second time', async () => {
  const row = fc
    .tuple(fc.constantFrom('10:00', '11:00'), fc.constantFrom('DE', 'AT'), fc.constantFrom('New', 'Old'), fc.boolean())
    .map(
      ([time, geo, status, paid]) => `,2026-03-02 ${time},,${geo},44,B-1,${status},${paid ? 1 : 0},,${paid ? 600 : ''}`,
    )
  const rows = fc
    .array(row, { minLength: 1, maxLength: 8 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
  await fc.assert(
    fc.asyncProperty(rows, async ([first, second]) => {
      await removeRows(capline.database)
      const one = await upload(...first)
      expect(one).toMatchObject({ newLeads: first.length })
      const stored = await readRows()
      expect(await upload(...second)).toMatchObject({
        newLeads: 0,
        changedLeads: 0,
        newDeposits: 0,
        changedDeposits: 0,
      })
      expect(await readRows()).toEqual(stored)
    }),
    { numRuns: 5 },
  )
})

test('an upload that is taken back is as if it had never been, whatever came after it', async () => {
  const changed = A.replace('New', 'No Answer')
  const row = fc.constantFrom(A, B, C, changed, B.replace('600', '700'), C.replace('45', '46').replace(',0,', ',1,'))
  const file = fc.uniqueArray(row, { minLength: 1, maxLength: 4, selector: (text) => text.charAt(0) })
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 2, maxLength: 3 }), fc.nat(), async (files, which) => {
      const taken = which % files.length
      const store = async (some: readonly (readonly string[])[]) => {
        await removeRows(capline.database)
        const uploads: Upload[] = []
        for (const rows of some) uploads.push(await upload(...rows))
        return uploads
      }
      await store(files.filter((_, at) => at !== taken))
      const expected = await readRows()
      const uploads = await store(files)
      const target = uploads[taken]
      if (target) expect(await takeBack(target)).toMatchObject({ state: 'takenBack', canTakeBack: false })
      const found = await readRows()
      // An instant at which a deposit was first seen never moves.
      expect(withoutSight(found)).toEqual(withoutSight(expected))
    }),
    { numRuns: 5 },
  )
})

test('stored leads that a file marks as tests are removed, as its preview says, and are back where it is taken back', async () => {
  await upload(A, B)
  const stored = await readRows()
  const marked = [`${HEAD},Test`, `${A},yes`, `${B},no`, `${C},no`].join('\n')
  const again = async () => {
    const { _id, mapping } = await add(new TextEncoder().encode(marked))
    return { params: { id: _id }, body: { name: 'north', mapping } }
  }
  const chosen = await again()
  const counts = { removedLeads: 1, testLeads: 1, newLeads: 1, changedLeads: 0, sameLeads: 1 }
  expect(await admin.call(uploadCalls.preview, chosen)).toMatchObject(counts)
  await admin.call(uploadCalls.save, chosen)
  const saved = await settled(chosen.params.id)
  expect((await readRows()).leads.map((lead) => lead.external_id)).toEqual(['2', '3'])
  expect(await admin.call(uploadCalls.preview, await again())).toMatchObject({ removedLeads: 0, sameLeads: 2 })

  expect((await takeBack(saved)).message).toBe('Gone: 1 lead, 0 deposits. 1 row as before.')
  expect(await readRows()).toEqual(stored)
})

type Rows = Awaited<ReturnType<typeof readRows>>
const withoutSight = ({ leads, deposits }: Rows) => ({
  leads,
  deposits: deposits.map((deposit) => (deposit.estimated ? { ...deposit, created_at: null, day: null } : deposit)),
})

test('rows that are restored have the keys of the current secret, whatever it was when they were kept', async () => {
  await upload(B)
  const before = await readRows()
  const changed = await upload(B.replace('Callback', 'No Answer').replace('600', '700'))
  await sql`update kept_rows set before = before || '{"email_key": "of the old secret"}'`.execute(capline.db)
  await takeBack(changed)
  expect(await readRows()).toEqual(before)
})

test('a deposit of another feed finds its lead, loses it and finds it again', async () => {
  const at = '2026-03-05T10:00:00Z'
  capline.source.put('deposits', { id: 'd-1', createdAt: at, email: 'a@example.org', updatedAt: at })
  await capline.sync()
  const saved = await upload(A)
  expect((await readRows()).deposits).toMatchObject([{ external_id: 'd-1', found_lead_id: '1', counted_geo_key: 'DE' }])
  await takeBack(saved)
  expect((await readRows()).deposits).toMatchObject([{ external_id: 'd-1', found_lead_id: null, counted_geo_key: '' }])
})

test('a deposit of which only the day is known belongs to a lead of that day', async () => {
  const at = '2026-03-05T10:00:00Z'
  const deposit = (id: string, createdAt: string) => ({ id, createdAt, email: 'a@example.org', updatedAt: at })
  capline.source.put('deposits', deposit('d-1', '2026-03-02T00:00:00+02:00'))
  await capline.sync()
  await upload(A.replace('1,', '0,').replace('-02 10', '-01 10'), A, A.replace('1,', '2,').replace('-02 10', '-04 10'))
  const pay = async (day: string) => {
    const { _id, mapping } = await add(new TextEncoder().encode(`ID,E-Mail,Deposit date\np-1,a@example.org,${day}`))
    const body = { name: 'paid', mapping: { ...mapping, rows: 'deposits' as const } }
    await admin.call(uploadCalls.save, { params: { id: _id }, body })
    await settled(_id)
    const { deposits } = await readRows()
    return deposits.map((each) => [each.external_id, each.found_lead_id])
  }
  const found = [
    ['d-1', '0'],
    ['p-1', '1'],
  ]
  expect(await pay('02.03.2026')).toEqual(found)
  // Its instant does not move, and so its lead does not.
  expect(await pay('05.03.2026')).toEqual(found)
})

test('deposits of people whose feed has theirs already, and deposits that a row has no more, are warned of', async () => {
  const of = async (...rows: readonly string[]) => {
    const { _id, mapping } = await add(new TextEncoder().encode(['E-Mail,Deposit date', ...rows].join('\n')))
    return { params: { id: _id }, body: { name: 'paid', mapping } }
  }
  await upload(A, B)
  const paid = await of('b@example.org,2026-03-03 09:30', 'a@example.org,2026-03-03 09:30')
  expect(await admin.call(uploadCalls.preview, paid)).toMatchObject({ depositsElsewhere: 1, newDeposits: 2 })
  await admin.call(uploadCalls.save, paid)
  await settled(paid.params.id)
  const again = await of('b@example.org,2026-03-03 09:30')
  expect(await admin.call(uploadCalls.preview, again)).toMatchObject({ depositsElsewhere: 0, newDeposits: 0 })

  const mended = await draft([A, B.replace(',1,2026-03-03 09:00,600', ',0,,')])
  expect(await admin.call(uploadCalls.preview, mended)).toMatchObject({ depositsGone: 1, newDeposits: 0 })
})

test('a week later, a file without ids brings no deposit twice', async () => {
  const row = (status: string) => `,2026-03-02,,DE,44,B-1,${status},0,,`
  const paid = ',2026-03-02,,DE,44,B-1,FTD,1,2026-03-03,600'
  const statuses = Array.from({ length: 12 }, (_, at) => `Callback ${at}`)
  await upload(paid, ...statuses.map(row))
  for (const week of [1, 2, 3]) {
    const later = await upload(...statuses.map((status) => row(`${status} of week ${week}`)), paid)
    expect(later).toMatchObject({ newLeads: 0, newDeposits: 0 })
  }
  expect((await readRows()).deposits).toHaveLength(1)
})

test('a day that another feed has too is warned of', async () => {
  await upload(A, B)
  const chosen = await draft([A.replace('1,', '77,'), C], 'south')
  const warned = [{ connector: 'file-north', advertiserId: 'B-1', days: 1, from: '2026-03-02', to: '2026-03-02' }]
  expect(await admin.call(uploadCalls.preview, chosen)).toMatchObject({ overlaps: warned })

  // Also where the last lead of that day is its own.
  const later = await draft([A.replace('1,2026-03-02 10:00', '88,2026-03-02 12:00')], 'south')
  await admin.call(uploadCalls.save, later)
  await settled(later.params.id)
  expect(await admin.call(uploadCalls.preview, chosen)).toMatchObject({ overlaps: warned })
})

test('what cannot be done is refused in a sentence', async () => {
  const refusal = async (call: Promise<unknown>) => {
    const { status, message } = await refusalOf(call)
    return [status, message]
  }
  expect(await refusal(add(fileOf()))).toEqual([400, uploadTexts.empty])
  expect(await refusal(add(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)))).toEqual([
    400,
    'This is an old .xls file, or it has a password. Save it as .xlsx or CSV without a password.',
  ])
  const chosen = await draft([A])
  const { mapping } = chosen.body
  const lacking = { ...mapping, columns: { ...mapping.columns, geo: undefined } }
  expect(
    await refusal(admin.call(uploadCalls.preview, { ...chosen, body: { name: 'north', mapping: lacking } })),
  ).toEqual([400, 'Choose the column of the geo, or write the one geo that all rows have.'])
  expect(await refusal(admin.call(uploadCalls.takeBack, { params: chosen.params }))).toEqual([
    409,
    uploadTexts.notSaved,
  ])
  expect(await refusal(admin.call(uploadCalls.preview, { ...chosen, params: { id: 'none' } }))).toEqual([
    404,
    uploadTexts.unknown,
  ])
  await admin.call(uploadCalls.save, chosen)
  expect(await refusal(admin.call(uploadCalls.save, chosen))).toEqual([409, uploadTexts.saved])
  const viewer = await capline.signIn('editor')
  expect((await refusalOf(viewer.call(uploadCalls.list, {}))).status).toBe(403)
})
