import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMilliseconds, DAY, formatInstant, instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { createLog } from '#platform/log.ts'
import { createSecrets } from '#platform/secrets.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { buildDeposit, buildLead, removeRows, secrets, storeLeadRows } from '#testing/lead-rows.ts'
import { findForgetBefore, forgetEmails, type EmailDeps } from './email-service.ts'
import { findDifferences, NO_DIFFERENCES } from './rebuild-service.ts'

const NOW = instantFromMilliseconds(Date.UTC(2026, 10, 21, 10))
const clock = { now: () => NOW }
const log = createLog('silent', { pretty: false })
const daysAgo = (days: number) => formatInstant(addMilliseconds(NOW, -days * DAY))
const going = () => new AbortController().signal

let database: TestDatabase
let deps: EmailDeps

beforeAll(async () => {
  database = await createTestDatabase()
  deps = { db: database.db, clock, log, secrets }
})

beforeEach(async () => {
  await removeRows(database)
  await database.pool.query(`delete from settings; update email_keys set made_with = null`)
})

afterAll(() => database.close())

function store(page: Parameters<typeof storeLeadRows>[2]) {
  return storeLeadRows(database.db, clock, page)
}

/** A deposit that only its e-mail leads to its lead. */
function buildNameless(fields: Parameters<typeof buildDeposit>[0]) {
  return { ...buildDeposit(fields), leadId: null }
}

async function setRetention(days: number): Promise<void> {
  await database.pool.query(
    `insert into settings (key, value, updated_at, updated_by) values ('email_retention_days', '${days}', now(), 'test')
      on conflict (key) do update set value = excluded.value`,
  )
}

async function forget(batch?: number, signal = going()) {
  return forgetEmails(deps, await findForgetBefore(deps), signal, batch)
}

async function read(table: 'leads' | 'deposits') {
  const rows = await database.db
    .selectFrom(table)
    .select(['external_id', 'email', 'email_key'])
    .orderBy('external_id')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.external_id, [row.email, row.email_key]]))
}

const key = (email: string) => secrets.signEmail(email)

test('e-mails are kept beside a keyed hash, which is what is compared', async () => {
  await store({
    leads: [buildLead({ email: ' Jo@X.org ' })],
    deposits: [buildNameless({ email: 'JO@x.ORG' })],
  })
  expect(await read('leads')).toEqual({ 'lead-1': ['Jo@X.org', key('jo@x.org')] })
  expect(await foundLead()).toBe('lead-1')
})

test.each([
  [400, { old: null, fresh: 'new@x.org' }],
  [500, { old: 'old@x.org', fresh: 'new@x.org' }],
  [1, { old: null, fresh: null }],
])('with %i days kept, %j is left', async (days, { old, fresh }) => {
  await setRetention(3_650)
  await store({
    leads: [
      buildLead({ id: 'old', createdAt: daysAgo(401), email: 'old@x.org' }),
      buildLead({ id: 'fresh', createdAt: daysAgo(399), email: 'new@x.org' }),
    ],
    deposits: [
      buildDeposit({ id: 'old', createdAt: daysAgo(401), email: 'old@x.org' }),
      buildDeposit({ id: 'fresh', createdAt: daysAgo(399), email: 'new@x.org' }),
    ],
  })
  await setRetention(days)
  await forget()
  for (const table of ['leads', 'deposits'] as const) {
    expect(await read(table)).toEqual({ old: [old, key('old@x.org')], fresh: [fresh, key('new@x.org')] })
  }
})

test('a late deposit with the e-mail still finds its lead', async () => {
  await store({ leads: [buildLead({ createdAt: daysAgo(399) })] })
  await setRetention(300)
  await forget()
  await store({ deposits: [buildNameless({ email: 'Person@Example.org', createdAt: daysAgo(1) })] })
  expect(await foundLead()).toBe('lead-1')
  expect(await findDifferences(database.db)).toEqual(NO_DIFFERENCES)
})

