import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '#platform/db/ids.ts'
import type { BotPart, Command } from '#platform/telegram/commands.ts'
import type { Role } from '#domain/team/member.ts'
import { ANNA, BORIS, BOT_TOKEN, GROUP, startTestBot, type TestBot } from '#testing/bot.ts'
import { hearChanges } from '#testing/heard-changes.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { PATIENCE } from '#testing/patience.ts'

let bot: TestBot

beforeEach(async () => {
  bot = await startTestBot()
})

afterEach(() => bot.close())

async function addMember(person: { id: number }, role: Role, loginEnabled = true): Promise<void> {
  await bot.database.db
    .insertInto('members')
    .values({ id: newId(), telegram_id: String(person.id), role, login_enabled: loginEnabled })
    .execute()
}

/** Says something, and answers with what the bot did about it. */
async function say(chat: { id: number }, person: { id: number }, text: string): Promise<unknown> {
  bot.events.clear()
  bot.telegram.say(chat.id, person.id, text)
  const { handling } = await bot.events.waitFor({ event: 'bot.update', kind: 'message' })
  return handling
}

const polls = () => bot.telegram.calls({ method: 'getUpdates' })
const listReplies = () => bot.database.db.selectFrom('outbox').select(['chat_id', 'text']).orderBy('id').execute()
const findChat = (id: number) =>
  bot.database.db.selectFrom('bot_chats').selectAll().where('chat_id', '=', String(id)).executeTakeFirst()

describe('commands', () => {
  beforeEach(async () => {
    await addMember(ANNA, 'admin')
  })

  test('a member who presses Start is greeted, in the chat', async () => {
    bot.startPoller()
    bot.startSender()
    bot.telegram.pressStart(ANNA.id)
    const message = await bot.telegram.waitForMessage(ANNA.id, ({ text }) => text.includes('sign-in codes'), PATIENCE)
    expect(message.text).toContain('Capline')
  })

  test('/help lists the commands that the member may use, and Telegram offers all of them', async () => {
    await addMember(BORIS, 'viewer')
    const adminOnly: Command = {
      command: 'sync',
      description: 'Sync leads now',
      access: 'admin',
      run: async () => null,
    }
    bot.startPoller({ commands: [adminOnly] })
    expect(await say(ANNA, ANNA, '/help')).toBe('answered')
    expect(await say(BORIS, BORIS, '/help')).toBe('answered')
    const [forAdmin, forViewer] = await listReplies()
    expect(forAdmin?.text).toBe(
      '/start - About this bot\n/help - All commands\n/id - Show the ID of this chat\n/sync - Sync leads now',
    )
    expect(forViewer?.text).not.toContain('/sync')
    expect(await say(BORIS, BORIS, '/sync')).toBe('answered')
    expect((await listReplies()).at(-1)?.text).toContain('There is no command /sync')
    expect(bot.telegram.commands()).toContainEqual({ command: 'sync', description: 'Sync leads now' })
  })

  test('strangers, and members who may not sign in, get silence', async () => {
    await addMember(BORIS, 'admin', false)
    bot.telegram.plant({ people: [{ id: 700_009, first_name: 'Stranger', started: true }] })
    bot.startPoller()
    expect(await say(BORIS, BORIS, '/start')).toBe('silent')
    expect(await say({ id: 700_009 }, { id: 700_009 }, '/help')).toBe('silent')
    expect(await listReplies()).toEqual([])
    expect(await findChat(700_009)).toBeUndefined()
  })

  test('groups: silence, but /id for admins, until the group is allowed', async () => {
    await addMember(BORIS, 'editor')
    bot.startPoller()
    expect(await say(GROUP, ANNA, '/help')).toBe('silent')
    expect(await say(GROUP, BORIS, '/id')).toBe('silent')
    expect(await say(GROUP, ANNA, '/id')).toBe('answered')
    bot.allowedGroupIds = [String(GROUP.id)]
    expect(await say(GROUP, BORIS, '/id@capline_sandbox_bot')).toBe('answered')
    expect(await say(GROUP, BORIS, '/id@another_bot')).toBe('noted')
    expect(await say(GROUP, BORIS, '/weather')).toBe('silent')
    expect(await say(GROUP, BORIS, 'good morning')).toBe('noted')
    expect(await listReplies()).toEqual([
      { chat_id: String(GROUP.id), text: `The ID of this chat: <code>${GROUP.id}</code>` },
      { chat_id: String(GROUP.id), text: `The ID of this chat: <code>${GROUP.id}</code>` },
    ])
  })

  test('what is asked, or pressed, in a topic of a forum is answered there', async () => {
    bot.allowedGroupIds = [String(GROUP.id)]
    const replyMarkup = { inline_keyboard: [[{ text: 'More', callback_data: 'more:1' }]] }
    const talk: BotPart = {
      commands: [
        {
          command: 'ask',
          description: 'Ask',
          access: 'member',
          run: async () => ({ text: 'Asked', replyMarkup }),
        },
      ],
      listeners: [async ({ text }) => ({ text: `Heard ${text}` })],
      buttons: [{ prefix: 'more', press: async () => ({ reply: { text: 'Pressed' } }) }],
    }
    bot.letTimeFly()
    bot.startPoller({ features: [talk] })
    bot.startSender()
    const answered = (said: string) => bot.telegram.waitForMessage(GROUP.id, ({ text }) => text === said, PATIENCE)
    const inTopic = { message_thread_id: 8, is_topic_message: true }

    const asked = bot.telegram.say(GROUP.id, ANNA.id, '/ask', { topic: 8 })
    const answer = await answered('Asked')
    expect(answer).toMatchObject({ ...inTopic, reply_to_message: { message_id: asked.message_id } })
    bot.telegram.press(GROUP.id, ANNA.id, answer.message_id, 'More')
    expect(await answered('Pressed')).toMatchObject(inTopic)
    bot.telegram.say(GROUP.id, ANNA.id, 'there', { topic: 8 })
    expect(await answered('Heard there')).toMatchObject(inTopic)

    bot.telegram.say(GROUP.id, ANNA.id, 'elsewhere')
    const elsewhere = await answered('Heard elsewhere')
    expect(elsewhere).not.toHaveProperty('reply_to_message')
    expect(elsewhere).not.toHaveProperty('message_thread_id')
  })

  test('what is said is in no log', async () => {
    bot.startPoller()
    await say(ANNA, ANNA, '/help canary-words')
    expect(bot.events.text()).not.toContain('canary-words')
  })
})

