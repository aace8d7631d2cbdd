import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { apiKeyCalls } from '#contract/api-keys.ts'
import { authCalls } from '#contract/auth.ts'
import { botCalls } from '#contract/bot.ts'
import { capCalls } from '#contract/caps.ts'
import { feedCalls } from '#contract/feeds.ts'
import { settingCalls } from '#contract/settings.ts'
import { hashToken } from '#platform/secrets.ts'
import { makeApiKey } from '#testing/api-keys.ts'
import { buildCapDraft } from '#testing/caps.ts'
import { insertMember, startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { PATIENCE } from '#testing/patience.ts'

/** Each stands where a secret stands, and must be found nowhere else. */
const CANARY = {
  botToken: '100000:canary-of-the-environment-0001',
  savedToken: '200000:canary-of-the-settings-000002',
  triedToken: '300000:canary-that-was-tried-0000003',
  leadToken: 'canary-of-the-lead-api-4',
  llmKey: 'canary-of-the-language-model-5',
  appSecret: 'canary-of-the-application-secret-6',
  wrongBearer: 'canary-of-a-wrong-bearer-token-0000000000007',
}

const lines: string[] = []
const answers: string[] = []
/** Told by the product itself: added as they are learnt. */
const learnt: string[] = []
let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline({
    environment: {
      TELEGRAM_BOT_TOKEN: CANARY.botToken,
      LEAD_API_TOKEN: CANARY.leadToken,
      LLM_BASE_URL: 'https://llm.example',
      LLM_API_KEY: CANARY.llmKey,
      LLM_MODEL: 'test',
      APP_SECRET: CANARY.appSecret,
    },
    onLog: (line) => void lines.push(line),
  })
  admin = await capline.signIn('admin')
  learnt.push(admin.token)
  await tellSecrets()
})
afterAll(() => capline.close())

/** Sends what is secret wherever it is taken, and much where it is not. */
async function tellSecrets(): Promise<void> {
  await keep(admin.call(botCalls.testToken, { body: { token: CANARY.triedToken } }))
  await keep(admin.call(botCalls.testMessage, { body: { chatId: '-1' } }))
  await keep(admin.call(feedCalls.runSync, {}))
  await keep(
    admin.call(settingCalls.save, { params: { key: 'telegram_bot_token' }, body: { value: CANARY.savedToken } }),
  )
  await keep(admin.call(settingCalls.list, {}))
  capline.telegram.setToken(CANARY.savedToken)
  await signInWithCode()
  await callWithKey()
  const headers = { authorization: `Bearer ${CANARY.wrongBearer}`, 'content-type': 'application/json' }
  for (const path of ['/api/settings', '/api/auth/me', '/api/events', '/api/nothing']) {
    answers.push(await (await fetch(`${capline.address}${path}`, { headers })).text())
  }
}

/** A key, and parts of it, where programs send it rightly and wrongly. */
async function callWithKey(): Promise<void> {
  const { token, call } = await makeApiKey(capline, { name: 'Canary', role: 'admin' })
  // Of one that was cut off most is told all the same.
  learnt.push(token, token.slice('capline_00000000_'.length, -6))
  await keep(call(capCalls.listDay, { params: { date: '2026-11-21' } }))
  await keep(call(capCalls.create, { body: buildCapDraft({ advertiserId: 'nobody' }) }))
  await keep(call(settingCalls.list, {}))
  const typed = encodeURIComponent(token).replaceAll('_', '%5F')
  for (const path of [
    `/api/caps/${token}`,
    `/api/${typed}`,
    `/api/caps/recent?token=${token}`,
    `/${token}`,
    '/api/team-members',
  ]) {
    for (const bearer of [token, token.slice(0, -2), admin.token]) {
      const headers = { authorization: `Bearer ${bearer}`, cookie: `key=${token}`, 'x-request-id': token }
      answers.push(await (await fetch(`${capline.address}${path}`, { headers, method: 'DELETE' })).text())
      answers.push(await (await fetch(`${capline.address}${path}`, { headers })).text())
    }
  }
  await keep(admin.call(apiKeyCalls.list, {}))
}

