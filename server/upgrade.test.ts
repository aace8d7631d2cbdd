import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDifferences, NO_DIFFERENCES } from '#server/features/leads/rebuild-service.ts'
import { listTables } from '#platform/db/backup/tables.ts'
import { migrate, pendingMigrations } from '#platform/db/migrate.ts'
import { createLog } from '#platform/log.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createProcesses } from '#testing/process.ts'

// An installation of the first version, with rows in each of its tables, and all migrations since.

const log = createLog('silent', { pretty: false })
let database: TestDatabase
let columnsAtFirst: Map<string, readonly string[]>
let rowsAtFirst: Map<string, unknown[]>

const PLANTED = `
  insert into members (id, telegram_id, handle, handle_key, role) values ('m1', '1', 'Anna', 'anna', 'admin');
  insert into sessions values ('s1', 'm1', '\\x01', '127.0.0.1', now(), now());
  insert into code_requests values ('r1', 'anna', '127.0.0.1', now(), null);
  insert into login_codes values ('c1', 'm1', '\\x02', null, now(), now(), null, 2);
  insert into login_code_tries values ('c1', '127.0.0.1', 2);
  insert into settings values ('timezone', 'Europe/Berlin', null, now(), 'Anna'), ('telegram_bot_token', null, '\\x03', now(), 'Anna');
  insert into advertisers (id, advertiser_id, name) values ('a1', 'B-1', 'Alster');
  insert into advertiser_groups values ('a1', '-100');
  insert into caps (id, kind, date, geo, geo_key, cap, advertiser_id, source_number, cpa, crg, created_by) values
    ('k1', 'broker', '2026-11-20', 'UK', 'GB', 20, 'B-1', '44', 1350.10, 8.25, 'Anna'),
    ('k2', 'affiliate', '2026-11-20', 'DE', 'DE', 30, null, '44', null, null, 'Anna');
  insert into changes (id, batch_id, at, actor, action, subject, subject_id, days, after) values
    ('h1', 'b1', now(), 'Anna', 'cap.created', 'cap', 'k1', '{2026-11-20}', '{"cap": 20}');
  insert into leads (connector, external_id, created_at, day, geo, geo_key, source_number, advertiser_id, email, status) values
    ('main', 'l1', '2026-11-20T09:00Z', '2026-11-20', 'DE', 'DE', '44', 'B-1', 'p1@example.org', 'New'),
    ('main', 'l2', '2026-11-20T10:00Z', '2026-11-20', 'DE', 'DE', '44', 'B-1', null, 'New'),
    ('main', 'l3', '2026-11-19T10:00Z', '2026-11-19', 'UK', 'GB', '45', 'B-1', null, 'Sale');
  insert into deposits (connector, external_id, lead_id, created_at, day, payout) values
    ('main', 'd1', 'l3', '2026-11-20T12:00Z', '2026-11-20', 600.50),
    ('main', 'd2', 'lost', '2026-11-20T13:00Z', '2026-11-20', null);
  insert into delivered_by_broker values ('2026-11-20', 'DE', 'B-1', '44', 2), ('2026-11-19', 'GB', 'B-1', '45', 1);
  insert into feeds (connector, kind, synced_until) values ('main', 'leads', '2026-11-20T13:00Z');
  insert into sync_runs (id, started_at, ended_at, requested_by, status, new_leads) values ('y1', now(), now(), 'schedule', 'success', 3);
  insert into outbox (id, kind, priority, chat_id, text, state, created_at, settled_at) values
    ('o1', 'bot.reply', 5, '1', 'sent', 'sent', now(), now()), ('o2', 'bot.reply', 5, '1', 'waits', 'queued', now(), null);
  insert into bot_updates values ('100000', 7, now());
  insert into bot_chats values ('-100', 'Group', 'supergroup', true, now());
  insert into idempotency_keys values ('m1', 'key', '\\x04', 200, '{}', now());
  insert into demo_days values ('2026-11-20');
`

beforeAll(async () => {
  database = await createTestDatabase({ tables: false })
  await migrate(database.url, log, '0001-base')
  await sql.raw(PLANTED).execute(database.db)
  columnsAtFirst = new Map((await listTables(database.db)).map(({ table, columns }) => [table, columns]))
  rowsAtFirst = await readColumns()
  await migrate(database.url, log)
})

afterAll(() => database.close())

/** Of the tables of the first version the columns that they had then. */
async function readColumns(): Promise<Map<string, unknown[]>> {
  const all = new Map<string, unknown[]>()
  for (const [table, columns] of columnsAtFirst) {
    const names = sql.join(columns.map((column) => sql.ref(column)))
    const { rows } = await sql`select ${names} from ${sql.table(table)} t order by t::text`.execute(database.db)
    all.set(table, rows)
  }
  return all
}