describe('chats', () => {
  test('the groups that the bot is in are known, with their present titles', async () => {
    bot.startPoller()
    await bot.events.waitFor({ event: 'bot.update', kind: 'membership' })
    expect(await findChat(GROUP.id)).toMatchObject({ title: 'Solar group', type: 'supergroup', is_member: true })

    bot.telegram.addGroup({ id: GROUP.id, title: 'Solar and wind' })
    const heard = await hearChanges(bot.database, () => say(GROUP, BORIS, 'a new name'))
    expect(heard).toEqual([{ topic: 'settings', days: null }])
    expect(await findChat(GROUP.id)).toMatchObject({ title: 'Solar and wind', is_member: true })

    bot.events.clear()
    bot.telegram.setBotStatus(GROUP.id, 'kicked')
    await bot.events.waitFor({ event: 'bot.update', kind: 'membership' })
    expect(await findChat(GROUP.id)).toMatchObject({ title: 'Solar and wind', is_member: false })
  })

  test('a group that became a supergroup goes on under its new id, wherever it stands', async () => {
    bot.startPoller()
    await bot.events.waitFor({ event: 'bot.update', kind: 'membership' })
    const at = '2026-11-21T10:00:00Z'
    const setting = { key: 'allowed_group_ids', value: `-5\n${GROUP.id}`, updated_at: at, updated_by: 'test' }
    await bot.database.db.insertInto('settings').values(setting).execute()
    const failing = { connector: 'main', run_id: 'r', since: at, told_chat: String(GROUP.id) }
    await bot.database.db.insertInto('failing_connectors').values(failing).execute()
    const now = bot.telegram.migrateGroup(GROUP.id)
    await bot.events.waitFor({ event: 'bot.chat-moved', from: String(GROUP.id), to: String(now) })
    await bot.events.waitFor({ event: 'bot.update', kind: 'message', chatId: String(now) })
    const after = await bot.database.db.selectFrom('settings').select('value').executeTakeFirst()
    expect(after?.value).toBe(`-5\n${now}`)
    const told = await bot.database.db.selectFrom('failing_connectors').select('told_chat').executeTakeFirst()
    expect(told?.told_chat).toBe(String(now))
    expect(await findChat(GROUP.id)).toBeUndefined()
    expect(await findChat(now)).toMatchObject({ title: 'Solar group', type: 'supergroup', is_member: true })
  })
})