async function keep(call: Promise<unknown>): Promise<void> {
  answers.push(
    await call.then(
      (value) => JSON.stringify(value),
      (error: unknown) => JSON.stringify(error, Object.getOwnPropertyNames(error)),
    ),
  )
}

/** The way of every day: code, a wrong try, a right one. Code and token are canaries from then on. */
async function signInWithCode(): Promise<void> {
  const member = await insertMember(capline.db, { role: 'viewer' })
  const chat = Number(member.telegramId)
  capline.telegram.plant({ people: [{ id: chat, first_name: 'Somebody', started: true }] })
  await capline.call(authCalls.request, { body: { identifier: member.telegramId } })
  await vi.waitFor(() => expect(capline.telegram.messages(chat)).toHaveLength(1), PATIENCE)
  const code = /\b[A-Z2-9]{6}\b/.exec(capline.telegram.messages(chat)[0]?.text ?? '')?.[0] ?? ''
  expect(code).toHaveLength(6)
  await keep(capline.call(authCalls.verify, { body: { identifier: member.telegramId, code: 'WRONG2' } }))
  const { token } = await capline.call(authCalls.verify, { body: { identifier: member.telegramId, code } })
  learnt.push(code, token)
}

/** As somebody might find them: as they are, and as bytes are written. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
}

function findSecrets(text: string): string[] {
  return [...Object.values(CANARY), ...learnt].filter((secret) => formsOf(secret).some((form) => text.includes(form)))
}

test('there is something to find', () => {
  expect(learnt).toHaveLength(5)
  expect(lines.length).toBeGreaterThan(5)
  expect(findSecrets(JSON.stringify({ deep: [CANARY.leadToken] }))).toEqual([CANARY.leadToken])
})

test('no log has one', () => {
  expect(findSecrets(lines.join('\n'))).toEqual([])
})

test('no answer has one, of what went well and of what did not', () => {
  expect(answers.length).toBeGreaterThan(8)
  expect(findSecrets(answers.join('\n'))).toEqual([])
})

test('no table has one in plain text, nor the debug logs', async () => {
  await vi.waitFor(async () => {
    const { rows } = await capline.database.pool.query<{ count: number }>('select count(*) from debug_logs')
    expect(rows[0]?.count).toBeGreaterThan(3)
  }, PATIENCE)
  const { rows: tables } = await capline.database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) {
    // As `pg_dump` writes it: bytes in hex.
    const { rows } = await capline.database.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    expect({ name, found: findSecrets(rows.map(({ row }) => row).join('\n')) }).toEqual({ name, found: [] })
  }
  const isKeptHashed = capline.db.selectFrom('sessions').select('id').where('token_hash', '=', hashToken(admin.token))
  expect(await isKeptHashed.execute()).toHaveLength(1)
})

test('a code waits sealed in the outbox', async () => {
  capline.telegram.addFault({ kind: 'error', status: 500, description: 'Internal Server Error' })
  const member = await insertMember(capline.db, { role: 'viewer' })
  await capline.call(authCalls.request, { body: { identifier: member.telegramId } })
  const row = await vi.waitFor(async () => {
    const waiting = capline.db.selectFrom('outbox').select(['text', 'sealed']).where('chat_id', '=', member.telegramId)
    return waiting.executeTakeFirstOrThrow()
  }, PATIENCE)
  expect(row.text).toBe('')
  capline.telegram.clearFaults()
})

test('the web bundle has none, and reads nothing of the environment that it was built in', () => {
  const folder = join(import.meta.dirname, '..', 'dist', 'web')
  // Built by the checks of the browser; without them there is nothing to look at.
  if (!existsSync(folder)) return
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|html)$/.test(name),
  )
  for (const name of files) {
    const text = readFileSync(join(folder, name), 'utf8')
    expect({ name, found: findSecrets(text) }).toEqual({ name, found: [] })
    expect({ name, found: text.match(/process\.env\.\w+/g) }).toEqual({ name, found: null })
  }
})
