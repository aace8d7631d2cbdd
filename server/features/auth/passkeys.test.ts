import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passkeyCalls, type Challenge } from '#contract/passkeys.ts'
import { sessionCalls } from '#contract/sessions.ts'
import { settingCalls } from '#contract/settings.ts'
import { teamCalls } from '#contract/team.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { HOUR, MINUTE } from '#domain/kernel/instant.ts'
import { addPasskey, createAuthenticator, type Authenticator, type Faults } from '#testing/authenticator.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { refusalOf } from '#testing/refusal.ts'

const ORIGIN = 'https://capline.test'
const clock = createTestClock('2026-11-21T10:00:00Z')
let capline: TestCapline

beforeAll(async () => {
  capline = await startTestCapline({ clock, environment: { PUBLIC_URL: ORIGIN } })
})
afterAll(() => capline.close())
beforeEach(() => clock.advance(2 * HOUR))

const list = ({ call }: SignedIn) => call(passkeyCalls.listOwn, {})

async function statusOf({ token }: SignedIn): Promise<number> {
  const response = await fetch(`${capline.address}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  return response.status
}

const requirePasskeys = ({ call }: SignedIn, value: 'true' | 'false') =>
  call(settingCalls.save, { params: { key: 'admin_passkeys' }, body: { value } })

/** What the team's history says of a member, the oldest first. */
async function historyOf(of: SignedIn, by: SignedIn): Promise<string[]> {
  const changes = await by.call(teamCalls.listHistory, { query: { id: of.member._id } })
  return changes.map(({ action, actor }) => `${action} by ${actor}`).toReversed()
}

describe('a passkey', () => {
  test('is added and removed by the admin whose it is, and both stand in the history', async () => {
    const ada = await capline.signIn('admin')
    await addPasskey(ada.call, ORIGIN, ' Work laptop ')
    const [passkey] = await list(ada)
    expect(await list(ada)).toEqual([
      { id: expect.any(String), name: 'Work laptop', createdAt: clock.now(), lastUsedAt: null },
    ])
    const params = { id: passkey?.id ?? '' }
    const bob = await capline.signIn('admin')
    expect((await refusalOf(bob.call(passkeyCalls.remove, { params }))).status).toBe(404)
    await ada.call(passkeyCalls.remove, { params })
    expect(await list(ada)).toEqual([])
    expect((await refusalOf(ada.call(passkeyCalls.remove, { params }))).status).toBe(404)
    const name = `@${ada.member.handle}`
    expect(await historyOf(ada, bob)).toEqual([`passkey.added by ${name}`, `passkey.removed by ${name}`])
  })

  test.each<[string, Faults]>([
    ['made for another challenge', { challenge: 'AAAA' }],
    ['made on another page', { origin: 'https://capline.test.evil.example' }],
    ['made for another host', { rpId: 'evil.example' }],
    ['whose device did not ask for its owner', { isVerified: false }],
    ['which is given and not made', { type: 'webauthn.get' }],
  ])('is not added where it is one %s', async (_name, faults) => {
    const ada = await capline.signIn('admin')
    const device = createAuthenticator(ORIGIN)
    const challenge = await ada.call(passkeyCalls.prepare, {})
    const adding = ada.call(passkeyCalls.add, { body: { name: 'Key', ...device.make(challenge, faults) } })
    expect(await refusalOf(adding)).toMatchObject({ status: 400, message: passkeyTexts.refused })
    expect(await list(ada)).toEqual([])
  })

  test('is not added with a certificate of its device, whose issuer the server would have to call', async () => {
    const ada = await capline.signIn('admin')
    const challenge = await ada.call(passkeyCalls.prepare, {})
    const adding = ada.call(passkeyCalls.add, {
      body: { name: 'Key', ...createAuthenticator(ORIGIN).certify(challenge) },
    })
    expect(await refusalOf(adding)).toMatchObject({ status: 400, message: passkeyTexts.refused })
  })

  test('belongs to one member', async () => {
    const [ada, bob] = [await capline.signIn('admin'), await capline.signIn('admin')]
    const { credentialId } = await addPasskey(ada.call, ORIGIN)
    const challenge = await bob.call(passkeyCalls.prepare, {})
    const copy = createAuthenticator(ORIGIN).make(challenge, { credentialId })
    const adding = bob.call(passkeyCalls.add, { body: { name: 'Key', ...copy } })
    expect((await refusalOf(adding)).message).toBe(passkeyTexts.refused)
    expect([(await list(ada)).length, (await list(bob)).length]).toEqual([1, 0])
  })

  test('answers a challenge once, within 300 seconds, of the session that asked', async () => {
    const ada = await capline.signIn('admin')
    const add = (device: Authenticator, challenge: Challenge, by = ada) =>
      by.call(passkeyCalls.add, { body: { name: 'Key', ...device.make(challenge) } })
    const [device, other] = [createAuthenticator(ORIGIN), createAuthenticator(ORIGIN)]
    const first = await ada.call(passkeyCalls.prepare, {})
    await add(device, first)
    expect((await refusalOf(add(other, first))).message).toBe(passkeyTexts.challengeOver)
    const late = await ada.call(passkeyCalls.prepare, {})
    expect(late.credentials).toEqual([device.credentialId])
    clock.advance(5 * MINUTE)
    expect((await refusalOf(add(other, late))).message).toBe(passkeyTexts.challengeOver)
    const asked = await ada.call(passkeyCalls.prepare, {})
    const bob = await capline.signIn('admin')
    expect((await refusalOf(add(other, asked, bob))).message).toBe(passkeyTexts.challengeOver)
  })

  test('is asked for ten times in 300 seconds', async () => {
    const ada = await capline.signIn('admin')
    for (let turn = 0; turn < 10; turn++) await ada.call(passkeyCalls.prepare, {})
    expect(await refusalOf(ada.call(passkeyCalls.prepare, {}))).toMatchObject({
      status: 429,
      message: passkeyTexts.tooMany(5),
    })
  })

  test('wants a name, and what a browser would send', async () => {
    const ada = await capline.signIn('admin')
    const challenge = await ada.call(passkeyCalls.prepare, {})
    const made = createAuthenticator(ORIGIN).make(challenge)
    const refused = async (body: object) =>
      (await refusalOf(ada.call(passkeyCalls.add, { body: { name: 'Key', ...made, ...body } }))).message
    expect(await refused({ name: ' ' })).toBe(passkeyTexts.name)
    expect(await refused({ name: 'x'.repeat(61) })).toBe(passkeyTexts.name)
    expect(await refused({ attestationObject: 'not base64url!' })).toBe(passkeyTexts.response)
    expect(await refused({ attestationObject: 'AAAA' })).toBe(passkeyTexts.refused)
  })
})

describe('the setting that admins need a passkey', () => {
  test('is turned on by who has one: they stay, other sessions of admins end for good, also of who becomes one', async () => {
    const [boss, other, editor] = [
      await capline.signIn('admin'),
      await capline.signIn('admin'),
      await capline.signIn('editor'),
    ]
    expect(await refusalOf(requirePasskeys(boss, 'true'))).toMatchObject({
      status: 409,
      message: passkeyTexts.ownFirst,
    })
    await addPasskey(boss.call, ORIGIN)
    await requirePasskeys(boss, 'true')
    expect([await statusOf(boss), await statusOf(other), await statusOf(editor)]).toEqual([200, 401, 200])
    const params = { id: editor.member._id }
    expect(await boss.call(sessionCalls.listOfMember, { params })).toHaveLength(1)
    await boss.call(teamCalls.change, { params, body: { role: 'admin' } })
    expect(await statusOf(editor)).toBe(401)
    expect(await boss.call(sessionCalls.listOfMember, { params })).toEqual([])
    await boss.call(teamCalls.change, { params, body: { role: 'editor' } })
    expect(await statusOf(editor)).toBe(401)
    await requirePasskeys(boss, 'false')
    expect([await statusOf(boss), await statusOf(other), await statusOf(editor)]).toEqual([200, 401, 401])
  })

  test('keeps the last passkey of who is signed in, and lets another admin remove all of theirs', async () => {
    const [boss, other] = [await capline.signIn('admin'), await capline.signIn('admin')]
    await addPasskey(boss.call, ORIGIN, 'One')
    await addPasskey(boss.call, ORIGIN, 'Two')
    await addPasskey(other.call, ORIGIN)
    await requirePasskeys(boss, 'true')
    const [one, two] = await list(boss)
    await boss.call(passkeyCalls.remove, { params: { id: one?.id ?? '' } })
    const lastOne = { status: 409, message: passkeyTexts.lastOne }
    expect(await refusalOf(boss.call(passkeyCalls.remove, { params: { id: two?.id ?? '' } }))).toMatchObject(lastOne)
    const own = { params: { id: boss.member._id } }
    expect(await refusalOf(boss.call(passkeyCalls.removeOfMember, own))).toMatchObject(lastOne)
    expect(await list(boss)).toHaveLength(1)
    const theirs = { params: { id: other.member._id } }
    expect(await boss.call(passkeyCalls.listOfMember, theirs)).toMatchObject([{ name: 'Key' }])
    await boss.call(passkeyCalls.removeOfMember, theirs)
    expect(await boss.call(passkeyCalls.listOfMember, theirs)).toEqual([])
    expect((await historyOf(other, boss)).at(-1)).toBe(`passkeys.removed by @${boss.member.handle}`)
    const nobody = { params: { id: 'nobody' } }
    for (const call of [passkeyCalls.listOfMember, passkeyCalls.removeOfMember])
      expect((await refusalOf(boss.call(call, nobody))).status).toBe(404)
    await requirePasskeys(boss, 'false')
  })
})