test('of the first version every row of every table is kept as it was', async () => {
  expect(await pendingMigrations(database.db)).toEqual([])
  expect([...rowsAtFirst].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([])
  // By the key alone the new columns might change the order.
  const sorted = (rows: Map<string, unknown[]>) =>
    [...rows].map(([table, all]) => [table, all.map((row) => JSON.stringify(row)).toSorted()])
  // How often a code was tried is counted elsewhere since, and no code lives that long.
  columnsAtFirst.delete('login_code_tries')
  rowsAtFirst.delete('login_code_tries')
  columnsAtFirst.set(
    'login_codes',
    (columnsAtFirst.get('login_codes') ?? []).filter((column) => column !== 'tries'),
  )
  rowsAtFirst.set(
    'login_codes',
    (rowsAtFirst.get('login_codes') ?? []).map((row) => ({ ...Object(row), tries: undefined })),
  )
  const { delivered_by_broker: _derived, ...kept } = Object.fromEntries(sorted(await readColumns()))
  const { delivered_by_broker: _before, ...expected } = Object.fromEntries(sorted(rowsAtFirst))
  expect(kept).toEqual(expected)
})

test('what is derived from leads and deposits is right without a rebuild', async () => {
  expect(await findDifferences(database.db)).toEqual(NO_DIFFERENCES)
  const counts = await database.db
    .selectFrom('delivered_by_broker')
    .select(['day', 'geo_key', 'leads', 'deposits'])
    .orderBy('day')
    .orderBy('geo_key')
    .execute()
  expect(counts).toEqual([
    { day: '2026-11-19', geo_key: 'GB', leads: 1, deposits: 0 },
    { day: '2026-11-20', geo_key: '', leads: 0, deposits: 1 },
    { day: '2026-11-20', geo_key: 'DE', leads: 2, deposits: 0 },
    { day: '2026-11-20', geo_key: 'GB', leads: 0, deposits: 1 },
  ])
})

test('systems that leads or deposits came from and that no sync reads are known after it', async () => {
  const before = await createTestDatabase({ tables: false })
  await migrate(before.url, log, '0050-sweep-messages')
  await sql
    .raw(
      `insert into leads (connector, external_id, created_at, day, geo, geo_key, source_number, advertiser_id) values
        ('main', 'l1', now(), '2026-11-20', 'DE', 'DE', '44', 'B-1'),
        ('file-north', 'l1', now(), '2026-11-20', 'DE', 'DE', '44', 'B-1'),
        ('file-north', 'l2', now(), '2026-11-20', 'DE', 'DE', '44', 'B-1');
      insert into deposits (connector, external_id, created_at, day) values ('file-paid', 'd1', now(), '2026-11-20');
      insert into feeds (connector, kind, synced_until) values ('main', 'leads', '2026-11-20T13:00Z')`,
    )
    .execute(before.db)
  await migrate(before.url, log)
  const { rows } = await sql`select connector, kind, synced_until is not null as "isSynced" from feeds
    order by connector`.execute(before.db)
  expect(rows).toEqual([
    { connector: 'file-north', kind: 'leads', isSynced: false },
    { connector: 'file-paid', kind: 'leads', isSynced: false },
    { connector: 'main', kind: 'leads', isSynced: true },
  ])
  await before.close()
})

test('a backup of the first version is migrated, and what was open then is settled as of this version', async () => {
  const [older, target] = [await createTestDatabase({ tables: false }), await createTestDatabase({ tables: false })]
  const processes = createProcesses()
  const folder = await mkdtemp(join(tmpdir(), 'capline-older-'))
  const cli = (url: string, command: string) =>
    processes.spawn('cli', { DATABASE_URL: url, APP_SECRET }, [command, join(folder, 'older.backup')]).ended
  await migrate(older.url, log, '0001-base')
  await sql.raw(PLANTED).execute(older.db)
  expect(await cli(older.url, 'backup')).toMatchObject({ code: 0 })
  expect(await cli(target.url, 'restore')).toMatchObject({ code: 0, stderr: '' })
  expect(await pendingMigrations(target.db)).toEqual([])
  expect(await findDifferences(target.db)).toEqual(NO_DIFFERENCES)
  const { rows } = await sql`select (select count(*) from leads) leads, (select count(*) from sessions) sessions,
    (select sum(deposits) from delivered_by_month) deposits`.execute(target.db)
  expect(rows).toEqual([{ leads: 3, sessions: 0, deposits: 2 }])
  await processes.close()
  await Promise.all([older.close(), target.close(), rm(folder, { recursive: true })])
})
