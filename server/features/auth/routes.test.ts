import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authTexts } from '#contract/texts/auth.ts'
import { DAY, HOUR, SECOND } from '#domain/kernel/instant.ts'
import type { Member } from '#domain/team/member.ts'
import { insertMember, startTestCapline, type TestCapline } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { behind } from '#testing/locked-table.ts'
import { PATIENCE } from '#testing/patience.ts'
import { refusalOf } from '#testing/refusal.ts'
import { addReachable, openBrowser, receiveCode, sayLogin, type Browser } from '#testing/sign-in.ts'

const clock = createTestClock('2026-11-21T10:00:00Z')
const lines: string[] = []
let capline: TestCapline

beforeAll(async () => {
  // Every test comes from addresses of its own, so that the limits of one do not reach the next.
  const environment = { TRUST_PROXY: '127.0.0.1' }
  capline = await startTestCapline({ clock, environment, onLog: (line) => void lines.push(line) })
})
afterAll(() => capline.close())
beforeEach(() => clock.advance(2 * HOUR))

let lastAddress = 0

function nextAddress(): string {
  lastAddress += 1
  return `10.1.${lastAddress >> 8}.${lastAddress & 255}`
}

const browse = (address = nextAddress()) => openBrowser(capline, address)

/** From a browser that nobody has seen. */
const request = (identifier: string, address?: string) => browse(address).request(identifier)
const verify = (identifier: string, code: string, address?: string) => browse(address).verify(identifier, code)

const addMember = (fields?: Parameters<typeof addReachable>[1]) => addReachable(capline, fields)

/** Asks for a code and reads it on the member's phone. */
async function askIn(browser: Browser, member: Member, identifier = member.telegramId): Promise<string> {
  return receiveCode(capline, member, () => browser.request(identifier))
}

describe('asking for a code', () => {
  test('answers the same for known, unknown, disabled and unreachable members, and sends to the known only', async () => {
    const known = await addMember()
    const disabled = await addMember({ role: 'editor', loginEnabled: false })
    const unreachable = await insertMember(capline.db, { role: 'editor' })
    for (const identifier of [known.telegramId, disabled.telegramId, unreachable.telegramId, '999999', '@nobody']) {
      expect(await request(identifier)).toEqual({ expiresInSeconds: 300 })
    }
    await capline.telegram.waitForMessage(Number(known.telegramId), () => true, PATIENCE)
    expect(capline.telegram.messages(Number(disabled.telegramId))).toEqual([])
  })

  test.each([
    ['the id', (member: Member) => member.telegramId],
    ['the handle', (member: Member) => member.handle ?? ''],
    ['the handle with an @ and in another case', (member: Member) => ` @${member.handle?.toUpperCase()} `],
  ])('knows a member by %s', async (_name, identifierOf) => {
    const member = await addMember()
    expect(await askIn(browse(), member, identifierOf(member))).toMatch(/^[A-HJ-NP-Z2-9]{6}$/)
  })

  test('wants an identifier', async () => {
    expect((await refusalOf(request('   '))).message).toBe(authTexts.identifierMissing)
  })
})

