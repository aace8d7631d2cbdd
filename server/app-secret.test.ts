import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatInstant } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { connect, type Database } from '#platform/db/database.ts'
import { opensWebhookKeys, sealKey } from '#server/features/webhooks/key-service.ts'
import { createSecrets } from '#platform/secrets.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { buildLead, startLeadSync } from '#testing/lead-sync.ts'
import { createProcesses, findDatabase, type Ending, type Environment } from '#testing/process.ts'

const NEXT = 'n'.repeat(40)
const TOKEN = 'telegram_bot_token'
const processes = createProcesses()
let database: TestDatabase
let file: string

beforeAll(async () => {
  database = await createTestDatabase()
  file = join(await processes.makeFolder(), 'next-secret')
  await writeFile(file, `${NEXT}\n`)
})

afterAll(async () => {
  await processes.close()
  await database.close()
})

function rotate(variables: Environment): Promise<Ending> {
  return processes.spawn('cli', variables, ['rotate-secret', file]).ended
}

async function saveToken(db: Database, secret: string): Promise<void> {
  const by = { updated_at: formatInstant(systemClock.now()), updated_by: 'test' }
  const sealed = createSecrets(secret).seal(TOKEN, '1:token')
  await db
    .insertInto('settings')
    .values({ ...by, key: TOKEN, value: null, sealed })
    .execute()
}

/** An endpoint with a key, and the one before that signs too. */
async function saveWebhook(db: Database): Promise<void> {
  const [sealed_key, sealed_old_key] = [1, 2].map((key) => sealKey(createSecrets(APP_SECRET), 'w', `whsec_${key}`))
  if (!sealed_key || !sealed_old_key) return
  const at = formatInstant(systemClock.now())
  const keys = { sealed_key, sealed_old_key, old_key_until: at }
  await db
    .insertInto('webhooks')
    .values({ id: 'w', url: 'https://example.org', events: [], created_at: at, ...keys })
    .execute()
}

async function opensWith(db: Database, secret: string): Promise<boolean> {
  const row = await db.selectFrom('settings').select('sealed').where('key', '=', TOKEN).executeTakeFirst()
  return row?.sealed ? createSecrets(secret).open(TOKEN, row.sealed) === '1:token' : false
}

test('rotate-secret trades the secret for another one, all of it or nothing, while nobody runs', async () => {
  const { db, pool, url } = database
  const variables = { DATABASE_URL: url, APP_SECRET }
  await saveToken(db, APP_SECRET)
  await saveWebhook(db)
  const world = await startLeadSync({ database })
  world.source.put('leads', buildLead({ email: 'a@example.org' }))
  await world.sync()
  await world.close()
  await insertSession(db, await insertMember(db, { role: 'admin' }), systemClock)
  /** Which secret opens what is sealed, which one makes the keys of e-mails, and how many are signed in. */
  const stands = async (secret: string) => {
    const { email_key: key } = await db.selectFrom('leads').select('email_key').executeTakeFirstOrThrow()
    const sessions = await db.selectFrom('sessions').select('id').execute()
    const opens = (await opensWith(db, secret)) && (await opensWebhookKeys(db, createSecrets(secret)))
    return [opens, key === createSecrets(secret).signEmail('a@example.org'), sessions.length]
  }
  expect(await stands(APP_SECRET)).toEqual([true, true, 1])

  const node = await processes.startServer({ ...variables, SANDBOX: 'off', ROLES: 'web' })
  expect(await rotate(variables)).toMatchObject({ code: 1, stderr: expect.stringContaining('Stop all of its nodes') })
  await node.kill()
  const inUse = `select from pg_stat_activity where datname = current_database() and application_name like 'capline %'`
  await expect.poll(async () => (await pool.query(inUse)).rowCount).toBe(0)
  const refusal = await rotate({ ...variables, APP_SECRET: 'f'.repeat(40) })
  expect(refusal).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was changed') })
  expect(await stands(APP_SECRET)).toEqual([true, true, 1])

  // Killed when all but the sessions is traded.
  const holding = await pool.connect()
  await holding.query('begin; lock table sessions')
  const hindered = processes.spawn('cli', variables, ['rotate-secret', file])
  const waiting = `select from pg_locks where relation = 'sessions'::regclass and not granted`
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
  await hindered.kill()
  await holding.query('rollback')
  holding.release()
  // Has what the killed one began to its end: it waits for what that one held.
  await pool.query('begin; lock table sessions, settings, leads; commit')
  expect(await stands(APP_SECRET)).toEqual([true, true, 1])

  const set = expect.stringContaining('Set APP_SECRET')
  expect(await rotate(variables)).toMatchObject({ code: 0, stdout: set })
  expect(await stands(NEXT)).toEqual([true, true, 0])
  expect((await stands(APP_SECRET)).slice(0, 2)).toEqual([false, false])
  // Whoever was killed before it was told asks again.
  expect(await rotate(variables)).toMatchObject({ code: 0, stdout: set })
  expect(await stands(NEXT)).toEqual([true, true, 0])
})

test('the secret of a data folder follows its database, whenever the one who traded it was killed', async () => {
  const DATA_DIR = await processes.makeFolder()
  const variables = { DATA_DIR, SANDBOX: 'off' }
  const [current, next] = [join(DATA_DIR, 'app-secret'), join(DATA_DIR, 'app-secret.next')]
  /** Starts Capline, looks at its database, and stops it. */
  const visit = async (look: (db: Database) => Promise<void>) => {
    const server = await processes.startServer(variables)
    const { db, close } = connect((await findDatabase(DATA_DIR))?.url ?? '', { onError: () => undefined })
    await look(db)
    await close()
    server.signal('SIGTERM')
    await server.ended
  }
  await visit(async (db) => saveToken(db, await readFile(current, 'utf8')))
  const first = await readFile(current, 'utf8')

  // Killed before the database went by the next one.
  await writeFile(next, NEXT)
  await visit(async (db) => expect(await opensWith(db, first)).toBe(true))
  expect(await readFile(current, 'utf8')).toBe(first)

  expect(await rotate(variables)).toMatchObject({ code: 0 })
  expect(await readFile(current, 'utf8')).toBe(NEXT)
  // Killed after that, and before the file did.
  await rename(current, next)
  await writeFile(current, first)
  await visit(async (db) => expect(await opensWith(db, NEXT)).toBe(true))
  expect(await readFile(current, 'utf8')).toBe(NEXT)
})
