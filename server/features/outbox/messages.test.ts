import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addMilliseconds, MINUTE, SECOND } from '#domain/kernel/instant.ts'
import { ANNA, BORIS, buildReply, GROUP, startTestBot, type TestBot } from '#testing/bot.ts'
import { PATIENCE } from '#testing/patience.ts'
import {
  countBatchStates,
  enqueueAll,
  enqueueButtonAnswer,
  enqueueEdit,
  enqueueKeyboard,
  readBatch,
  resend,
  type EditDraft,
} from './service.ts'

let bot: TestBot

beforeEach(async () => {
  bot = await startTestBot()
})

afterEach(() => bot.close())

const transact = <T>(work: (tx: Parameters<typeof resend>[0]) => Promise<T>): Promise<T> =>
  bot.database.db.transaction().execute(work)

const keyboard = { inline_keyboard: [[{ text: 'Save', callback_data: 'plan:save' }]] }

const known = (id: string | null) => id ?? expect.unreachable('not written')
const changeTo = (draft: EditDraft) => transact((tx) => enqueueEdit(tx, bot.clock, draft)).then(known)
const takeButtonsOff = (place: Pick<EditDraft, 'chatId' | 'messageId'>) =>
  transact((tx) => enqueueKeyboard(tx, bot.clock, { ...place, replyMarkup: null })).then(known)

