import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passkeyCalls, type Assertion } from '#contract/passkeys.ts'
import { sessionCalls } from '#contract/sessions.ts'
import { settingCalls } from '#contract/settings.ts'
import { teamCalls } from '#contract/team.ts'
import { authTexts } from '#contract/texts/auth.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { HOUR, MINUTE } from '#domain/kernel/instant.ts'
import type { Member } from '#domain/team/member.ts'
import { addPasskey, createAuthenticator, type Authenticator, type Faults } from '#testing/authenticator.ts'
import { insertMember, insertSession, startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { createClient } from '#contract/client.ts'
import { createTestClock } from '#testing/clock.ts'
import { refusalOf, statusOf } from '#testing/refusal.ts'
import { addReachable, openBrowser, receiveCode, type Browser } from '#testing/sign-in.ts'

// Signing in where admins need a passkey after the code.

const ORIGIN = 'https://capline.test'
const STEP = '__Host-capline-step'
const clock = createTestClock('2026-11-21T10:00:00Z')
let capline: TestCapline
let boss: SignedIn

beforeAll(async () => {
  const environment = { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: ORIGIN }
  capline = await startTestCapline({ clock, environment })
  boss = await capline.signIn('admin')
  await addPasskey(boss.call, ORIGIN)
  await boss.call(settingCalls.save, { params: { key: 'admin_passkeys' }, body: { value: 'true' } })
})
afterAll(() => capline.close())
beforeEach(() => clock.advance(2 * HOUR))

let lastAddress = 0
const browse = () => openBrowser(capline, `10.9.${++lastAddress >> 8}.${lastAddress & 255}`)

interface Admin {
  member: Member
  device: Authenticator
}

/** An admin with a passkey, which they added while nobody needed one. */
async function addAdmin(): Promise<Admin> {
  const member = await addReachable(capline, { role: 'admin' })
  const token = await insertSession(capline.db, member, clock)
  await capline.db.updateTable('sessions').set({ by_passkey: true }).where('member_id', '=', member._id).execute()
  const call = createClient({ root: capline.address, fetch, token: () => token })
  const device = await addPasskey(call, ORIGIN)
  return { member, device }
}

/** To the second step, with a code that was right. */
async function enterCode(member: Member, browser = browse()): Promise<Browser> {
  const code = await receiveCode(capline, member, () => browser.request(member.telegramId))
  const refusal = await refusalOf(browser.verify(member.telegramId, code))
  expect(refusal).toMatchObject({ status: 403, message: passkeyTexts.needed })
  return browser
}

const prepare = ({ call }: Browser) => call(passkeyCalls.prepareSignIn, {})
const give = ({ call }: Browser, body: Assertion) => call(passkeyCalls.give, { body })
const sessionsOf = async ({ _id }: Member) =>
  (await capline.db.selectFrom('sessions').where('member_id', '=', _id).select('id').execute()).length

async function meOf(token: string): Promise<number> {
  return (await fetch(`${capline.address}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status
}

describe('an admin who has a passkey', () => {
  test('signs in with the code and the passkey, and with a code alone never', async () => {
    const { member, device } = await addAdmin()
    const before = await sessionsOf(member)
    const browser = await enterCode(member)
    expect(await sessionsOf(member)).toBe(before)
    expect(browser.cookies.get('__Host-capline-device')).toBeUndefined()
    const challenge = await prepare(browser)
    expect(challenge).toMatchObject({ rpId: 'capline.test', credentials: [device.credentialId] })
    const answer = await give(browser, device.give(challenge))
    expect(answer.member).toEqual(member)
    expect(await meOf(answer.token)).toBe(200)
    expect(browser.cookies.get(STEP)).toBe('')
    expect(browser.cookies.get('__Host-capline-device')).toMatch(/\w/)
    const params = { id: member._id }
    expect(await boss.call(passkeyCalls.listOfMember, { params })).toMatchObject([{ lastUsedAt: clock.now() }])
  })

  test.each<[string, Faults]>([
    ['for another challenge', { challenge: 'AAAA' }],
    ['on another page', { origin: 'http://capline.test' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without its owner', { isVerified: false }],
    ['as a new one', { type: 'webauthn.create' }],
  ])('is refused one that was given %s; the challenge is used up', async (_name, faults) => {
    const { member, device } = await addAdmin()
    const before = await sessionsOf(member)
    const browser = await enterCode(member)
    const challenge = await prepare(browser)
    const refused = { status: 401, message: passkeyTexts.refused }
    expect(await refusalOf(give(browser, device.give(challenge, faults)))).toMatchObject(refused)
    const over = { status: 401, message: passkeyTexts.over }
    expect(await refusalOf(give(browser, device.give(challenge)))).toMatchObject(over)
    expect(await sessionsOf(member)).toBe(before)
    await give(browser, device.give(await prepare(browser)))
  })

  test('is refused a copy of the passkey, which has not counted on', async () => {
    const { member, device } = await addAdmin()
    const browser = await enterCode(member)
    await give(browser, device.give(await prepare(browser), { counter: 7 }))
    clock.advance(2 * HOUR)
    await enterCode(member, browser)
    for (const counter of [0, 7])
      expect((await refusalOf(give(browser, device.give(await prepare(browser), { counter })))).status).toBe(401)
    await give(browser, device.give(await prepare(browser), { counter: 8 }))
  })

  test('is refused a passkey of another member, another device under their own id, and one that was removed', async () => {
    const [{ member, device }, other] = [await addAdmin(), await addAdmin()]
    const browser = await enterCode(member)
    const { credentialId } = device
    const refused = async (answer: (challenge: Awaited<ReturnType<typeof prepare>>) => Assertion) =>
      (await refusalOf(give(browser, answer(await prepare(browser))))).message
    expect(await refused((challenge) => other.device.give(challenge))).toBe(passkeyTexts.refused)
    expect(await refused((challenge) => other.device.give(challenge, { credentialId }))).toBe(passkeyTexts.refused)
    const challenge = await prepare(browser)
    await boss.call(passkeyCalls.removeOfMember, { params: { id: member._id } })
    expect((await refusalOf(give(browser, device.give(challenge)))).message).toBe(passkeyTexts.refused)
  })

  test('does not sign in twice by one answer, also of 20 at once', async () => {
    const { member, device } = await addAdmin()
    const browser = await enterCode(member)
    const answer = device.give(await prepare(browser))
    const stepCookie = new Map(browser.cookies)
    const again = () => give(openBrowser(capline, `10.10.0.${++lastAddress}`, new Map(stepCookie)), answer)
    const answers = await Promise.allSettled(Array.from({ length: 20 }, again))
    expect(answers.map(statusOf).filter((status) => status === 200)).toHaveLength(1)
    expect((await refusalOf(again())).message).toBe(passkeyTexts.over)
  })

  test('goes on in the browser whose code was right only', async () => {
    const [{ member, device }, other] = [await addAdmin(), await addAdmin()]
    const [browser, elsewhere] = [await enterCode(member), await enterCode(other.member)]
    const challenge = await prepare(browser)
    await prepare(elsewhere)
    expect((await refusalOf(give(browse(), device.give(challenge)))).message).toBe(passkeyTexts.over)
    expect((await refusalOf(give(elsewhere, device.give(challenge)))).message).toBe(passkeyTexts.refused)
    await give(browser, device.give(challenge))
  })

  test.each<[string, (member: Member) => unknown]>([
    ['300 seconds have passed', () => clock.advance(5 * MINUTE)],
    ['they are locked out', ({ _id }) => change(_id, { loginEnabled: false })],
    ['they are signed out everywhere', ({ _id }) => boss.call(sessionCalls.endOfMember, { params: { id: _id } })],
    ['they are removed', ({ _id }) => boss.call(teamCalls.remove, { params: { id: _id } })],
  ])('does not come in once %s', async (_name, end) => {
    const { member, device } = await addAdmin()
    const browser = await enterCode(member)
    const challenge = await prepare(browser)
    await end(member)
    expect((await refusalOf(give(browser, device.give(challenge)))).message).toBe(passkeyTexts.over)
    expect((await refusalOf(prepare(browser))).message).toBe(passkeyTexts.over)
  })

  test('has ten tries', async () => {
    const browser = await enterCode((await addAdmin()).member)
    for (let turn = 0; turn < 10; turn++) await prepare(browser)
    expect(await refusalOf(prepare(browser))).toMatchObject({ status: 429, message: passkeyTexts.tooMany(5) })
  })

  test('adds no other one in place of giving it', async () => {
    const { member } = await addAdmin()
    const browser = await enterCode(member)
    const made = createAuthenticator(ORIGIN).make(await prepare(browser))
    const adding = browser.call(passkeyCalls.addFirst, { body: { name: 'Key', ...made } })
    expect(await refusalOf(adding)).toMatchObject({ status: 401, message: passkeyTexts.refused })
  })
})

const change = (id: string, body: { loginEnabled: boolean }) => boss.call(teamCalls.change, { params: { id }, body })

describe('an admin who has none', () => {
  test('adds one after the code and is signed in; from then on it is asked for', async () => {
    const member = await addReachable(capline, { role: 'admin' })
    const browser = await enterCode(member)
    const device = createAuthenticator(ORIGIN)
    const challenge = await prepare(browser)
    expect(challenge.credentials).toEqual([])
    const body = { name: 'Key', ...device.make(challenge, { rpId: 'evil.example' }) }
    expect((await refusalOf(browser.call(passkeyCalls.addFirst, { body }))).message).toBe(passkeyTexts.refused)
    const made = device.make(await prepare(browser))
    const { token } = await browser.call(passkeyCalls.addFirst, { body: { name: 'Key', ...made } })
    expect(await meOf(token)).toBe(200)
    const changes = await boss.call(teamCalls.listHistory, { query: { id: member._id } })
    expect(changes).toMatchObject([{ action: 'passkey.added', actor: `@${member.handle}` }])
    clock.advance(2 * HOUR)
    const next = await enterCode(member)
    await give(next, device.give(await prepare(next)))
  })
})

test('others sign in with the code alone, also a program without cookies; an admin’s program is told what is missing', async () => {
  const [editor, admin] = [await addReachable(capline), await addAdmin()]
  const program = () => openBrowser(capline, '10.11.0.1', noCookies())
  const code = await receiveCode(capline, editor, () => program().request(editor.telegramId))
  expect(await program().verify(editor.telegramId, code)).toMatchObject({ member: editor })
  await enterCode(admin.member, program())
})

/** A program keeps none. */
function noCookies(): Map<string, string> {
  const cookies = new Map<string, string>()
  cookies.set = () => cookies
  return cookies
}

test('a wrong code tells nothing about passkeys, whoever is meant', async () => {
  const bare = await insertMember(capline.db, { role: 'admin' })
  const editor = await insertMember(capline.db, { role: 'editor' })
  const { member } = await addAdmin()
  const refusals = []
  for (const name of [member.telegramId, bare.telegramId, editor.telegramId, '987654321']) {
    const browser = browse()
    const { status, message } = await refusalOf(browser.verify(name, 'WRONG2'))
    refusals.push([status, message, [...browser.cookies]])
  }
  expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
    new Set([JSON.stringify([401, authTexts.verificationFailed, []])]),
  )
})

test('where it is off again, a code alone signs in', async () => {
  const { member } = await addAdmin()
  await boss.call(settingCalls.save, { params: { key: 'admin_passkeys' }, body: { value: 'false' } })
  const browser = browse()
  const code = await receiveCode(capline, member, () => browser.request(member.telegramId))
  expect(await browser.verify(member.telegramId, code)).toMatchObject({ member })
})
