import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authCalls } from '#contract/auth.ts'
import { ensureFirstAdmin } from '#server/features/team/service.ts'
import { findDifferences, NO_DIFFERENCES } from '#server/features/leads/rebuild-service.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { systemClock } from '#platform/clock.ts'
import { connect } from '#platform/db/database.ts'
import { launchPostgres } from '#platform/db/embedded.ts'
import { newId } from '#platform/db/ids.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createLog } from '#platform/log.ts'
import { insertMember } from '#testing/capline.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { buildLead, buildLeads, startLeadSync } from '#testing/lead-sync.ts'
import { createProcesses, findDatabase, type Ending, type Environment, type RunningServer } from '#testing/process.ts'

const processes = createProcesses()
const ADMIN = '4711'

afterAll(() => processes.close())

function cli(variables: Environment, ...args: string[]): Promise<Ending> {
  return processes.spawn('cli', variables, args).ended
}

/** With the code that was printed; answers with the role. */
async function signIn(server: RunningServer, printed: string): Promise<string> {
  const code = /^[A-Z2-9]{6}$/m.exec(printed)?.[0] ?? ''
  const { member } = await server.clientOf(null)(authCalls.verify, { body: { identifier: ADMIN, code } })
  return member.role
}

test('login-code prints a code that signs in, beside a running server and without one', async () => {
  const variables = { SANDBOX: 'off', DATA_DIR: await processes.makeFolder() }
  await plantFirstAdmin(variables.DATA_DIR)
  const alone = await cli(variables, 'login-code', ADMIN)
  expect(alone).toMatchObject({ code: 0, stderr: '' })
  expect(await findDatabase(variables.DATA_DIR)).toBeNull()
  const server = await processes.startServer(variables)
  expect(await signIn(server, alone.stdout)).toBe('admin')

  const beside = await cli(variables, 'login-code', '@ADA')
  expect(beside).toMatchObject({ code: 0, stderr: '' })
  expect(await signIn(server, beside.stdout)).toBe('admin')
})

/** What a first start does: another one of a server would take the longest of all here. */
async function plantFirstAdmin(dataDir: string): Promise<void> {
  const log = createLog('silent', { pretty: false })
  const { url, stop } = await launchPostgres({ dataDir, log, fast: true })
  await migrate(url, log)
  const { db, close } = connect(url, { onError: () => undefined })
  await ensureFirstAdmin({ db, clock: systemClock, log }, { telegramId: ADMIN, handle: 'ada' })
  await close()
  await stop()
}

describe('on a database of its own', () => {
  let database: TestDatabase
  let variables: Environment

  beforeAll(async () => {
    database = await createTestDatabase()
    variables = { DATABASE_URL: database.url, APP_SECRET }
  })

  afterAll(() => database.close())

  test.each([
    [['nonsense'], /^There is no command “nonsense”\. Commands:\n {2}login-code ID/],
    [['toString'], /^There is no command “toString”\. Commands:\n/],
    [['login-code'], /^The ID of the member is missing: npm run cli -- login-code ID\n$/],
    [['remove-passkeys'], /^The ID of the member is missing: npm run cli -- remove-passkeys ID\n$/],
    [['distribute'], /^This database is no Citus\. [^\n]+ create extension citus\.\n$/],
    [['rebuild', '--help'], /^“--help” is too much: npm run cli -- rebuild\n$/],
    [['login-code', '@nobody'], /^No member who may sign in has the id or handle @nobody\. FIRST_ADMIN [^\n]+\.\n$/],
  ])('%j is answered with what to do', async (args, words) => {
    expect(await cli(variables, ...args)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(words) })
  })

  test('remove-passkeys removes those of a member, which their history says', async () => {
    const { _id, handle } = await insertMember(database.db, { role: 'admin' })
    const passkey = { id: newId(), name: 'Key', credential_id: newId(), public_key: Buffer.of(0), counter: 0 }
    await database.db
      .insertInto('passkeys')
      .values({ ...passkey, member_id: _id, created_at: '2026-11-21T10:00:00Z' })
      .execute()
    const removing = await cli(variables, 'remove-passkeys', `@${handle}`)
    expect(removing).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`All passkeys of @${handle} are removed.`),
    })
    expect(await database.db.selectFrom('passkeys').select('id').execute()).toEqual([])
    const changes = database.db.selectFrom('changes').select(['action', 'actor']).where('subject_id', '=', _id)
    expect(await changes.execute()).toEqual([{ action: 'passkeys.removed', actor: 'Terminal' }])
  })

  test('docs/configuration.md has the commands that there are', async () => {
    const { code, stdout, stderr } = await cli(variables)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^Commands:\n {2}login-code ID/)
    const page = await readFile(new URL('../docs/configuration.md', import.meta.url), 'utf8')
    const [, commands = ''] = page.split('## Commands')
    const usages = (text: string, usage: RegExp) => [...text.matchAll(usage)].map(([, name]) => name)
    const listed = usages(stderr, /^ {2}(\S+(?: [A-Z]+)?) +\S/gm)
    expect(listed.length).toBeGreaterThan(3)
    expect(usages(commands, /^\| `([^`]+)`/gm)).toEqual(listed)
  })

  test.each([['rebuild'], ['backup', '/dev/null/file']])(
    'a database that is away is told in a sentence: %s',
    async (...args) => {
      const ending = await cli({ ...variables, DATABASE_URL: 'postgres://a@127.0.0.1:1/b' }, ...args)
      expect(ending).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^[^\n]+Check DATABASE_URL[^\n]+\n$/),
      })
    },
  )

  test('rebuild tells every count that was wrong, and mends it', async () => {
    const world = await startLeadSync({ database })
    world.source.put('leads', ...buildLeads(3, world.now()), buildLead({ id: 'other', geo: 'FR' }))
    await world.sync()
    expect(await cli(variables, 'rebuild')).toEqual({ code: 0, stderr: '', stdout: 'Nothing differed.\n' })

    await database.db.updateTable('delivered_by_broker').set({ leads: 7 }).where('geo_key', '=', 'DE').execute()
    await database.db.deleteFrom('delivered_by_broker').where('geo_key', '=', 'FR').execute()
    await database.pool.query(`insert into delivered_by_month values ('2026-01-01', 'ES', 'adv-1', '44', 2, 0)`)
    await database.pool.query(`insert into delivered_by_day values ('2026-01-02', 2, 1)`)
    expect(await cli(variables, 'rebuild')).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        '2026-11-20  FR, advertiser adv-1, source 44, leads: 0 -> 1',
        '2026-11-20  FR, advertiser adv-1, source 44, last lead: none -> 2026-11-20T09:00:00.000Z',
        '2026-11-21  DE, advertiser adv-1, source 44, leads: 7 -> 3',
        '2026-01  ES, advertiser adv-1, source 44, leads: 2 -> 0',
        '2026-01-02  all, leads: 2 -> 0',
        '2026-01-02  all, deposits: 1 -> 0',
        '6 differences, mended.\n',
      ].join('\n'),
    })
    expect(await findDifferences(database.db)).toEqual(NO_DIFFERENCES)
    await world.close()
  })
})
