import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authCalls } from '#contract/auth.ts'
import { capCalls } from '#contract/caps.ts'
import { createClient } from '#contract/client.ts'
import { dayOffCalls } from '#contract/days-off.ts'
import { limitCalls } from '#contract/limits.ts'
import { pauseCalls } from '#contract/pauses.ts'
import { payoutCalls } from '#contract/payouts.ts'
import { planCalls } from '#contract/plans.ts'
import { settingCalls } from '#contract/settings.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { findDifferences, NO_DIFFERENCES } from '#server/features/leads/rebuild-service.ts'
import { restoreBackup } from '#platform/db/backup/restore.ts'
import { saveBackup } from '#platform/db/backup/save.ts'
import { listTables } from '#platform/db/backup/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { systemClock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { makeApiKey } from '#testing/api-keys.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { insertSession, startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { buildDeposit, buildLeads } from '#testing/lead-rows.ts'
import { createProcesses, type Ending } from '#testing/process.ts'
import { refusalOf } from '#testing/refusal.ts'

// From one installation to another, to the last row.

const log = createLog('silent', { pretty: false })
const processes = createProcesses()
const ODD = 'a\\b\t"c",(d)\n\u2028ë🇩🇪 \u0001\r {"e": null}'
let folder = ''
let source: TestDatabase
let admin: SignedIn
/** A code that was made, and not used. */
let unusedCode = ''
let program: Awaited<ReturnType<typeof makeApiKey>>

/** What no restore brings back. */
const SIGN_INS = ['sessions', 'login_codes', 'passkey_steps', 'api_keys']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capline-backup-'))
  source = await createTestDatabase()
  admin = await useCapline(source)
  const { stdout } = await cli(source.url, 'login-code', admin.member.telegramId)
  unusedCode = /^\w{6}$/m.exec(stdout)?.[0] ?? ''
  await plantOddities(source.db)
})

afterAll(async () => {
  await processes.close()
  await source.close()
  await rm(folder, { recursive: true, force: true })
})

/** A product that ends leaves the database to the next one. */
const keep = (database: TestDatabase): TestDatabase => ({ ...database, close: () => Promise.resolve() })

const clientOf = ({ address }: TestCapline, of: string) => createClient({ root: address, fetch, token: () => of })

/** Some work of every kind, through the product itself; the report waits for a worker that is not there any more. */
async function useCapline(database: TestDatabase): Promise<SignedIn> {
  const capline = await startTestCapline({ database: keep(database) })
  const anna = await capline.signIn('admin')
  await insertAdvertiser(capline.db)
  capline.source.put('leads', ...buildLeads(60, systemClock.now()))
  capline.source.put('deposits', buildDeposit())
  await capline.sync()
  program = await makeApiKey(capline, { name: 'Reports' })
  const cap = await anna.call(capCalls.create, { body: buildCapDraft() })
  await anna.call(capCalls.update, { params: { id: cap._id }, body: buildCapDraft({ cap: 21, version: cap.version }) })
  const place = { geo: 'FR', advertiserId: 'B-1', sourceNumber: '44' }
  await anna.call(pauseCalls.begin, { body: { scopes: [place], reason: 'quality' } })
  await anna.call(limitCalls.create, {
    body: {
      name: 'Week',
      side: 'broker',
      geos: ['FR'],
      advertiserIds: [],
      sourceNumbers: [],
      number: 500,
      unit: 'leads',
      period: 'week',
    },
  })
  const firstDay = zoneOf(DEFAULT_ZONE).dayOf(systemClock.now())
  const numbers = [20, 20, 20, 20, 10, null, 5]
  await anna.call(planCalls.create, { body: { plans: [{ kind: 'broker', ...place, numbers, firstDay }] } })
  const dayOff = { side: 'geo', key: 'FR', day: firstDay, yearly: true, effect: 'none', name: 'Tag der Übung' } as const
  await anna.call(dayOffCalls.add, { body: { daysOff: [dayOff] } })
  await anna.call(settingCalls.save, { params: { key: 'telegram_bot_token' }, body: { value: '1:secret' } })
  await capline.close()
  const web = await startTestCapline({ database: keep(database), environment: { ROLES: 'web' } })
  await clientOf(web, anna.token)(payoutCalls.queue, { body: { start: '2026-11-16', end: '2026-11-22' } })
  await web.close()
  return anna
}