describe('what goes out', () => {
  test('a photo with its caption, silent, as an answer to a message', async () => {
    const asked = bot.telegram.say(ANNA.id, ANNA.id, 'show me')
    const id = await bot.enqueue({
      ...buildReply('<b>Here</b>'),
      parseMode: 'HTML',
      photoUrl: 'https://pictures.example/1.png',
      silent: true,
      replyTo: asked.message_id,
    })
    bot.startSender()
    await bot.settled(id, 'sent')
    expect(bot.telegram.messages(ANNA.id).at(-1)).toMatchObject({
      caption: 'Here',
      caption_entities: [{ type: 'bold' }],
      photo: [{ url: 'https://pictures.example/1.png' }],
      reply_to_message: { message_id: asked.message_id },
    })
    expect(bot.telegram.calls({ method: 'sendPhoto' })[0]?.body).toMatchObject({ disable_notification: true })
  })

  test('a caption that is too long goes on in messages of its own', async () => {
    const words = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ')
    const id = await bot.enqueue({ ...buildReply(words), photoUrl: 'https://pictures.example/1.png' })
    bot.letTimeFly()
    bot.startSender()
    await bot.settled(id, 'sent')
    const [photo, ...rest] = bot.telegram.messages(ANNA.id)
    expect(photo?.caption?.length).toBeLessThanOrEqual(1_024)
    expect(rest.every((message) => message.photo === undefined)).toBe(true)
    expect([photo?.caption, ...rest.map(({ text }) => text)].join(' ')).toBe(words)
  })

  test('an answer that is too long stays in the topic of what it answers', async () => {
    const asked = bot.telegram.say(GROUP.id, ANNA.id, '/today', { topic: 8 })
    const [chatId, replyTo] = [String(GROUP.id), asked.message_id]
    const id = await bot.enqueue({ ...buildReply('word '.repeat(2_000)), chatId, replyTo })
    bot.letTimeFly()
    bot.startSender()
    await bot.settled(id, 'sent')
    const topics = bot.telegram.messages(GROUP.id).map(({ message_thread_id }) => message_thread_id)
    expect(topics).toEqual([8, 8, 8, 8])
  })

  test('entities that were read go without a parse mode', async () => {
    const id = await bot.enqueue({
      ...buildReply('a <b> stays as it is'),
      entities: [{ type: 'bold', offset: 2, length: 3 }],
      linkPreview: false,
    })
    bot.startSender()
    await bot.settled(id, 'sent')
    expect(bot.telegram.messages(ANNA.id).at(-1)).toMatchObject({
      text: 'a <b> stays as it is',
      entities: [{ type: 'bold', offset: 2, length: 3 }],
      link_preview_options: { is_disabled: true },
    })
  })

  test('an edit that failed is not tried over a later one', async () => {
    const id = await bot.enqueue(buildReply('first'))
    bot.startSender()
    await bot.settled(id, 'sent')
    const [message] = bot.telegram.messages(ANNA.id)
    const place = { chatId: String(ANNA.id), messageId: message?.message_id ?? 0 }
    const edit = { ...place, replyMarkup: keyboard }
    bot.telegram.addFault({ kind: 'error', status: 500, method: 'editMessageText', times: 1 })
    const older = await changeTo({ ...edit, text: 'second' })
    await bot.settled(older, 'queued')
    const newer = await changeTo({ ...edit, text: 'third' })
    await bot.settled(newer, 'sent')
    await bot.pass(5 * SECOND)
    await bot.settled(older, 'failed')
    expect(await bot.readMessage(older)).toMatchObject({ error: 'a later edit took its place' })
    expect(bot.telegram.messages(ANNA.id).at(-1)).toMatchObject({ text: 'third' })
    expect(bot.telegram.calls({ method: 'editMessageText' })).toHaveLength(2)

    // Buttons that were taken off meanwhile do not come back with its text.
    bot.telegram.addFault({ kind: 'error', status: 500, method: 'editMessageText', times: 1 })
    const again = await changeTo({ ...edit, text: 'fourth' })
    await bot.settled(again, 'queued')
    await bot.settled(await takeButtonsOff(place), 'sent')
    await bot.pass(5 * SECOND)
    await bot.settled(again, 'sent')
    const left = bot.telegram.messages(ANNA.id).at(-1)
    expect([left?.text, left?.reply_markup]).toEqual(['fourth', undefined])
  })

  test('an edit, other buttons, and none, of a message of ours', async () => {
    const id = await bot.enqueue({ ...buildReply('first'), replyMarkup: keyboard })
    bot.startSender()
    await bot.settled(id, 'sent')
    const [message] = bot.telegram.messages(ANNA.id)
    const place = { chatId: String(ANNA.id), messageId: message?.message_id ?? 0 }
    const edit = { ...place, text: '<i>second</i>', parseMode: 'HTML' as const, replyMarkup: keyboard }
    for (const again of [1, 2]) {
      await bot.settled(await changeTo(edit), 'sent')
      expect([again, bot.telegram.messages(ANNA.id)[0]]).toMatchObject([
        again,
        { text: 'second', reply_markup: keyboard },
      ])
    }
    await bot.settled(await takeButtonsOff(place), 'sent')
    expect(bot.telegram.messages(ANNA.id)[0]).not.toHaveProperty('reply_markup')
  })

  test('the answer to a press', async () => {
    const id = await bot.enqueue({ ...buildReply('Shall I?'), replyMarkup: keyboard })
    bot.startSender()
    await bot.settled(id, 'sent')
    const query = bot.telegram.press(ANNA.id, ANNA.id, bot.telegram.messages(ANNA.id)[0]?.message_id ?? 0, 'Save')
    const told = bot.telegram.waitForAnswer(query.id, PATIENCE)
    await transact((tx) =>
      enqueueButtonAnswer(tx, bot.clock, {
        callbackId: query.id,
        chatId: String(ANNA.id),
        text: 'Saved',
        expiresAt: addMilliseconds(bot.clock.now(), MINUTE),
      }),
    )
    expect(await told).toMatchObject({ text: 'Saved' })
  })

  test('a text that is too long goes out in parts, in their order, with the buttons under the last', async () => {
    const lines = Array.from({ length: 400 }, (_, index) => `<b>line ${index}</b> &amp; more of it`)
    const id = await bot.enqueue({ ...buildReply(lines.join('\n')), parseMode: 'HTML', replyMarkup: keyboard })
    bot.letTimeFly()
    bot.startSender()
    await bot.settled(id, 'sent')
    const parts = bot.telegram.messages(ANNA.id)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.map(({ text }) => text).join('\n')).toBe(
      lines.map((line) => line.replace(/<\/?b>/g, '').replace('&amp;', '&')).join('\n'),
    )
    expect(parts.every(({ text, entities = [] }) => text.length <= 4_096 && entities.length <= 100)).toBe(true)
    expect(parts.map(({ reply_markup: buttons }) => buttons !== undefined)).toEqual([
      ...parts.slice(1).map(() => false),
      true,
    ])
    expect(await bot.readMessage(id)).toMatchObject({ parts_sent: parts.length - 1, state: 'sent' })
  })
})