describe('entering a code', () => {
  test('gives a token that works, in any case of the letters', async () => {
    const [member, browser] = [await addMember(), browse()]
    const code = await askIn(browser, member)
    const answer = await browser.verify(member.telegramId, ` ${code.toLowerCase()} `)
    expect(answer.member).toEqual(member)
    const response = await fetch(`${capline.address}/api/auth/me`, {
      headers: { authorization: `Bearer ${answer.token}` },
    })
    expect(await response.json()).toEqual(member)
  })

  test('works once, also under 100 parallel tries', async () => {
    const member = await addMember()
    const code = await receiveCode(capline, member, () => sayLogin(capline, member))
    const tries = Array.from({ length: 100 }, () => verify(member.telegramId, code))
    const answers = await Promise.allSettled(tries)
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  })

  test('signs nobody in who is locked out at that moment', async () => {
    const [member, browser] = [await addMember(), browse()]
    const code = await askIn(browser, member)
    const lockedOut = await behind(
      capline.db,
      (tx) => tx.updateTable('members').set({ login_enabled: false }).where('id', '=', member._id).execute(),
      () => refusalOf(browser.verify(member.telegramId, code)),
    )
    expect(lockedOut.status).toBe(401)
  })

  test('is good for 300 seconds', async () => {
    const [early, late] = [await addMember(), await addMember()]
    const [browser, other] = [browse(), browse()]
    const [code, tooOld] = [await askIn(browser, early), await askIn(other, late)]
    clock.advance(299 * SECOND)
    expect((await browser.verify(early.telegramId, code)).member).toEqual(early)
    clock.advance(2 * SECOND)
    expect((await refusalOf(other.verify(late.telegramId, tooOld))).status).toBe(401)
  })

  test('is stored as an HMAC only', async () => {
    const member = await addMember()
    const code = await askIn(browse(), member)
    const stored = await dump('login_codes')
    expect(stored).toContain(member._id)
    for (const form of formsOf(code)) expect(stored).not.toContain(form)
  })

  test('is logged, whether it was right or not: who, and from where', async () => {
    const member = await addMember()
    const [stranger, own] = [nextAddress(), nextAddress()]
    const browser = browse(own)
    const code = await askIn(browser, member)
    await refusalOf(verify(member.telegramId, 'WRONG2', stranger))
    await browser.verify(member.telegramId, code)
    const told = (sentence: string) => lines.findLast((line) => line.includes(`"msg":"${sentence}"`)) ?? ''
    expect(JSON.parse(told('sign-in refused'))).toMatchObject({ area: 'auth', address: stranger })
    expect(told('sign-in refused')).toContain(member.telegramId)
    expect(JSON.parse(told('signed in'))).toMatchObject({ area: 'auth', address: own, memberId: member._id })
  })

  test('refusals of one address fill no log: one a minute, and one of each member', async () => {
    const member = await addMember()
    const stranger = nextAddress()
    for (const identifier of ['nobody', 'no-one', member.telegramId, 'nobody', member.telegramId])
      await refusalOf(verify(identifier, 'WRONG2', stranger))
    const told = lines.filter((line) => line.includes('"msg":"sign-in refused"') && line.includes(`"${stranger}"`))
    expect(told).toHaveLength(2)
    expect(told.at(-1)).toContain(member.telegramId)
  })

  test('wants a code', async () => {
    expect((await refusalOf(verify('anybody', ' '))).message).toBe(authTexts.codeMissing)
  })
})

describe('a session', () => {
  async function signIn(): Promise<{ member: Member; me(): Promise<number>; token: string; browser: Browser }> {
    const member = await addMember()
    const browser = browse()
    const { token } = await browser.verify(member.telegramId, await askIn(browser, member))
    const me = async () =>
      (await fetch(`${capline.address}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status
    return { member, me, token, browser }
  }

  test('ends on the server with the sign-out', async () => {
    const { me, token } = await signIn()
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${capline.address}/api/auth/logout`, { method: 'POST', headers })).status).toBe(204)
    expect(await me()).toBe(401)
  })

  test('ends after 7 days without use, and after 30 in any case', async () => {
    const idle = await signIn()
    clock.advance(7 * DAY)
    expect(await idle.me()).toBe(401)
    const busy = await signIn()
    for (let day = 0; day < 29; day += 5) {
      clock.advance(5 * DAY)
      if (day < 25) expect(await busy.me()).toBe(200)
    }
    expect(await busy.me()).toBe(401)
  })

  test('ends on the next request when the member is locked out or removed', async () => {
    const lockedOut = await signIn()
    const members = capline.db.updateTable('members').where('id', '=', lockedOut.member._id)
    await members.set({ login_enabled: false }).execute()
    expect(await lockedOut.me()).toBe(401)
    const removed = await signIn()
    await capline.db.deleteFrom('members').where('id', '=', removed.member._id).execute()
    expect(await removed.me()).toBe(401)
  })

  test('has a token of its own each time, of 256 random bits', async () => {
    const [one, other] = [await signIn(), await signIn()]
    expect(other.token).not.toBe(one.token)
    // A chat is written to once a second.
    clock.advance(SECOND)
    const again = await one.browser.verify(one.member.telegramId, await askIn(one.browser, one.member))
    expect(again.token).not.toBe(one.token)
    for (const token of [one.token, other.token, again.token]) {
      expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    }
  })

  test('keeps only a hash of its token', async () => {
    const { token } = await signIn()
    const stored = await dump('sessions')
    expect(stored).not.toBe('')
    for (const form of [...formsOf(token), ...formsOf(Buffer.from(token, 'base64url'))]) {
      expect(stored).not.toContain(form)
    }
  })
})

/** As `pg_dump` writes it: bytes in hex. */
async function dump(table: 'login_codes' | 'sessions'): Promise<string> {
  const { rows } = await capline.database.pool.query<{ row: string }>(`select t::text as row from ${table} t`)
  return rows.map(({ row }) => row).join('\n')
}

/** As somebody might find a secret: as it is, and as bytes are written. */
function formsOf(secret: string | Buffer): string[] {
  const bytes = Buffer.from(secret)
  return [bytes.toString('latin1'), bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
}