/** What is easily lost on the way: texts, bytes, numbers, lists. And a sign-in that waits for a passkey. */
async function plantOddities(db: Database): Promise<void> {
  await sql`insert into passkeys (id, member_id, name, credential_id, public_key, counter, created_at)
    values ('odd', ${admin.member._id}, ${ODD}, 'odd', '\\x00ff0a5c', 4294967295, '2026-11-21 10:00:00+00')`.execute(db)
  await sql`insert into passkey_steps (token_hash, member_id, signs_in, challenge, expires_at)
    values ('\\x00', ${admin.member._id}, true, 'odd', 'infinity')`.execute(db)
  await db.insertInto('advertisers').values({ id: newId(), advertiser_id: ODD, name: '' }).execute()
  await sql`insert into outbox (id, kind, priority, chat_id, text, reply_markup, created_at, sealed, dedupe_key)
    values ('odd', 'daily.summary', 4, '1', '', ${JSON.stringify([ODD])}::jsonb, '2026-11-21 10:00:00.123456+00',
      '\\x00ff0a5c', 'null')`.execute(db)
  await sql`insert into changes (id, batch_id, at, actor, action, subject, subject_id, days)
    values ('odd', 'odd', 'infinity', ${ODD}, '', 'x', 'y', '{2026-11-21,1970-01-01}')`.execute(db)
  const sync = sql`insert into sync_runs (id, started_at, requested_by) values ('odd', '0044-03-15 00:00:00+00 BC', '')`
  await sync.execute(db)
}

const spawnCli = (DATABASE_URL: string, ...args: string[]) =>
  processes.spawn('cli', { DATABASE_URL, APP_SECRET, INIT_CWD: folder }, args)

const cli = (url: string, ...args: string[]): Promise<Ending> => spawnCli(url, ...args).ended

const fileOf = (name: string) => join(folder, name)

const createEmpty = () => createDisposable({ tables: false })

async function createDisposable(options: { tables: boolean }): Promise<TestDatabase & AsyncDisposable> {
  const database = await createTestDatabase(options)
  return { ...database, [Symbol.asyncDispose]: () => database.close() }
}

/** Of each table how many rows it has, and what they all are. */
async function readAll(db: Database): Promise<Map<string, { count: number; rows: string | null }>> {
  const all = new Map<string, { count: number; rows: string | null }>()
  for (const { table } of await listTables(db)) {
    const { rows } = await sql<{ count: number; rows: string | null }>`
      select count(*) as count, string_agg(t::text, E'\n' order by t::text collate "C") as rows
      from ${sql.table(table)} t`.execute(db)
    all.set(table, rows[0] ?? { count: 0, rows: null })
  }
  return all
}

const withoutSignIns = (all: Awaited<ReturnType<typeof readAll>>) =>
  new Map([...all].map(([table, found]) => [table, SIGN_INS.includes(table) ? { count: 0, rows: null } : found]))

const nothing = () => Promise.resolve()

/** What the command does, without a process for it. */
function restore(target: TestDatabase, name: string) {
  return restoreBackup({ url: target.url, file: fileOf(name), log, sendAgain: nothing, settleOpen: nothing })
}

