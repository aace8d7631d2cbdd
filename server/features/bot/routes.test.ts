import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { botCalls } from '#contract/bot.ts'
import { botTexts } from '#contract/texts/bot.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { PATIENCE } from '#testing/patience.ts'
import { refusalOf } from '#testing/refusal.ts'

const GROUP = { id: -1_000_800_001, title: 'Zeta solar' }
const ANNA = { id: 800_001, first_name: 'Anna', started: true }
const STRANGER = { id: 800_002, first_name: 'Stranger' }

const words = botTexts

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
  capline.telegram.plant({
    people: [ANNA, STRANGER],
    groups: [{ id: GROUP.id, title: GROUP.title, members: [ANNA.id] }],
  })
})
afterAll(() => capline.close())
afterEach(() => capline.telegram.clearFaults())

const sendTest = (chatId: number | string) => admin.call(botCalls.testMessage, { body: { chatId: String(chatId) } })
const tryToken = (token?: string) => admin.call(botCalls.testToken, { body: { ...(token !== undefined && { token }) } })

describe('the chats that the bot is in', () => {
  test('by title, groups first, as far as the bot has heard of them', async () => {
    capline.telegram.say(GROUP.id, ANNA.id, '/id@capline_sandbox_bot')
    await vi.waitFor(async () => {
      const chats = await admin.call(botCalls.listChats, {})
      expect(chats).toContainEqual({ chatId: String(GROUP.id), title: GROUP.title, type: 'supergroup' })
    }, PATIENCE)
  })
})

describe('a test message', () => {
  test('arrives, and it says so', async () => {
    expect(await sendTest(GROUP.id)).toEqual({ ok: true, message: words.testSent })
    expect(capline.telegram.messages(GROUP.id).at(-1)?.text).toBe(words.testMessage('Capline'))
  })

  test.each([
    ['a chat that is not there', -999, words.chatNotFound],
    ['somebody who has not pressed Start', STRANGER.id, words.notStarted],
  ])('%s: in words', async (_case, chatId, message) => {
    expect(await sendTest(chatId)).toEqual({ ok: false, message })
  })

  test('Telegram away: says so at once, and does not send it later', async () => {
    capline.telegram.addFault({ kind: 'error', status: 502, description: 'Bad Gateway' })
    expect(await sendTest(ANNA.id)).toEqual({ ok: false, message: words.telegramUnreachable('Bad Gateway') })
    const waiting = await capline.db.selectFrom('outbox').select('id').where('state', '=', 'queued').execute()
    expect(waiting).toEqual([])
  })

  test('what is no chat id is refused in words', async () => {
    for (const typed of ['@group', '-01005', `-${'1'.repeat(17)}`]) {
      expect(await refusalOf(sendTest(typed))).toMatchObject({ status: 400, message: words.chatId })
    }
  })
})

describe('a token', () => {
  test('the one in use is tried where none is given', async () => {
    const result = { ok: true, message: words.tokenWorks('capline_sandbox_bot'), username: 'capline_sandbox_bot' }
    expect(await tryToken()).toEqual(result)
    expect(await tryToken('')).toEqual(result)
  })

  test('one that Telegram does not know: in words, and it is repeated nowhere', async () => {
    const result = await tryToken('424242:canary-canary-canary-canary-canary')
    expect(result).toEqual({ ok: false, message: words.tokenWrong, username: null })
  })

  test('what is no token is refused in words', async () => {
    expect(await refusalOf(tryToken('canary'))).toMatchObject({ status: 400, message: words.token })
  })
})
