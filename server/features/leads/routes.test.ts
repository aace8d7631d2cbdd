import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leadCalls } from '#contract/leads.ts'
import { leadTexts } from '#contract/texts/leads.ts'
import { settingCalls } from '#contract/settings.ts'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildDeposit, buildLead, buildLeads, removeRows, storeLeadRows } from '#testing/lead-rows.ts'
import { refusalOf } from '#testing/refusal.ts'

let capline: TestCapline
let anna: SignedIn
/** Of files of leads. */
const told: string[] = []
/** Longer than is kept. */
const CLICK_ID = 'k'.repeat(246)

beforeAll(async () => {
  capline = await startTestCapline({ onLog: (line) => line.includes('"leads exported"') && told.push(line) })
  anna = await capline.signIn('admin')
})

beforeEach(async () => {
  await removeRows(capline.database)
  await capline.database.pool.query(`delete from settings; delete from reviewed_statuses; delete from caps;
    insert into feeds (connector, kind) values ('main', 'leads'), ('other', 'leads')
      on conflict do nothing`)
})

afterAll(() => capline.close())

async function store(leads: object[], deposits: object[] = [], connector = 'main'): Promise<void> {
  const clock = { now: () => instantFromMilliseconds(Date.UTC(2026, 10, 21)) }
  await storeLeadRows(capline.db, clock, { connector, leads, deposits })
}

async function countNewer(before: string, query: Record<string, string> = {}) {
  return anna.call(leadCalls.countNewer, { query: { ...query, before } })
}

async function search(query: Record<string, string> = {}): Promise<string[]> {
  return (await anna.call(leadCalls.search, { query })).leads.map(({ id }) => id)
}