describe('each update once', () => {
  test('an update that Telegram delivers again, since it was never confirmed, is not handled again', async () => {
    await addMember(ANNA, 'viewer')
    const first = bot.startPoller()
    await bot.events.waitFor({ event: 'bot.update', kind: 'membership' })
    await expect.poll(() => polls().at(-1)?.status).toBe(null)
    bot.telegram.addFault({ method: 'getUpdates', kind: 'error', status: 502 })
    expect(await say(ANNA, ANNA, '/id')).toBe('answered')
    await bot.events.waitFor({ event: 'bot.polling', why: 'broken' })
    await first.stop()
    bot.telegram.clearFaults()

    bot.events.clear()
    bot.startPoller()
    await bot.events.waitFor({ event: 'bot.update', handling: 'repeated' })
    expect(await say(ANNA, ANNA, '/id')).toBe('answered')
    expect(await listReplies()).toHaveLength(2)
  })

  test('another bot counts its updates anew: none of them is taken for an old one', async () => {
    await addMember(ANNA, 'viewer')
    await bot.database.db
      .insertInto('bot_updates')
      .values(
        Array.from({ length: 5 }, (_, update_id) => ({ bot_id: '4', update_id, received_at: '2026-01-01T00:00:00Z' })),
      )
      .execute()
    bot.startPoller()
    expect(await say(ANNA, ANNA, '/id')).toBe('answered')
    const stored = await bot.database.db
      .selectFrom('bot_updates')
      .select('bot_id')
      .distinct()
      .orderBy('bot_id')
      .execute()
    expect(stored).toEqual([{ bot_id: '100000' }, { bot_id: '4' }])
  })

  test('an update that always fails is put aside, leaves nothing behind and does not stop those after it', async () => {
    await addMember(ANNA, 'viewer')
    const run = vi.fn(async ({ tx }: Parameters<Command['run']>[0]) => {
      await tx
        .insertInto('settings')
        .values({ key: 'half', value: 'done', updated_at: '2026-01-01T00:00:00Z', updated_by: 'x' })
        .execute()
      throw new Error('a bug')
    })
    bot.letTimeFly()
    bot.startPoller({ commands: [{ command: 'boom', description: 'fails', access: 'member', run }] })
    bot.telegram.say(ANNA.id, ANNA.id, '/boom')
    await bot.events.waitFor({ event: 'bot.update', handling: 'put aside' })
    expect(run).toHaveBeenCalledTimes(3)
    expect(await bot.database.db.selectFrom('settings').selectAll().execute()).toEqual([])
    expect(await say(ANNA, ANNA, '/id')).toBe('answered')
  })

  test('an update waits for a database that is away, however often it is tried', async () => {
    await addMember(ANNA, 'viewer')
    let tries = 0
    const run = async () => {
      tries += 1
      if (tries < 5) throw Object.assign(new Error('going down'), { code: '57P01' })
      return { text: 'at last' }
    }
    bot.letTimeFly()
    bot.startPoller({ commands: [{ command: 'wait', description: 'waits', access: 'member', run }] })
    bot.telegram.say(ANNA.id, ANNA.id, '/wait')
    await bot.events.waitFor({ event: 'bot.update', command: 'wait', handling: 'answered' })
    expect(tries).toBe(5)
  })

  test('an update that breaks its connection each time is put aside, and does not stop those after it', async () => {
    await addMember(ANNA, 'viewer')
    const run = vi.fn(async ({ tx }: Parameters<Command['run']>[0]) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      return null
    })
    bot.letTimeFly()
    bot.startPoller({ commands: [{ command: 'boom', description: 'breaks', access: 'member', run }] })
    bot.telegram.say(ANNA.id, ANNA.id, '/boom')
    await bot.events.waitFor({ event: 'bot.update', handling: 'put aside' })
    expect(run).toHaveBeenCalledTimes(5)
    expect(await say(ANNA, ANNA, '/id')).toBe('answered')
  })
})