describe("Telegram's limits", () => {
  test('one message a second to a chat, twenty a minute to a group, and nobody else waits for it', async () => {
    bot.telegram.setLimits(true)
    bot.letTimeFly()
    const began = bot.clock.now()
    const drafts = [
      ...Array.from({ length: 22 }, (_, index) => buildReply(`group ${index}`, GROUP.id)),
      ...Array.from({ length: 3 }, (_, index) => buildReply(`anna ${index}`)),
      buildReply('boris', BORIS.id),
    ]
    const ids = (await transact((tx) => enqueueAll(tx, bot.clock, drafts))).map(known)
    bot.startSender()
    for (const id of ids) await bot.settled(id, 'sent')
    const calls = bot.telegram.calls({ method: 'sendMessage' })
    expect(calls.filter(({ status }) => status !== 200)).toEqual([])
    const seconds = (text: string) => {
      const call = calls.find(({ body }) => body['text'] === text)
      return Math.floor(((call?.at ?? 0) - began) / SECOND)
    }
    expect(seconds('boris')).toBe(0)
    expect([0, 1, 2].map((index) => seconds(`anna ${index}`))).toEqual([0, 1, 2])
    const groupTimes = calls.filter(({ body }) => String(body['text']).startsWith('group')).map(({ at }) => at - began)
    expect(groupTimes.at(19)).toBeLessThan(25 * SECOND)
    expect(groupTimes.at(20)).toBeGreaterThanOrEqual(MINUTE)
  })

  test('thirty messages a second in all, and no more', async () => {
    bot.telegram.setLimits(true)
    bot.letTimeFly()
    const people = Array.from({ length: 120 }, (_, index) => ({ id: 800_000 + index, first_name: 'P', started: true }))
    bot.telegram.plant({ people })
    const ids = await transact((tx) =>
      enqueueAll(
        tx,
        bot.clock,
        people.map(({ id }) => buildReply('hello', id)),
      ),
    )
    bot.startSender()
    await bot.settled(known(ids.at(-1) ?? null), 'sent')
    const calls = bot.telegram.calls({ method: 'sendMessage' })
    expect(calls).toHaveLength(120)
    expect(calls.filter(({ status }) => status !== 200)).toEqual([])
    const took = (calls.at(-1)?.at ?? 0) - (calls[0]?.at ?? 0)
    expect(took).toBeGreaterThanOrEqual(3_000)
    expect(took).toBeLessThan(3_200)
  })

  test('a sender that takes over keeps to what the one before it used up', async () => {
    const id = await bot.enqueue(buildReply('one'))
    const first = bot.startSender()
    await bot.settled(id, 'sent')
    await first.stop()
    const next = await bot.enqueue(buildReply('two'))
    bot.startSender()
    await bot.settled(await bot.enqueue(buildReply('to another', BORIS.id)), 'sent')
    expect((await bot.readMessage(next)).state).toBe('queued')
    await bot.pass(SECOND)
    await bot.settled(next, 'sent')
  })
})