describe('looking for leads', () => {
  beforeEach(() =>
    store(
      [
        buildLead({ id: 'a', createdAt: '2026-11-18T09:00:00Z', email: 'Jane.Doe@example.org', status: 'No Answer' }),
        buildLead({
          id: 'b',
          createdAt: '2026-11-19T09:00:00Z',
          geo: 'uk',
          clickId: CLICK_ID,
          email: 'jim@example.org',
          status: 'noanswer',
        }),
        buildLead({ id: 'c', createdAt: '2026-11-20T09:00:00Z', sourceNumber: '#45', email: 'max@example.org' }),
        buildLead({ id: 'd', createdAt: '2026-11-20T22:30:00Z', advertiserId: 'adv-2', email: 'j_m@example.org' }),
      ],
      [
        buildDeposit({ leadId: 'b', payout: 450.5 }),
        buildDeposit({ id: 'deposit-2', leadId: 'a', geo: 'IT', createdAt: '2026-11-21T09:00:00Z' }),
      ],
    ),
  )

  test.each<[Record<string, string>, string[]]>([
    [{}, ['d', 'c', 'b', 'a']],
    [{ search: 'JANE' }, ['a']],
    [{ search: 'j_m' }, ['d']],
    [{ search: CLICK_ID }, ['b']],
    [{ search: ' jim@example.org ' }, ['b']],
    [{ geo: 'GB' }, ['b']],
    [{ sourceNumber: '45' }, ['c']],
    [{ advertiserId: 'ADV-2' }, ['d']],
    [{ status: 'NO-ANSWER' }, ['b', 'a']],
    [{ status: 'unheard' }, []],
    [{ from: '2026-11-21' }, ['d']],
    [{ from: '2026-11-19', to: '2026-11-20' }, ['c', 'b']],
    [{ deposited: 'true' }, ['b', 'a']],
    [{ paidFrom: '2026-11-20' }, ['b', 'a']],
    [{ paidFrom: '2026-11-20', paidTo: '2026-11-20', geo: 'UK' }, ['b']],
    [{ paidFrom: '2026-11-21', geo: 'IT' }, ['a']],
    [{ paidFrom: '2026-11-21', geo: 'DE' }, []],
    [{ connector: 'main', geo: 'Germany', status: 'New' }, ['d', 'c']],
    [{ connector: 'other' }, []],
    [{ search: 'jim', geo: 'DE' }, []],
  ])('%j finds %j', async (query, ids) => {
    expect(await search(query)).toEqual(ids)
  })

  test('a text of one letter is refused', async () => {
    expect((await refusalOf(search({ search: 'c' }))).status).toBe(400)
  })

  test('a lead is found by its whole id, whichever system it is of', async () => {
    await store([buildLead({ id: 'lead-77', email: 'x@example.org' })], [], 'other')
    await store([buildLead({ id: 'lead-777', email: 'x@example.org' })])
    expect(await search({ search: 'lead-77' })).toEqual(['lead-77'])
  })

  test('leads that no cap of either kind plans', async () => {
    await capline.database.pool.query(`
      insert into caps (id, kind, date, geo, geo_key, cap, advertiser_id, source_number, created_by)
      values ('1', 'broker', '2026-11-19', 'UK', 'GB', 10, 'adv-1', '44', 'anna'),
        ('2', 'broker', '2026-11-20', 'DE', 'DE', 10, 'adv-2', '45', 'anna'),
        ('3', 'affiliate', '2026-11-18', 'DE', 'DE', 10, null, '44', 'anna')`)
    expect(await search({ unplanned: 'true' })).toEqual(['d', 'c'])
    expect(await search({ unplanned: 'true', search: 'max' })).toEqual(['c'])
    expect(await search({ unplanned: 'true', search: 'jane' })).toEqual([])
    const { leads } = await anna.call(leadCalls.search, { query: { geo: 'UK' } })
    expect(leads).toMatchObject([{ id: 'b', planned: true, deposits: [{ payout: 45_050, estimated: false }] }])
  })

  test('invalid ones are told by the setting', async () => {
    await anna.call(settingCalls.save, { params: { key: 'invalid_statuses' }, body: { value: 'No answer' } })
    const { leads } = await anna.call(leadCalls.search, { query: {} })
    expect(leads.map(({ invalid }) => invalid)).toEqual([false, false, true, true])
  })

  test('the file has what is shown, safe to open, with its zone', async () => {
    const more = [20.25, 0.5].map((payout) => buildDeposit({ id: `more-${payout}`, leadId: 'b', payout }))
    await store([buildLead({ id: '=1+1', createdAt: '2026-11-21T09:00:00Z', sub1: 'jo@example.org' })], more)
    const headers = { authorization: `Bearer ${anna.token}` }
    const file = await fetch(`${capline.address}/api/leads/export?from=2026-11-19`, { headers })
    const rows = (await file.text()).split('\r\n')
    expect(rows[1]).toMatch(/^2026-11-21 11:00,person@example\.org,'=1\+1,DE,.*,main,,j…@example\.org,,,,$/)
    expect([rows[0], rows[4], rows.length]).toEqual([
      'Created at (GMT+2),E-mail,Lead id,Geo,Source,Source name,Broker,Broker name,Status,Invalid,While paused,Cap,Deposited at (GMT+2),"Payout, $",Further deposits,"Further payouts, $",Connector,Click id,Sub 1,Sub 2,Sub 3,Sub 4,Sub 5',
      `2026-11-19 11:00,jim@example.org,b,UK,44,,adv-1,,noanswer,no,no,none,2026-11-20 14:00,450.50,2,20.75,main,${'k'.repeat(200)},,,,,`,
      6,
    ])
    const { _id: memberId, telegramId } = anna.member
    const entry = { area: 'system', memberId, telegramId, address: '127.0.0.1', leads: 4 }
    await expect.poll(() => told.map((line): unknown => JSON.parse(line))).toMatchObject([entry])
  })

  test('only admins may look', async () => {
    const ben = await capline.signIn('editor')
    await expect(ben.call(leadCalls.search, { query: {} })).rejects.toMatchObject({ status: 403 })
  })
})

test('pages follow each other without a gap or a repeat, also among leads of one instant and of several systems', async () => {
  const leads = Array.from({ length: 130 }, (_, index) =>
    buildLead({
      id: `lead-${index}`,
      geo: index % 2 === 0 ? 'DE' : 'FR',
      createdAt: `2026-11-${10 + Math.floor(index / 60)}T09:00:00Z`,
    }),
  )
  await Promise.all([store(leads.slice(0, 90)), store(leads.slice(90), [], 'other')])
  for (const query of [{}, { geo: 'DE' }, { status: 'new' }, { search: 'person' }]) {
    const ids: string[] = []
    let after: string | undefined
    do {
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
      const page = await anna.call(leadCalls.search, { query: { ...query, after } })
      ids.push(...page.leads.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after !== undefined)
    const wanted = leads.filter(({ geo }) => !('geo' in query) || geo === query.geo)
    expect(ids.toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())
  }
})

test('a page tells where it began, so that newer leads are counted', async () => {
  await store([buildLead({ id: 'a' })])
  const { first } = await anna.call(leadCalls.search, { query: {} })
  if (first === null) throw new Error('nothing was found')
  await store([
    buildLead({ id: 'b' }),
    buildLead({ id: 'c', createdAt: '2026-11-20T10:00:00Z', geo: 'FR' }),
    buildLead({ id: 'old', createdAt: '2026-11-19T10:00:00Z' }),
  ])
  expect(await countNewer(first)).toEqual({ count: 2, more: false })
  expect(await countNewer(first, { geo: 'FR' })).toEqual({ count: 1, more: false })
})

test('newer leads are counted wherever a filter looks for them', async () => {
  await store([buildLead({ id: 'first', createdAt: '2026-03-20T09:00:00Z' })])
  const { first } = await anna.call(leadCalls.search, { query: {} })
  if (first === null) throw new Error('nothing was found')
  await store(
    [
      buildLead({ id: 'later', createdAt: '2026-03-20T09:00:01Z', status: 'Busy' }),
      buildLead({ id: 'old', createdAt: '2026-03-20T08:00:00Z', status: 'Busy', email: 'jim@example.org' }),
      buildLead({ id: 'jim', createdAt: '2026-07-01T09:00:00Z', sourceNumber: '45', email: 'jim@example.org' }),
    ],
    [buildDeposit({ leadId: 'jim' }), buildDeposit({ id: 'deposit-2', leadId: 'old' })],
  )
  await store([buildLead({ id: 'elsewhere', createdAt: '2026-11-20T09:00:00Z' })], [], 'other')
  const queries: Record<string, string>[] = [
    {},
    { sourceNumber: '44' },
    { status: 'busy' },
    { connector: 'other' },
    { unplanned: 'true' },
    { from: '2026-11-01' },
    { to: '2026-07-01' },
    { search: 'jim' },
    { search: 'old' },
    { deposited: 'true' },
    { paidFrom: '2026-11-01' },
    { fate: 'valid' },
    { geo: 'FR' },
  ]
  const counts = await Promise.all(queries.map(async (query) => (await countNewer(first, query)).count))
  expect(counts).toEqual([3, 2, 1, 1, 3, 1, 2, 1, 0, 1, 1, 0, 0])
})

test('past so many that do not fit, newer leads are not looked for, and that is told', async () => {
  await store([
    buildLead({ id: 'first', createdAt: '2026-03-20T09:00:00Z' }),
    buildLead({ id: 'x', createdAt: '2026-07-01T09:00:00Z' }),
    buildLead({ id: 'y', createdAt: '2026-11-20T09:00:00Z' }),
  ])
  const { first } = await anna.call(leadCalls.search, { query: { to: '2026-03-20' } })
  if (first === null) throw new Error('nothing was found')
  expect(await countNewer(first, { connector: 'main' })).toEqual({ count: 2, more: false })
  await capline.database.pool.query(`update delivered_by_broker set leads = 100001 where day = '2026-11-20'`)
  expect(await countNewer(first, { connector: 'main' })).toEqual({ count: 1, more: true })
  expect(await countNewer(first, { connector: 'other' })).toEqual({ count: 0, more: true })
  expect(await countNewer(first, { connector: 'main', to: '2026-11-19' })).toEqual({ count: 1, more: false })
})

test('newer leads are counted to a thousand', async () => {
  await store([buildLead({ id: 'first', createdAt: '2026-11-19T09:00:00Z' })])
  const { first } = await anna.call(leadCalls.search, { query: {} })
  if (first === null) throw new Error('nothing was found')
  await store(buildLeads(1_001, instantFromMilliseconds(Date.UTC(2026, 10, 20))))
  expect(await countNewer(first)).toEqual({ count: 1_000, more: true })
})

test.each([
  ['no cursor', 'x'],
  ['an instant that no calendar has', [Number.MAX_SAFE_INTEGER, 'a', 'b']],
  ['an instant before all others', [Number.MIN_SAFE_INTEGER, 'a', 'b']],
  ['a name that no table holds', [1_800_000_000_000, 'a\0', 'b']],
])('a cursor that is none of ours is refused: %s', async (_what, place) => {
  const cursor = Buffer.from(JSON.stringify(place)).toString('base64url')
  const page = anna.call(leadCalls.search, { query: { after: cursor } })
  await expect(page).rejects.toMatchObject({ status: 400, message: leadTexts.cursor })
  await expect(countNewer(cursor)).rejects.toMatchObject({ status: 400, message: leadTexts.cursor })
})

describe('statuses', () => {
  const list = () => anna.call(leadCalls.listStatuses, {})
  const readList = async () =>
    (await anna.call(settingCalls.list, {})).find(({ key }) => key === 'invalid_statuses')?.value

  beforeEach(() =>
    store([
      buildLead({ id: 'a', status: 'No Answer' }),
      buildLead({ id: 'b', status: 'No Answer' }),
      buildLead({ id: 'c', status: 'noanswer', createdAt: '2026-11-21T09:00:00Z' }),
      buildLead({ id: 'd', status: 'wrong-number' }),
    ]),
  )

  test('are listed in all their spellings, with those that only the list names', async () => {
    const statuses = await list()
    expect(statuses.slice(0, 2)).toEqual([
      {
        key: 'noanswer',
        name: 'No Answer',
        spellings: [
          { status: 'No Answer', leads: 2 },
          { status: 'noanswer', leads: 1 },
        ],
        leads: 3,
        lastDay: '2026-11-21',
        invalid: false,
        unreviewed: true,
      },
      expect.objectContaining({ key: 'wrongnumber', leads: 1, invalid: true, unreviewed: false }),
    ])
    expect(statuses.find(({ key }) => key === 'testlead')).toMatchObject({ name: 'Test lead', leads: 0, invalid: true })
  })

  test('ticking edits the setting and nothing else of it', async () => {
    const before = await readList()
    const judge = (key: string, invalid: boolean) =>
      anna.call(leadCalls.judgeStatus, { params: { key }, body: { invalid } })
    expect(await judge('noanswer', true)).toMatchObject({ invalid: true, unreviewed: false })
    expect(await readList()).toBe(`${before}\nNo Answer`)
    await judge('noanswer', true)
    expect(await readList()).toBe(`${before}\nNo Answer`)
    expect(await judge('noanswer', false)).toMatchObject({ invalid: false, unreviewed: false })
    expect(await readList()).toBe(before)
    await expect(judge('unheard', true)).rejects.toMatchObject({ status: 404 })
  })

  test('one that is sent with what a line cannot have is one line of the list', async () => {
    await store([buildLead({ id: 'odd', status: 'Call\nback\u00ad later' })])
    const before = await readList()
    const params = { key: 'callbacklater' }
    expect(await anna.call(leadCalls.judgeStatus, { params, body: { invalid: true } })).toMatchObject({ invalid: true })
    expect(await readList()).toBe(`${before}\nCall back later`)
    expect((await list()).find(({ key }) => key === 'callbacklater')).toMatchObject({ invalid: true, leads: 1 })
    await anna.call(leadCalls.judgeStatus, { params, body: { invalid: false } })
    expect(await readList()).toBe(before)
  })

  test('several who tick at once all have their way', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `status${index}`)
    await store(keys.map((key) => buildLead({ id: key, status: key })))
    await Promise.all(keys.map((key) => anna.call(leadCalls.judgeStatus, { params: { key }, body: { invalid: true } })))
    expect((await list()).filter(({ key, invalid }) => keys.includes(key) && invalid)).toHaveLength(8)
  })

  test('letters that look alike are the same ones, wherever statuses are compared', async () => {
    await store([buildLead({ id: 'alike', status: 'nо аnswеr', createdAt: '2026-11-22T09:00:00Z' })])
    const status = (await list()).find(({ key }) => key === 'noanswer')
    expect(status).toMatchObject({ name: 'No Answer', leads: 4, lastDay: '2026-11-22', unreviewed: true })
    // It was reviewed when fewer letters were folded.
    await capline.database.pool.query(`insert into reviewed_statuses values ('nоаnswеr', now(), 'Anna')`)
    expect((await list()).find(({ key }) => key === 'noanswer')).toMatchObject({ unreviewed: false })
    const found = await anna.call(leadCalls.search, { query: { status: 'NO ANSWER' } })
    expect(found.leads.map(({ id }) => id)).toEqual(['alike', 'c', 'b', 'a'])
    await anna.call(leadCalls.judgeStatus, { params: { key: 'noanswer' }, body: { invalid: true } })
    const { leads } = await anna.call(leadCalls.search, { query: {} })
    expect(leads.find(({ id }) => id === 'alike')).toMatchObject({ invalid: true, status: 'nо аnswеr' })
  })

  test('what was reviewed is not offered again', async () => {
    expect(await anna.call(leadCalls.reviewStatuses, { body: { keys: ['noanswer', 'unheard'] } })).toContainEqual(
      expect.objectContaining({ key: 'noanswer', invalid: false, unreviewed: false }),
    )
    await store([buildLead({ id: 'x', status: 'Busy' })])
    expect((await list()).filter(({ unreviewed }) => unreviewed).map(({ name }) => name)).toEqual(['Busy'])
  })
})
