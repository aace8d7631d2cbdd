import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseDay } from '#domain/kernel/day.ts'
import { newId } from '#platform/db/ids.ts'
import { enqueue } from '#server/features/outbox/service.ts'
import { ANNA, BORIS, GROUP } from '#testing/bot.ts'
import { PATIENCE } from '#testing/patience.ts'
import { startTalk, type Talk } from '#testing/talk.ts'
import { scheduleBot } from './bot.ts'

let talk: Talk
const sent: object[] = []
const jobs = { send: async (_queue: object, job: object) => String(sent.push(job)) }

beforeEach(async () => {
  talk = await startTalk((bot) => [scheduleBot({ clock: bot.clock, jobs })])
  talk.bot.summaryGroupIds = [String(GROUP.id)]
  await talk.addMember(ANNA, 'editor')
  await talk.addPartner('advertiser', '101', 'Alpha')
  await addCap({ date: '2026-11-21', source_number: '44' })
  await addCap({ date: '2026-11-21', source_number: '51' })
  await addCap({ date: '2026-11-22', source_number: '51' })
  await addCap({ date: '2026-11-21', source_number: '60', kind: 'affiliate', advertiser_id: null })
  await addCap({ date: '2026-11-21', source_number: '70', always_on: false })
  await remind()
})

afterEach(() => talk.bot.close())

const db = () => talk.bot.database.db

async function addCap(cap: {
  date: string
  source_number: string
  kind?: 'affiliate'
  advertiser_id?: string | null
  always_on?: false
}): Promise<void> {
  const date = parseDay(cap.date)
  if (!date) throw new Error(cap.date)
  const usual = { kind: 'broker', geo: 'DE', geo_key: 'DE', cap: 20, advertiser_id: '101', always_on: true }
  await db()
    .insertInto('caps')
    .values({ id: newId(), created_by: 'test', ...usual, ...cap, date })
    .execute()
}

/** The reminder stands in the summary group. */
async function remind(): Promise<void> {
  const replyMarkup = { inline_keyboard: [[{ text: 'Copy to tomorrow', callback_data: 'always-on:2026-11-21' }]] }
  const draft = { kind: 'always-on.reminder', chatId: String(GROUP.id), text: '24/7 caps', replyMarkup } as const
  await db()
    .transaction()
    .execute((tx) => enqueue(tx, talk.bot.clock, draft))
  await talk.bot.telegram.waitForMessage(GROUP.id, ({ text }) => text === '24/7 caps', PATIENCE)
}

const listTomorrow = () =>
  db()
    .selectFrom('caps')
    .select(['kind', 'source_number', 'created_by'])
    .where('date', '=', parseDay('2026-11-22'))
    .orderBy('source_number')
    .execute()

describe('the button under the always-on reminder', () => {
  test('copies what tomorrow lacks, of both kinds, once, in the name of who pressed', async () => {
    expect(await talk.press(GROUP, ANNA, 'Copy to tomorrow')).toBe('2 caps copied to Sun 22 Nov 2026.')
    expect(await listTomorrow()).toEqual([
      { kind: 'broker', source_number: '44', created_by: `m${ANNA.id}` },
      { kind: 'broker', source_number: '51', created_by: 'test' },
      { kind: 'affiliate', source_number: '60', created_by: `m${ANNA.id}` },
    ])
    await expect.poll(() => talk.lastOf(GROUP)?.buttons).toEqual([])
    const actions = await db().selectFrom('changes').select('action').execute()
    expect(actions).toEqual([{ action: 'cap.created by copy' }, { action: 'cap.created by copy' }])
  })

  test('a cap whose advertiser was deleted is left out and named, and keeps none of the others', async () => {
    await addCap({ date: '2026-11-21', source_number: '80', advertiser_id: 'deleted' })
    expect(await talk.press(GROUP, ANNA, 'Copy to tomorrow')).toBe(
      '2 caps copied to Sun 22 Nov 2026. DE / source 80 was left out: its advertiser is deleted.',
    )
    expect((await listTomorrow()).map((cap) => cap.source_number)).toEqual(['44', '51', '60'])
    await expect.poll(() => talk.lastOf(GROUP)?.buttons).toEqual([])
  })

  test('where nothing can be copied it says so, and the button stays', async () => {
    await db().deleteFrom('advertisers').execute()
    await db().deleteFrom('caps').where('kind', '=', 'affiliate').execute()
    expect(await talk.press(GROUP, ANNA, 'Copy to tomorrow')).toBe(
      'These caps cannot be copied here. Please copy them on the board.',
    )
    expect(await listTomorrow()).toHaveLength(1)
    expect(talk.lastOf(GROUP)?.buttons).toEqual(['Copy to tomorrow'])
  })

  test('copies nothing to a day that is over', async () => {
    talk.bot.clock.set('2026-11-22T23:00:00Z')
    expect(await talk.press(GROUP, ANNA, 'Copy to tomorrow')).toBe('The day to copy to is over.')
    expect(await listTomorrow()).toHaveLength(1)
  })

  test('pressed twice at once it copies once', async () => {
    const answers = await Promise.all([1, 2].map(() => talk.press(GROUP, ANNA, 'Copy to tomorrow')))
    expect(answers.toSorted()).toEqual([
      '2 caps copied to Sun 22 Nov 2026.',
      'Nothing is missing on Sun 22 Nov 2026 any more.',
    ])
    expect(await listTomorrow()).toHaveLength(3)
  })

  test('does nothing for strangers, nor in a group that is none of ours any more', async () => {
    expect(await talk.press(GROUP, BORIS, 'Copy to tomorrow')).toBe('')
    talk.bot.summaryGroupIds = []
    expect(await talk.press(GROUP, ANNA, 'Copy to tomorrow')).toBe('')
    expect(await listTomorrow()).toHaveLength(1)
  })

  test('tells a viewer who may only look that they may not', async () => {
    await talk.addMember(BORIS, 'viewer')
    const setting = { key: 'viewer_read_only', value: 'true', updated_at: '2026-11-21T10:00:00Z', updated_by: 'test' }
    await db().insertInto('settings').values(setting).execute()
    expect(await talk.press(GROUP, BORIS, 'Copy to tomorrow')).toBe('You may view caps but not change them.')
    expect(await listTomorrow()).toHaveLength(1)
  })
})

test('/brief is answered by a job; in a group of a partner, who may not see all of it, it is refused', async () => {
  await talk.ask(ANNA, ANNA, '/brief')
  expect(sent).toMatchObject([{ chatId: String(ANNA.id), replyTo: expect.any(Number), lateSince: null }])
  talk.bot.allowedGroupIds = [String(GROUP.id)]
  await talk.addPartner('publisher', '44', 'North', GROUP.id)
  expect((await talk.ask(GROUP, ANNA, '/brief'))?.text).toBe(
    'The brief covers all partners. Ask for it in your private chat.',
  )
  expect(sent).toHaveLength(1)
})