describe('a backup', () => {
  test('brings every row to another installation, which goes on from there, but no session and no unused code', async () => {
    const before = await readAll(source.db)
    const rows = [...before.values()].reduce((sum, { count }) => sum + count, 0)
    expect([...before].filter(([, { count }]) => count > 0).length).toBeGreaterThan(19)
    for (const table of ['pauses', 'limits', 'plans', 'plan_days', 'days_off']) {
      expect([table, before.get(table)?.count]).not.toEqual([table, 0])
    }
    const file = fileOf('whole')
    // In the folder in which it was typed, not in that in which it runs.
    expect(await cli(source.url, 'backup', basename(file))).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining(`${rows.toLocaleString('en')} rows of ${before.size} tables are in ${file}.`),
    })
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    await using target = await createEmpty()
    expect(await cli(target.url, 'restore', file)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `${rows.toLocaleString('en')} rows of ${before.size} tables are restored. Everybody must sign in again, and programs need new API keys.\n`,
    })
    for (const table of SIGN_INS) expect(before.get(table)?.count).toBeGreaterThan(0)
    expect(await readAll(target.db)).toEqual(withoutSignIns(before))
    expect(await findDifferences(target.db)).toEqual(NO_DIFFERENCES)
    await goOn(target)
  })

  /** Secrets open, numbers count on, and what was asked for is done; who was signed in signs in again. */
  async function goOn(target: TestDatabase): Promise<void> {
    const last = () => sql<{ last: number }>`select max(position) as last from changes`.execute(target.db)
    const before = (await last()).rows[0]?.last ?? 0
    const capline = await startTestCapline({ database: keep(target) })
    expect((await refusalOf(clientOf(capline, admin.token)(authCalls.me, {}))).status).toBe(401)
    expect((await refusalOf(clientOf(capline, program.token)(limitCalls.list, { query: {} }))).status).toBe(401)
    const body = { identifier: admin.member.telegramId, code: unusedCode }
    expect((await refusalOf(capline.call(authCalls.verify, { body }))).status).toBe(401)
    const anna = clientOf(capline, await insertSession(target.db, admin.member, systemClock))
    await anna(capCalls.create, { body: buildCapDraft({ geo: 'FR' }) })
    expect((await last()).rows).toEqual([{ last: before + 1 }])
    const reports = () => target.db.selectFrom('payout_reports').select('status').execute()
    await expect.poll(reports).toEqual([{ status: 'success' }])
    await capline.close()
  }

  test('sends nothing a second time where that does harm: what was queued may have been sent since', async () => {
    await using database = await createDisposable({ tables: true })
    await using target = await createEmpty()
    const kinds = ['broadcast', 'payout.statement', 'bot.reply', 'of another version', 'login.code', 'daily.summary']
    const row = { priority: 1, chat_id: '1', text: 'x', created_at: '2026-11-21T10:00:00Z' }
    const queued = kinds.map((kind) => ({ ...row, id: kind, kind }))
    const sent = { ...row, id: 'sent', kind: 'broadcast', state: 'sent', settled_at: '2026-11-21T10:00:01Z' }
    const sending = { ...row, id: 'sending', kind: 'broadcast', state: 'sending', claim: 'x' }
    for (const one of [...queued, sent, sending]) await database.db.insertInto('outbox').values(one).execute()
    await saveBackup(database.db, fileOf('queued'), systemClock.now())
    expect(await cli(target.url, 'restore', fileOf('queued'))).toMatchObject({ code: 0 })

    const rows = await target.db.selectFrom('outbox').select(['id', 'state', 'error', 'settled_at']).execute()
    const doubted = ['unknown', 'restored from a backup: it may have been sent since', true]
    expect(Object.fromEntries(rows.map((one) => [one.id, [one.state, one.error, one.settled_at !== null]]))).toEqual({
      broadcast: doubted,
      'payout.statement': doubted,
      'bot.reply': doubted,
      'of another version': doubted,
      'login.code': ['queued', null, false],
      'daily.summary': ['queued', null, false],
      sent: ['sent', null, true],
      // Its sender is dead: the next one settles it.
      sending: ['sending', null, false],
    })
  })

  test('that is killed leaves no file of the name that a whole one has', async () => {
    const holder = await source.pool.connect()
    await holder.query('begin; lock table changes')
    const saving = spawnCli(source.url, 'backup', fileOf('killed'))
    const files = async () => (await readdir(folder)).filter((name) => name.startsWith('killed'))
    await expect.poll(files).toHaveLength(1)
    await saving.kill()
    holder.release(true)
    expect(await files()).toEqual([expect.stringMatching(/\.part$/)])
  })

  test('is of one instant, whatever is written meanwhile', async () => {
    const database = await createTestDatabase()
    await using target = await createEmpty()
    const stopping = new AbortController()
    const write = async () => {
      while (!stopping.signal.aborted) {
        const id = newId()
        await database.db.transaction().execute(async (tx) => {
          await tx.insertInto('members').values({ id, telegram_id: id, role: 'viewer' }).execute()
          await tx.insertInto('advertisers').values({ id, advertiser_id: id, name: id }).execute()
        })
      }
    }
    const writing = write()
    const ids = (db: Database, table: 'members' | 'advertisers') =>
      db.selectFrom(table).select('id').orderBy('id').execute()
    await expect.poll(() => ids(database.db, 'members').then((all) => all.length)).toBeGreaterThan(20)
    await saveBackup(database.db, fileOf('busy'), systemClock.now())
    const saved = await ids(database.db, 'members')
    stopping.abort()
    await writing
    await restore(target, 'busy')
    const [members, advertisers] = [await ids(target.db, 'members'), await ids(target.db, 'advertisers')]
    expect(members).toEqual(advertisers)
    expect(members.length).toBeLessThanOrEqual(saved.length)
    await database.close()
  })
})