describe('polling', () => {
  beforeEach(() => addMember(ANNA, 'viewer'))

  test('one of two polls, and the other takes over when it stops', async () => {
    const [one, other] = [createMemoryLog(), createMemoryLog()]
    const first = bot.startPoller({ events: one })
    await one.waitFor({ event: 'bot.update', kind: 'membership' })
    bot.startPoller({ events: other })
    bot.telegram.say(ANNA.id, ANNA.id, '/id')
    await one.waitFor({ command: 'id', handling: 'answered' })
    expect(other.entries).toEqual([])

    await first.stop()
    await other.waitFor({ event: 'bot.polling' })
    bot.telegram.say(ANNA.id, ANNA.id, '/help')
    await other.waitFor({ command: 'help', handling: 'answered' })
    expect(polls().filter((call) => call.status === 409)).toEqual([])
  })

  test('told to stop, it does not wait for its long poll to end', async () => {
    const poller = bot.startPoller()
    await expect.poll(() => polls().at(-1)?.status).toBe(null)
    const began = performance.now()
    await poller.stop()
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  test('409: it says why, removes a webhook that may be there, and goes on', async () => {
    const description = 'Conflict: two pollers'
    bot.telegram.addFault({ method: 'getUpdates', kind: 'error', status: 409, description, times: 1 })
    bot.letTimeFly()
    bot.startPoller()
    const said = await bot.events.waitFor({ event: 'bot.polling', why: 'conflict' })
    expect(said).toMatchObject({ error: description, forMs: 1_000 })
    expect(await say(ANNA, ANNA, '/id')).toBe('answered')
    expect(bot.telegram.calls({ method: 'deleteWebhook' })).toHaveLength(2)
  })

  test('401: it says why, and a new token goes on without a restart', async () => {
    bot.startPoller()
    await expect.poll(() => polls().at(-1)?.status).toBe(null)
    bot.telegram.setToken('100000:another')
    await bot.settingsChanged()
    await bot.events.waitFor({ event: 'bot.polling', why: 'unauthorized' })
    bot.token = '100000:another'
    await bot.settingsChanged()
    expect(await say(ANNA, ANNA, '/id')).toBe('answered')
    expect(bot.events.text()).not.toContain(BOT_TOKEN)
    expect(bot.events.text()).not.toContain('100000:another')
  })

  test('no token: it waits for one', async () => {
    bot.token = null
    bot.startPoller()
    await bot.events.waitFor({ event: 'bot.polling', msg: 'no bot token is set: the bot hears nothing' })
    bot.token = BOT_TOKEN
    await bot.settingsChanged()
    expect(await say(ANNA, ANNA, '/id')).toBe('answered')
  })

  test('Telegram out of reach: it says why with growing pauses, and goes on when it is back', async () => {
    bot.letTimeFly()
    bot.startPoller()
    await expect.poll(() => polls().at(-1)?.status).toBe(null)
    const bringBack = await bot.cutTelegram()
    await bot.events.waitFor({ event: 'bot.polling', why: 'unreachable', forMs: 2_000 })
    await bringBack()
    expect(await say(ANNA, ANNA, '/id')).toBe('answered')
  })
})
