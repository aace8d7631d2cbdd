import { afterAll, beforeAll, expect, test } from 'vitest'
import { authCalls } from '#contract/auth.ts'
import { teamCalls } from '#contract/team.ts'
import { insertMember, startTestCapline, type TestCapline } from '#testing/capline.ts'

let capline: TestCapline

beforeAll(async () => {
  capline = await startTestCapline({ environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => capline.close())

let lastAddress = 0

/** The whole answer, but for what is another each time. */
async function ask(identifier: string) {
  lastAddress += 1
  const response = await fetch(`${capline.address}/api${authCalls.request.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.2.0.${lastAddress}` },
    body: JSON.stringify({ identifier }),
  })
  const headers = [...response.headers]
    .filter(([name]) => !['date', 'x-request-id', 'x-ratelimit-reset'].includes(name))
    .map(([name, value]) => [name, name === 'set-cookie' ? value.replace(/=[\w-]{43};/, '=new;') : value])
  return { status: response.status, headers, body: await response.text() }
}

const readRequests = () =>
  capline.db.selectFrom('code_requests').select('identifier').orderBy('requested_at').orderBy('id').execute()

test('known, unknown, disabled and unreachable members: one answer to the last letter, and one row each before it', async () => {
  const known = await insertMember(capline.db, { role: 'admin' })
  capline.telegram.plant({ people: [{ id: Number(known.telegramId), first_name: 'Known', started: true }] })
  const disabled = await insertMember(capline.db, { role: 'admin', loginEnabled: false })
  const unreachable = await insertMember(capline.db, { role: 'viewer' })
  const identifiers = [known.telegramId, '987654321', disabled.telegramId, unreachable.telegramId, '@nobody_at_all']
  const answers = await Promise.all(identifiers.map(ask))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]?.status).toBe(200)
  // Who is meant is looked up after the answer: all that was done before it is this.
  expect((await readRequests()).map(({ identifier }) => identifier).toSorted()).toEqual(identifiers.toSorted())
})

test('another role acts on the next request', async () => {
  const { member, call } = await capline.signIn('admin')
  await call(teamCalls.list, {})
  await capline.db.updateTable('members').set({ role: 'editor' }).where('id', '=', member._id).execute()
  await expect(call(teamCalls.list, {})).rejects.toMatchObject({ status: 403 })
})