describe('is refused in a sentence, and nothing is changed', () => {
  const sentenceOf = async (url: string, ...args: string[]) => {
    const { stderr, ...ending } = await cli(url, ...args)
    expect(ending).toEqual({ code: 1, stdout: '' })
    return stderr
  }

  test('a file that is there already or cannot be made, or a word too few', async () => {
    await writeFile(fileOf('kept'), 'kept')
    expect(await sentenceOf(source.url, 'backup', fileOf('kept'))).toBe(
      `${fileOf('kept')} is there already. Name a new file.\n`,
    )
    expect(await readFile(fileOf('kept'), 'utf8')).toBe('kept')
    const nowhere = join(folder, 'missing', 'file')
    expect(await sentenceOf(source.url, 'backup', nowhere)).toBe(`${nowhere} cannot be written (ENOENT).\n`)
    expect(await sentenceOf(source.url, 'restore')).toContain('npm run cli -- restore FILE')
  })

  test('a file that is missing, none of ours, cut off, altered, or of a newer version', async () => {
    await saveBackup(source.db, fileOf('good'), systemClock.now())
    const good = await readFile(fileOf('good'))
    const text = gunzipSync(good).toString()
    const lines = text.trimEnd().split('\n')
    const wrong: [string, Buffer | string, RegExp][] = [
      ['plain', 'no backup', /is no backup of Capline/],
      ['other', gzipSync('{"a":1}\n'), /is no backup of Capline/],
      ['short', good.subarray(0, good.length - 20), /is not whole: its end is missing\. Nothing was restored\./],
      ['cut', gzipSync(`${lines.slice(0, -1).join('\n')}\n`), /is not whole: its end is missing/],
      [
        'table',
        gzipSync(`${lines.filter((line) => !line.startsWith('{"table":"told"')).join('\n')}\n`),
        /or is damaged/,
      ],
      ['row', gzipSync(text.replace(/\n"[^\n]*\n/, '\n')), /or is damaged/],
      ['moved', gzipSync(text.replace('"telegram_id","handle"', '"handle","telegram_id"')), /or is damaged/],
      [
        'newer',
        gzipSync(text.replace('"0001-base"', '"0001-base","9999-later"')),
        /of a newer version of Capline: it has 9999-later/,
      ],
    ]
    await using target = await createEmpty()
    await expect(restore(target, 'missing')).rejects.toThrow('cannot be read (ENOENT)')
    for (const [name, content, sentence] of wrong) {
      await writeFile(fileOf(name), content)
      const end = await restore(target, name).catch((error: unknown) => error)
      expect([name, end]).toEqual([name, expect.objectContaining({ message: expect.stringMatching(sentence) })])
    }
    const left = [...(await readAll(target.db))].filter(([, { count }]) => count > 0).map(([table]) => table)
    expect(left.filter((table) => ['members', 'leads', 'caps', 'changes'].includes(table))).toEqual([])
    // What was refused halfway stands in nobody's way.
    expect(await restore(target, 'good')).toMatchObject({ rows: lines.filter((line) => line.startsWith('"')).length })
  })

  test('a database that is in use', async () => {
    await saveBackup(source.db, fileOf('again'), systemClock.now())
    const before = await readAll(source.db)
    expect(await sentenceOf(source.url, 'restore', fileOf('again'))).toContain('The database is in use already.')
    expect(await readAll(source.db)).toEqual(before)
  })

  test('another APP_SECRET is told, and the rows are there', async () => {
    await saveBackup(source.db, fileOf('sealed'), systemClock.now())
    await using target = await createEmpty()
    const environment = { DATABASE_URL: target.url, APP_SECRET: 'another secret of the tests, as long as it' }
    const { code, stdout } = await processes.spawn('cli', environment, ['restore', fileOf('sealed')]).ended
    expect(code).toBe(0)
    expect(stdout).toContain('Secrets in the database were encrypted with another APP_SECRET')
    expect(await readAll(target.db)).toEqual(withoutSignIns(await readAll(source.db)))
  })
})