test('rows that come again bring nothing back, and count as unchanged', async () => {
  const page = {
    leads: [buildLead({ createdAt: daysAgo(380), updatedAt: daysAgo(380) })],
    // The second one is as old as it was at first sight.
    deposits: [
      buildDeposit({ createdAt: daysAgo(380), email: 'person@example.org' }),
      { ...buildDeposit({ id: 'deposit-2', email: 'person@example.org' }), createdAt: null },
    ],
  }
  await store(page)
  await database.pool.query(
    `update deposits set created_at = '${daysAgo(380)}' where external_id = 'deposit-2';
      update deposits set day = created_at at time zone 'Etc/GMT-2'`,
  )
  await setRetention(300)
  const unchanged = { newLeads: 0, changedLeads: 0, newDeposits: 0, changedDeposits: 0, testLeads: 0 }
  // Also before the job was there.
  expect(await store(page)).toEqual(unchanged)
  await forget()
  expect(await store(page)).toEqual(unchanged)
  const [lead] = page.leads
  expect(await store({ leads: [{ ...lead, status: 'Sold' }] })).toMatchObject({ changedLeads: 1 })
  expect(await store({ leads: [{ ...lead, status: 'Sold', email: 'other@x.org' }] })).toMatchObject({ changedLeads: 1 })
  expect(await read('leads')).toEqual({ 'lead-1': [null, key('other@x.org')] })
  expect(Object.values(await read('deposits')).map(([email]) => email)).toEqual([null, null])
})

test('what is old when it comes is stored without its e-mail', async () => {
  await store({
    leads: [buildLead({ createdAt: daysAgo(401) })],
    deposits: [buildNameless({ email: 'person@example.org', createdAt: daysAgo(401) })],
  })
  expect(await read('leads')).toEqual({ 'lead-1': [null, key('person@example.org')] })
  expect(await read('deposits')).toEqual({ 'deposit-1': [null, key('person@example.org')] })
  expect(await foundLead()).toBe('lead-1')
})

test('it goes on where it broke off, a few rows at a time', async () => {
  const leads = Array.from({ length: 7 }, (_, index) =>
    buildLead({ id: `l${index}`, createdAt: daysAgo(399 - index), email: `p${index}@x.org` }),
  )
  await store({ leads })
  await setRetention(30)
  await database.pool.query(`
    create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broke off'; end $$;
    create trigger breaks_off before update on leads for each row when (old.external_id = 'l2') execute function break_off()`)
  await expect(forget(2)).rejects.toThrow('broke off')
  // The oldest went first, and a part that broke off is not there at all.
  const left = Object.values(await read('leads')).map(([email]) => email)
  expect(left).toEqual([null, null, 'p2@x.org', 'p3@x.org', 'p4@x.org', 'p5@x.org', 'p6@x.org'])
  await database.pool.query(`drop trigger breaks_off on leads; drop function break_off()`)
  expect(await forget(2, AbortSignal.abort())).toEqual({ leads: 0, deposits: 0 })
  expect(await forget(2)).toEqual({ leads: 5, deposits: 0 })
  expect(await forget(2)).toEqual({ leads: 0, deposits: 0 })
})

test('keys of before are made anew, once, and so are those of another secret', async () => {
  await store({
    leads: [buildLead({ email: 'Jo@x.org' }), buildLead({ id: 'gone', createdAt: daysAgo(500), email: 'gone@x.org' })],
    deposits: [buildNameless({ email: 'jo@x.org' })],
  })
  await database.pool.query(
    `update leads set email_key = lower(email); update deposits set email_key = email; update email_keys set made_with = null`,
  )
  await database.pool.query(`update leads set email_key = '${key('gone@x.org')}' where external_id = 'gone'`)
  await forget()
  expect(await read('leads')).toEqual({ 'lead-1': ['Jo@x.org', key('jo@x.org')], gone: [null, key('gone@x.org')] })
  expect(await findDifferences(database.db)).toEqual(NO_DIFFERENCES)
  const other = createSecrets('another secret of the tests, long enough')
  await forgetEmails({ ...deps, secrets: other }, await findForgetBefore(deps), going())
  expect(await read('leads')).toEqual({
    'lead-1': ['Jo@x.org', other.signEmail('jo@x.org')],
    gone: [null, key('gone@x.org')],
  })
  expect(await read('deposits')).toEqual({ 'deposit-1': ['jo@x.org', other.signEmail('jo@x.org')] })
})

async function foundLead(): Promise<string | null | undefined> {
  const row = await database.db.selectFrom('deposits').select('found_lead_id').executeTakeFirst()
  return row?.found_lead_id
}
