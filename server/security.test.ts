import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advertiserCalls } from '#contract/advertisers.ts'
import { capCalls } from '#contract/caps.ts'
import { settingCalls } from '#contract/settings.ts'
import { teamCalls } from '#contract/team.ts'
import { formatChatId, formatHelp, formatUnknownCommand } from '#domain/sentences/bot-replies.ts'
import { parseHtml } from '#sandbox/telegram/entities/html.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { createTestDatabase } from '#testing/database.ts'
import { openBrowser } from '#testing/sign-in.ts'

// Rows of docs/security.md that belong to no feature.

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  // A proxy is trusted, and none of these requests comes through it.
  capline = await startTestCapline({ environment: { TRUST_PROXY: '10.9.9.9', PUBLIC_URL: 'https://capline.example' } })
  admin = await capline.signIn('admin')
  await insertAdvertiser(capline.db)
})
afterAll(() => capline.close())

async function send(method: string, path: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${capline.address}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

test('who is no trusted proxy does not say for whom they speak', async () => {
  expect(await countAnswered(capline)).toBe(60)
})

test('without TRUST_PROXY nobody does', async () => {
  const alone = await startTestCapline({ database: await createTestDatabase() })
  expect(await countAnswered(alone)).toBe(60)
  await alone.close()
})

/** Of 65 codes, each requested for another name and as if from another address: as many at a time as may be in line. */
async function countAnswered(of: TestCapline): Promise<number> {
  const answers: PromiseSettledResult<unknown>[] = []
  while (answers.length < 65) {
    const asked = Array.from({ length: 5 }, (_, index) => {
      const number = answers.length + index
      return openBrowser(of, `10.3.0.${number}`).request(`nobody${number}`)
    })
    answers.push(...(await Promise.allSettled(asked)))
  }
  return answers.filter(({ status }) => status === 'fulfilled').length
}

test.each(['/', '/api/auth/me', '/nowhere', '/api/nothing', '/assets/', '/api/caps/%E0%A4%A', '/healthz'])(
  'behind TLS %s is told to stay there, and runs nothing of others',
  async (path) => {
    const { headers } = await fetch(`${capline.address}${path}`)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.has('access-control-allow-origin')).toBe(false)
    expect(headers.get('content-type')).toMatch(/^(text\/html|application\/json); charset=utf-8$/)
    const policy = headers.get('content-security-policy') ?? ''
    for (const directive of ["script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy.split(';')).toContain(directive)
    }
  },
)

describe('what a call does not know', () => {
  const OWN = { _id: 'mine', id: 'mine', version: 99, createdAt: '2001-01-01T00:00:00Z' }

  test('is refused by its name, and nothing of it is taken', async () => {
    const { status, body } = await send('POST', '/caps', { ...buildCapDraft({ geo: 'AT' }), ...OWN, delivered: 20 })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      message: 'These fields are not known here: id, createdAt, delivered. Did you mean createdBy?',
    })
    const { rows } = await capline.database.pool.query(`select * from caps where geo = 'AT'`)
    expect(rows).toEqual([])
  })

  test('changes nobody beside what may be changed', async () => {
    const other = await capline.signIn('viewer')
    const path = `/team-members/${other.member._id}`
    const sent = { alias: 'Known', telegramId: '1', handle: 'stolen', ...OWN }
    expect((await send(teamCalls.change.method, path, sent)).status).toBe(400)
    const read = { _id: 'mine', alias: 'Known', telegramId: '1', handle: 'stolen' }
    expect((await send(teamCalls.change.method, path, read)).status).toBe(200)
    const member = (await admin.call(teamCalls.list, {})).find(({ _id }) => _id === other.member._id)
    expect(member).toEqual({ ...other.member, alias: 'Known', loginEnabled: true })
  })

  test('is nothing that was read: all of it is sent back with one field changed', async () => {
    const { body: made } = await send('POST', '/caps', buildCapDraft({ geo: 'BE' }))
    const { _id: capId } = capCalls.create.answers[201].parse(made)
    const sent = Object.assign({}, made, { cap: 77, alwaysOn: true, actualCount: 5 })
    const cap = { _id: capId, cap: 77, alwaysOn: false, actualCount: 0 }
    expect(await send('PUT', `/caps/${capId}`, sent)).toMatchObject({ status: 200, body: cap })

    const read = { _id: 'x', advertiserId: 'other', name: 'Renamed', associatedGroupIds: ['-1009'] }
    const { _id } = await admin.call(advertiserCalls.create, { body: { advertiserId: 'R1', name: 'Read' } })
    const renamed = await send('PUT', `/advertisers/${_id}`, read)
    expect(renamed.body).toEqual({ _id, advertiserId: 'R1', name: 'Renamed', aliases: [], associatedGroupIds: [] })

    const setting = (await admin.call(settingCalls.list, {})).find(({ key }) => key === 'summary_time')
    expect(await send('PUT', '/settings/summary_time', { ...setting, value: '21:00' })).toMatchObject({ status: 200 })
    const masked = { key: 'telegram_bot_token', value: '••••wxyz', secret: true, updatedAt: null, updatedBy: null }
    expect(await send('PUT', '/settings/telegram_bot_token', masked)).toMatchObject({ status: 400 })
  })

  test('is not told either', async () => {
    const response = await fetch(`${capline.address}/api/team-members`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const [row] = await capline.db.selectFrom('members').selectAll().execute()
    expect(Object.keys(row ?? {}).length).toBeGreaterThan(6)
    const members: unknown = await response.json()
    expect(Array.isArray(members) && new Set(members.flatMap((member: object) => Object.keys(member)))).toEqual(
      new Set(['_id', 'telegramId', 'handle', 'alias', 'role', 'loginEnabled']),
    )
  })
})

test('the history is neither changed nor taken away', async () => {
  await admin.call(capCalls.create, { body: buildCapDraft({ geo: 'CH' }) })
  const { pool } = capline.database
  for (const statement of [`update changes set actor = 'nobody'`, 'delete from changes']) {
    await expect(pool.query(statement)).rejects.toThrow('append-only')
  }
})

describe('what the bot puts into a message', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme-ascii' }),
    fc.string({ unit: fc.constantFrom('<', '>', '&', 'b', '/', ';') }),
  )

  /** As Telegram reads it: the text without its markup. */
  function readMessage(html: string): string {
    const parsed = parseHtml(html, () => undefined)
    if (!parsed.ok) throw new Error(`Telegram would refuse ${html}`)
    return parsed.formatted.text
  }

  test.each<[string, (text: string) => string]>([
    ['the id of a chat', formatChatId],
    ['a command that nobody knows', (command) => formatUnknownCommand(command, [])],
    ['what a command does', (description) => formatHelp([{ command: 'caps', description }])],
  ])('%s stands there as it is, whatever it is', (_name, format) => {
    fc.assert(fc.property(text, (value) => readMessage(format(`.${value}.`)).includes(`.${value}.`)))
  })
})
