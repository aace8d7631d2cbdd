import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingCalls } from '#contract/settings.ts'
import { authTexts } from '#contract/texts/auth.ts'
import { HOUR, MINUTE, SECOND } from '#domain/kernel/instant.ts'
import type { Member } from '#domain/team/member.ts'
import { notify } from '#platform/db/notify.ts'
import { startTestCapline, type TestCapline } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { PATIENCE } from '#testing/patience.ts'
import { refusalOf, statusOf } from '#testing/refusal.ts'
import { addReachable, openBrowser, receiveCode, sayLogin } from '#testing/sign-in.ts'

// What strangers can do to the sign-in of a member: neither stop nor slow it, nor learn who is one.

const clock = createTestClock('2026-11-21T10:00:00Z')
let capline: TestCapline

beforeAll(async () => {
  capline = await startTestCapline({ clock, environment: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => capline.close())

let lastNetwork = 0
let lastName = 0

const nextNetwork = () => `10.7.${++lastNetwork >> 8}.${lastNetwork & 255}`
const browse = (address = nextNetwork()) => openBrowser(capline, address)
const addMember = () => addReachable(capline)
const codesOf = ({ telegramId }: Member) =>
  capline.telegram.messages(Number(telegramId)).filter(({ text }) => text.includes('sign-in code'))

const receive = (member: Member, ask: () => unknown, words?: string) =>
  whileTimeRuns(() => receiveCode(capline, member, ask, words))

/** A chat is written to once a second, and each second the sender looks again. */
async function whileTimeRuns<T>(work: () => Promise<T>): Promise<T> {
  const tick = () => {
    clock.advance(SECOND)
    void notify(capline.db, 'outbox', '')
  }
  const ticking = setInterval(tick, 100)
  try {
    return await work()
  } finally {
    clearInterval(ticking)
  }
}

/** From 40 networks, each asking five codes and trying five wrong ones. */
async function attack(member: Member): Promise<number[]> {
  const stranger = async () => {
    const browser = browse()
    const names = [member.handle ?? '', member.telegramId]
    const of = (index: number) => names[index % 2] ?? ''
    const asked = []
    for (let turn = 0; turn < 5; turn++) asked.push(await settle(browser.request(of(turn))))
    for (let turn = 0; turn < 5; turn++) asked.push(await settle(browser.verify(of(turn), 'WRONG2')))
    return asked.map(statusOf)
  }
  return (await Promise.all(Array.from({ length: 40 }, stranger))).flat()
}

async function settle(call: Promise<unknown>): Promise<PromiseSettledResult<unknown>> {
  const [settled] = await Promise.allSettled([call])
  return settled
}

describe('40 networks that ask five codes each and try five wrong ones', () => {
  test('stop no member: with a code asked for before they came, in a known browser, and in a fresh one', async () => {
    const member = await addMember()
    const [known, early, fresh] = [browse(), browse(), browse()]
    await known.verify(member.telegramId, await receive(member, () => known.request(member.telegramId)))
    clock.advance(2 * HOUR)
    const before = codesOf(member).length
    const first = await receive(member, () => early.request(member.telegramId))
    const unbound = await receive(member, () => sayLogin(capline, member), 'You asked')

    const statuses = await attack(member)
    expect(statuses.filter((status) => status === 200)).toHaveLength(2)
    expect(new Set(statuses)).toEqual(new Set([200, 401, 429]))

    expect(await early.verify(member.telegramId, first)).toMatchObject({ member })
    expect(await browse().verify(member.telegramId, unbound)).toMatchObject({ member })

    const code = await receive(member, () => known.request(member.handle ?? ''), 'have signed in before')
    expect(await known.verify(member.handle ?? '', code)).toMatchObject({ member })

    const refusal = await refusalOf(fresh.request(member.handle ?? ''))
    expect([refusal.status, refusal.message]).toEqual([429, authTexts.tooManyCodes('name', 60)])
    const asked = await receive(member, () => sayLogin(capline, member), 'You asked')
    expect(await fresh.verify(member.handle ?? '', asked)).toMatchObject({ member })
    // Three from browsers that are not known, and three that could be the member's only.
    expect(codesOf(member).length - before).toBe(6)
  })
})

describe('a code', () => {
  test('is tried by the browser that asked for it only, and five times', async () => {
    const member = await addMember()
    const [own, other] = [browse(), browse()]
    await other.request('somebody')
    const code = await receive(member, () => own.request(member.telegramId))
    expect((await refusalOf(other.verify(member.telegramId, code))).status).toBe(401)
    for (let turn = 0; turn < 4; turn++) await refusalOf(own.verify(member.telegramId, 'WRONG2'))
    expect(await own.verify(member.telegramId, code)).toMatchObject({ member })

    const next = browse()
    const guessed = await receive(member, () => next.request(member.handle ?? ''))
    for (let turn = 0; turn < 5; turn++) await refusalOf(next.verify(member.handle ?? '', 'WRONG2'))
    const tryAgain = () => refusalOf(next.verify(member.handle ?? '', guessed))
    expect((await tryAgain()).message).toBe(authTexts.tooManyTries('browser', 5))
    await next.request('somebody_else')
    expect((await tryAgain()).status).toBe(429)
    expect((await refusalOf(next.verify(member.telegramId, guessed))).status).toBe(401)
  })

  test('stays good when the browser asks for another', async () => {
    const [member, browser] = [await addMember(), browse()]
    const first = await receive(member, () => browser.request(member.handle ?? ''))
    await receive(member, () => browser.request(member.handle ?? ''))
    expect(await browser.verify(member.handle ?? '', first)).toMatchObject({ member })
  })

  test('serves a program without cookies from the network that asked, whose failures burn no browser beside it', async () => {
    const [member, network] = [await addMember(), nextNetwork()]
    const browser = browse(network)
    const code = await receive(member, () => browser.request(member.handle ?? ''))
    const forgetful = () => browse(network)
    for (let turn = 0; turn < 20; turn++) await refusalOf(forgetful().verify(member.telegramId, 'WRONG2'))
    expect((await refusalOf(forgetful().verify(member.telegramId, code))).status).toBe(429)
    expect(await browser.verify(member.handle ?? '', code)).toMatchObject({ member })

    const program = nextNetwork()
    const another = await receive(member, () => browse(program).request(member.handle ?? ''))
    expect((await refusalOf(browse().verify(member.handle ?? '', another))).status).toBe(401)
    expect(await browse(program).verify(member.handle ?? '', another)).toMatchObject({ member })
  })

  test('that a member asks for in a group is not shown there', async () => {
    const member = await addMember()
    const group = -100_700
    capline.telegram.addGroup({ id: group, title: 'A group', members: [Number(member.telegramId)] })
    const { call } = await capline.signIn('admin')
    await call(settingCalls.save, { params: { key: 'allowed_group_ids' }, body: { value: String(group) } })
    capline.telegram.say(group, Number(member.telegramId), '/login')
    const said = await capline.telegram.waitForMessage(group, ({ text }) => text !== '/login', PATIENCE)
    expect(said.text).toBe(authTexts.loginPrivately)
  })
})

describe('who asks more often than the limits allow', () => {
  test('is told so, whoever is meant: what was answered as sent was sent, and the rest says what to do', async () => {
    for (const member of [await addMember(), null]) {
      const name = member?.handle ?? 'nobody_at_all'
      const browser = browse()
      const answers = []
      for (let turn = 0; turn < 6; turn++) answers.push(await settle(browser.request(name)))
      expect(answers.map(statusOf)).toEqual([200, 200, 429, 429, 429, 429])
      expect((await refusalOf(browser.request(name))).message).toBe(authTexts.tooManyCodes('name', 60))
      if (!member) continue
      await whileTimeRuns(async () => {
        await expect.poll(() => codesOf(member).length).toBe(2)
      })
    }
  })

  test('is let in again when the first of them is an hour old', async () => {
    const browser = browse()
    await browser.request('patient')
    clock.advance(30 * MINUTE)
    await browser.request('patient')
    clock.advance(20 * MINUTE)
    expect((await refusalOf(browser.request('patient'))).message).toBe(authTexts.tooManyCodes('name', 10))
    clock.advance(10 * MINUTE)
    await browser.request('patient')
    expect((await refusalOf(browser.request('patient'))).message).toBe(authTexts.tooManyCodes('name', 30))
  })

  test('has 60 requests an hour from one network, which is a /56 of IPv6, and 240 from a /48', async () => {
    // As many at a time as one network may have in line.
    const askAll = async (count: number, addressOf: (turn: number) => string) => {
      const statuses: number[] = []
      while (statuses.length < count) {
        const turns = Array.from({ length: 5 }, (_, index) => statuses.length + index)
        const asked = turns.map((turn) => browse(addressOf(turn)).request(`nobody${lastName++}`))
        statuses.push(...(await Promise.allSettled(asked)).map(statusOf))
      }
      return statuses.filter((status) => status === 200).length
    }
    expect(await askAll(65, (turn) => `2001:db8:7:${turn.toString(16)}::1`)).toBe(60)
    expect(await askAll(190, (turn) => `2001:db8:7:${(256 + turn * 256).toString(16)}::1`)).toBe(180)
    expect(await askAll(5, () => '2001:db8:8::1')).toBe(5)
  })

  test('has ten codes an hour in a browser that is known, and in the chat', async () => {
    const member = await addMember()
    const browser = browse()
    await browser.verify(member.telegramId, await receive(member, () => browser.request(member.telegramId)))
    for (let turn = 0; turn < 10; turn++) await browser.request(member.telegramId)
    expect((await refusalOf(browser.request(member.telegramId))).message).toBe(authTexts.tooManyCodes('browser', 60))
    const other = await addMember()
    for (let turn = 0; turn < 11; turn++) sayLogin(capline, other)
    const isTold = ({ text }: { text: string }) => text === authTexts.tooManyAsked(60)
    await whileTimeRuns(() => capline.telegram.waitForMessage(Number(other.telegramId), isTold, PATIENCE))
  })
})

test('a browser is known for the names of the member who signed in there, for 180 days', async () => {
  const [member, other] = [await addMember(), await addMember()]
  const browser = browse()
  await browser.verify(member.telegramId, await receive(member, () => browser.request(member.telegramId)))
  const isKnownFor = async (identifier: string, cookies = browser.cookies) => {
    const from = openBrowser(capline, nextNetwork(), new Map(cookies))
    for (let turn = 0; turn < 3; turn++) {
      if (
        !(await from.request(identifier).then(
          () => true,
          () => false,
        ))
      )
        return false
    }
    return true
  }
  expect(await isKnownFor(member.handle ?? '')).toBe(true)
  expect(await isKnownFor(other.handle ?? '')).toBe(false)
  const [name = '', value = ''] = [...browser.cookies].find(([key]) => key.endsWith('device')) ?? []
  const forged = value.replace(/^[^.]+/, 'x'.repeat(43))
  expect(await isKnownFor(member.telegramId, new Map([[name, forged]]))).toBe(false)
  clock.advance(181 * 24 * HOUR)
  expect(await isKnownFor(member.handle ?? '')).toBe(false)
})