describe('a group that becomes a supergroup', () => {
  test('gets its message under the new id, which stands wherever the old one stood', async () => {
    const { db } = bot.database
    const old = String(GROUP.id)
    const setting = { sealed: null, updated_at: '2026-11-21T10:00:00Z', updated_by: 'test' }
    await db
      .insertInto('settings')
      .values([
        { key: 'summary_group_id', value: old, ...setting },
        { key: 'allowed_group_ids', value: `-5\n${old}\n-6`, ...setting },
      ])
      .execute()
    await db.insertInto('advertisers').values({ id: 'a', advertiser_id: '101', name: 'Alpha' }).execute()
    await db.insertInto('advertiser_groups').values({ advertiser: 'a', group_id: old }).execute()
    const now = String(bot.telegram.migrateGroup(GROUP.id))
    const id = await bot.enqueue(buildReply('hello', GROUP.id))
    const other = await bot.enqueue(buildReply('again', GROUP.id))
    bot.letTimeFly()
    bot.startSender()
    await bot.settled(id, 'sent')
    await bot.settled(other, 'sent')
    expect(bot.telegram.messages(Number(now)).map(({ text }) => text)).toEqual(['', 'hello', 'again'])
    expect(await bot.readMessage(other)).toMatchObject({ chat_id: now })
    const settings = await db.selectFrom('settings').select(['key', 'value']).orderBy('key').execute()
    expect(settings).toEqual([
      { key: 'allowed_group_ids', value: `-5\n${now}\n-6` },
      { key: 'summary_group_id', value: now },
    ])
    expect(await db.selectFrom('advertiser_groups').select('group_id').execute()).toEqual([{ group_id: now }])
    const history = await db.selectFrom('changes').select(['actor', 'subject_id']).orderBy('position').execute()
    expect(history).toEqual(
      ['summary_group_id', 'allowed_group_ids', 'a'].map((subject_id) => ({ actor: 'Telegram', subject_id })),
    )
  })
})

test('an edit does not follow a group that became a supergroup: its number is another message there', async () => {
  const id = await bot.enqueue(buildReply('first', GROUP.id))
  bot.startSender()
  await bot.settled(id, 'sent')
  const place = { chatId: String(GROUP.id), messageId: bot.telegram.messages(GROUP.id).at(-1)?.message_id ?? 0 }
  bot.telegram.migrateGroup(GROUP.id)
  const edit = await changeTo({ ...place, text: 'second' })
  await bot.settled(edit, 'failed')
  expect(await bot.readMessage(edit)).toMatchObject({ chat_id: place.chatId })
  expect(bot.telegram.calls({ method: 'editMessageText' })).toHaveLength(1)
})

describe('a batch', () => {
  test('is counted by state; what failed or is unknown is sent again once when somebody says so', async () => {
    bot.telegram.setBlocked(BORIS.id, true)
    bot.telegram.addFault({ kind: 'drop-after', chatId: ANNA.id, times: 1 })
    const drafts = [ANNA.id, BORIS.id, GROUP.id].map((chatId) => ({
      ...buildReply('news', chatId),
      kind: 'broadcast' as const,
      batchId: 'b1',
    }))
    const ids = (await transact((tx) => enqueueAll(tx, bot.clock, drafts))).map(known)
    bot.startSender()
    await bot.settled(ids[0] ?? '', 'unknown')
    await bot.settled(ids[1] ?? '', 'failed')
    await bot.settled(ids[2] ?? '', 'sent')
    expect((await countBatchStates(bot.database.db, ['b1'])).get('b1')).toEqual({
      queued: 0,
      sending: 0,
      sent: 1,
      failed: 1,
      unknown: 1,
    })
    expect((await readBatch(bot.database.db, 'b1')).map(({ state, error }) => [state, error])).toEqual([
      ['unknown', expect.any(String)],
      ['failed', 'Forbidden: bot was blocked by the user'],
      ['sent', null],
    ])
    bot.telegram.setBlocked(BORIS.id, false)
    bot.clock.advance(SECOND)
    bot.events.clear()
    const again = await Promise.all([1, 2, 3].map(() => transact((tx) => resend(tx, ids))))
    expect(again.flat().toSorted()).toEqual(ids.slice(0, 2).toSorted())
    await bot.settled(ids[0] ?? '', 'sent')
    await bot.settled(ids[1] ?? '', 'sent')
    expect(bot.telegram.messages(GROUP.id)).toHaveLength(1)
  })
})
