import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ANNA, BORIS, GROUP } from '#testing/bot.ts'
import { startTalk, type Talk } from '#testing/talk.ts'
import { capPlans } from './plan-bot.ts'

const TOMORROW = '2026-11-22'

let talk: Talk

beforeEach(async () => {
  talk = await startTalk((bot) => [capPlans({ db: bot.database.db, clock: bot.clock })])
  await talk.addMember(ANNA, 'editor')
  await talk.addPartner('advertiser', 'B-017', 'Alster <b>Insurance')
})

afterEach(() => talk.bot.close())

const listCaps = () =>
  talk.bot.database.db
    .selectFrom('caps')
    .select([
      'kind',
      'date',
      'geo',
      'cap',
      'advertiser_id',
      'source_number',
      'working_hours',
      'cpa',
      'crg',
      'created_by',
    ])
    .orderBy('date')
    .orderBy('geo')
    .execute()
const listActions = async () =>
  (await talk.bot.database.db.selectFrom('changes').select(['action', 'actor']).orderBy('id').execute()).map(
    ({ action, actor }) => `${action} · ${actor}`,
  )
const setReadOnly = () =>
  talk.bot.database.db
    .insertInto('settings')
    .values({ key: 'viewer_read_only', value: 'true', updated_at: '2026-01-01T00:00:00Z', updated_by: 'x' })
    .execute()

/** Asked before midnight, and read by the bot after it. */
function askLate(text: string) {
  talk.bot.clock.set('2026-11-21T21:59:30Z')
  const asked = talk.ask(ANNA, ANNA, text)
  talk.bot.clock.set('2026-11-21T22:00:08Z')
  return asked
}

/** In the group, to be answered there; its id. */
async function sayBeforeMidnight(text: string): Promise<number> {
  talk.bot.allowedGroupIds = [String(GROUP.id)]
  talk.bot.clock.set('2026-11-21T21:46:00Z')
  const said = talk.bot.telegram.say(GROUP.id, BORIS.id, text)
  await talk.bot.events.waitFor({ event: 'bot.update', kind: 'message' })
  return said.message_id
}

describe('caps from a message', () => {
  test('are shown with the hours of another clock as they are here, or why not', async () => {
    const text = '/cap tomorrow\nDE 20 44 10:00-18:00 GMT+3\nFR 10 44 10:00-18:00 CET\nIT 5 44 10:00-18:00 (GMT+2)'
    const { text: shown = '' } = (await talk.ask(ANNA, ANNA, text)) ?? {}
    expect(shown).toContain('🇩🇪 DE · #44 · 20 · 09:00-17:00 · new')
    expect(shown).toContain('🇮🇹 IT · #44 · 5 · 10:00-18:00 · new')
    expect(shown).toContain('\n10:00-18:00 GMT+3 is 09:00-17:00 in GMT+2.')
    expect(shown).toContain('Hours are kept in GMT+2, and “CET” may be another clock. Write them as GMT+2 shows them.')
    expect(shown.match(/ is .* in GMT/g)).toHaveLength(1)
    await talk.press(ANNA, ANNA, 'Save 2 caps')
    expect((await listCaps()).map(({ working_hours }) => working_hours)).toEqual(['09:00-17:00', '10:00-18:00'])
  })

  test('are shown, and stored when Save is pressed: once, with their history', async () => {
    const text = '/cap tomorrow Alster <b>Insurance\nDE 20 44 10:00-18:00 1200+10%\nFR 10 44\nIT 5'
    const shown = await talk.ask(ANNA, ANNA, text)
    expect(shown?.text).toBe(
      [
        'To save: 2 caps (GMT+2)',
        '',
        'Broker caps · Tomorrow · Sun 22 Nov 2026',
        '🇩🇪 DE · #44 · Alster <b>Insurance · 20 · 10:00-18:00 · $1,200 + 10% · new',
        '🇫🇷 FR · #44 · Alster <b>Insurance · 10 · new',
        '',
        'Not read',
        '“IT 5”: The source is missing.',
      ].join('\n'),
    )
    expect(shown?.buttons).toEqual(['Save 2 caps', 'Cancel'])
    expect(await listCaps()).toEqual([])

    const two = [talk.press(ANNA, ANNA, 'Save 2 caps'), talk.press(ANNA, ANNA, 'Save 2 caps')]
    expect(await Promise.all(two)).toEqual(['2 caps saved.', 'This was saved or cancelled already.'])
    expect(await listCaps()).toMatchObject([
      {
        kind: 'broker',
        date: TOMORROW,
        geo: 'DE',
        cap: 20,
        advertiser_id: 'B-017',
        source_number: '44',
        working_hours: '10:00-18:00',
        cpa: '1200.00',
        crg: '10.00',
        created_by: `m${ANNA.id}`,
      },
      { geo: 'FR', cap: 10 },
    ])
    expect(await listActions()).toEqual(Array(2).fill(`cap.created by message · @m${ANNA.id}`))
    await vi.waitFor(() => expect(talk.lastOf(ANNA)?.text).toContain(`Saved by @m${ANNA.id}: 2 caps.`))
    expect(talk.lastOf(ANNA)?.buttons).toEqual([])
  })

  test('are left alone where Cancel is pressed', async () => {
    await talk.ask(ANNA, ANNA, '/cap tomorrow DE 20 44')
    expect(await talk.press(ANNA, ANNA, 'Cancel')).toBe('Cancelled. Nothing was saved.')
    expect(await listCaps()).toEqual([])
  })

  test('change what stands, and say so; what a message leaves out stays', async () => {
    await talk.ask(ANNA, ANNA, '/cap tomorrow DE 20 44 10:00-18:00 $900')
    await talk.press(ANNA, ANNA, 'Save 1 cap')
    const shown = await talk.ask(ANNA, ANNA, '/cap tomorrow DE 30 44')
    expect(shown?.text).toContain('🇩🇪 DE · #44 · 20 → 30 · 10:00-18:00 · $900 · changes')
    await talk.press(ANNA, ANNA, 'Save 1 cap')
    expect(await listCaps()).toMatchObject([
      { kind: 'affiliate', cap: 30, working_hours: '10:00-18:00', cpa: '900.00' },
    ])
    const again = await talk.ask(ANNA, ANNA, '/cap tomorrow DE 30 44')
    expect(again?.buttons).toEqual([])
  })

  test('that changed since they were shown are shown anew, and nothing is saved', async () => {
    await talk.ask(ANNA, ANNA, '/cap tomorrow DE 20 44')
    await talk.press(ANNA, ANNA, 'Save 1 cap')
    await talk.ask(ANNA, ANNA, '/cap tomorrow DE 30 44')
    await talk.bot.database.db.updateTable('caps').set({ cap: 25, version: 7 }).execute()
    expect(await talk.press(ANNA, ANNA, 'Save 1 cap')).toMatch(/^Nothing was saved/)
    expect(await listCaps()).toMatchObject([{ cap: 25 }])
    await vi.waitFor(() => expect(talk.lastOf(ANNA)?.text).toContain('25 → 30'))
    expect(await talk.press(ANNA, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
    expect(await listCaps()).toMatchObject([{ cap: 30 }])
  })

  test('are told as they are saved: what “tomorrow” meant stays, though midnight has passed since', async () => {
    talk.bot.clock.set('2026-11-21T21:55:00Z')
    await talk.ask(ANNA, ANNA, '/cap tomorrow DE 20 44')
    talk.bot.clock.set('2026-11-21T22:05:00Z')
    expect(await talk.press(ANNA, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
    expect(await listCaps()).toMatchObject([{ date: TOMORROW, cap: 20 }])
    await vi.waitFor(() => expect(talk.lastOf(ANNA)?.text).toContain('Saved by'))
    expect(talk.lastOf(ANNA)?.text).toContain('Today · Sun 22 Nov 2026')
  })

  test('of a message that the bot read only after midnight are for the days that its writer meant', async () => {
    const shown = await askLate('/cap tomorrow DE 20 44')
    expect(shown?.text).toContain('Today · Sun 22 Nov 2026')
    await talk.press(ANNA, ANNA, 'Save 1 cap')
    expect(await listCaps()).toMatchObject([{ date: TOMORROW, cap: 20 }])

    const many = await askLate('tomorrow\nFR 10 44\nIT 5 44')
    expect(many?.text).toContain('Today · Sun 22 Nov 2026')

    const undated = await askLate('/cap AT 7 44')
    expect(undated?.text).toContain('No day was named: Sat 21 Nov 2026 is meant.')
    await talk.press(ANNA, ANNA, 'For today instead')
    await vi.waitFor(() => expect(talk.lastOf(ANNA)?.text).toContain('Today · Sun 22 Nov 2026 is meant.'))
  })

  test('of a message that is answered after midnight are for the day that its writer meant', async () => {
    const said = await sayBeforeMidnight('tomorrow DE 21 44')
    talk.bot.clock.set('2026-11-23T22:30:00Z')
    await talk.ask(GROUP, ANNA, '/cap', said)
    // The buttons are as old as the answer, not as what it answers.
    expect(await talk.press(GROUP, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
    expect(await listCaps()).toMatchObject([{ date: TOMORROW, cap: 21 }])
  })

  test('of /cap with words of its own and a message that it answers are each for the days of their own', async () => {
    const said = await sayBeforeMidnight('FR 10 44\nDE 21 44 tomorrow')
    talk.bot.clock.set('2026-11-21T22:05:00Z')
    await talk.ask(GROUP, ANNA, '/cap tomorrow', said)
    talk.bot.clock.set('2026-11-22T22:05:00Z')
    expect(await talk.press(GROUP, ANNA, 'Save 2 caps')).toBe('2 caps saved.')
    expect(await listCaps()).toMatchObject([
      { date: TOMORROW, geo: 'DE' },
      { date: '2026-11-23', geo: 'FR' },
    ])
  })

  test('of an answered message without a day are for that of the answer', async () => {
    const said = await sayBeforeMidnight('DE 21 44')
    talk.bot.clock.set('2026-11-22T10:00:00Z')
    const shown = await talk.ask(GROUP, ANNA, '/cap', said)
    expect(shown?.text).toContain('No day was named: Today · Sun 22 Nov 2026 is meant.')
  })

  test('of a message from the future, as a clock that is wrong tells it, are counted from now', async () => {
    talk.bot.clock.set('2026-11-21T22:05:00Z')
    const asked = talk.ask(ANNA, ANNA, '/cap tomorrow DE 20 44')
    talk.bot.clock.set('2026-11-21T21:55:00Z')
    expect((await asked)?.text).toContain('Tomorrow · Sun 22 Nov 2026')
  })

  test('of a group that is another one’s by now are shown anew, and nothing is saved', async () => {
    talk.bot.allowedGroupIds = [String(GROUP.id)]
    await talk.ask(GROUP, ANNA, '/cap tomorrow DE 20 44')
    await talk.addPartner('advertiser', 'B-002', 'Nord', GROUP.id)
    expect(await talk.press(GROUP, ANNA, 'Save 1 cap')).toMatch(/^Nothing was saved/)
    expect(await listCaps()).toEqual([])
    await vi.waitFor(() => expect(talk.lastOf(GROUP)?.text).toContain('Nord · 20 · new'))
    await talk.press(GROUP, ANNA, 'Save 1 cap')
    expect(await listCaps()).toMatchObject([{ kind: 'broker', advertiser_id: 'B-002' }])
  })

  test('that do not fit into one message are not offered: its buttons would never work', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => `DE 20 ${at + 100} 10:00-18:00 $1200+10%`).join('\n')
    const answer = await talk.ask(ANNA, ANNA, `/cap tomorrow Alster <b>Insurance\n${lines(60)}`)
    expect(answer?.text).toContain('That is too long for one message of Telegram.')
    expect(answer?.buttons).toEqual([])
    expect((await talk.ask(ANNA, ANNA, `/cap tomorrow Alster <b>Insurance\n${lines(40)}`))?.buttons).toEqual([
      'Save 40 caps',
      'Cancel',
    ])
    expect(await talk.press(ANNA, ANNA, 'Save 40 caps')).toBe('40 caps saved.')
    await vi.waitFor(() => expect(talk.lastOf(ANNA)?.text).toContain(`Saved by @m${ANNA.id}: 40 caps.`))
  })

  test('without a day are for today, which is said, or for tomorrow where that is pressed', async () => {
    const shown = await talk.ask(ANNA, ANNA, '/cap DE 20 44')
    expect(shown?.text).toContain('No day was named: Today · Sat 21 Nov 2026 is meant.')
    expect(shown?.text).toContain('No advertiser is named: these are affiliate caps.')
    await talk.press(ANNA, ANNA, 'For tomorrow instead')
    await vi.waitFor(() => expect(talk.lastOf(ANNA)?.text).toContain('Tomorrow · Sun 22 Nov 2026 is meant.'))
    await talk.press(ANNA, ANNA, 'Save 1 cap')
    expect(await listCaps()).toMatchObject([{ date: TOMORROW, cap: 20 }])
  })

  test('are read of the message that /cap answers, and of many lines without any command', async () => {
    talk.bot.allowedGroupIds = [String(GROUP.id)]
    const said = talk.bot.telegram.say(GROUP.id, BORIS.id, 'tomorrow 🇩🇪 cap: 15 #44')
    await talk.bot.events.waitFor({ event: 'bot.update', kind: 'message' })
    expect((await talk.ask(GROUP, ANNA, '/cap', said.message_id))?.text).toContain('DE · #44 · 15')
    expect((await talk.ask(GROUP, ANNA, 'DE 20 44\nFR 10 44'))?.buttons).toContain('Save 2 caps')
    expect(await talk.ask(GROUP, ANNA, 'see you at 10\nin room 20')).toBeNull()
    expect(await talk.ask(GROUP, ANNA, 'DE 20 44')).toBeNull()
  })
})

describe('who may', () => {
  test('a viewer who may only look is told so, also when pressing', async () => {
    await talk.addMember(BORIS, 'viewer')
    await talk.ask(BORIS, BORIS, '/cap tomorrow DE 20 44')
    await setReadOnly()
    for (const button of ['Save 1 cap', 'Cancel']) {
      expect(await talk.press(BORIS, BORIS, button)).toBe('You may look at caps, not change them.')
    }
    expect((await talk.ask(BORIS, BORIS, '/cap DE 20 44'))?.text).toBe('You may look at caps, not change them.')
    expect(await listCaps()).toEqual([])
  })

  test('a stranger is neither heard nor served, and saves nothing', async () => {
    talk.bot.allowedGroupIds = [String(GROUP.id)]
    expect(await talk.ask(GROUP, BORIS, '/cap DE 20 44')).toBeNull()
    await talk.ask(GROUP, ANNA, '/cap DE 20 44')
    expect(await talk.press(GROUP, BORIS, 'Save 1 cap')).toBe('')
    expect(await listCaps()).toEqual([])
  })

  test('in a group that is not allowed nobody is heard', async () => {
    expect(await talk.ask(GROUP, ANNA, '/cap DE 20 44')).toBeNull()
  })
})

describe('a group that is somebody’s', () => {
  test('gives the advertiser, and takes no other', async () => {
    await talk.addPartner('advertiser', 'B-002', 'Nord', GROUP.id)
    talk.bot.allowedGroupIds = [String(GROUP.id)]
    const shown = await talk.ask(GROUP, ANNA, '/cap tomorrow\nDE 20 44 broker "b-002"\nFR 10 44 broker B-017')
    expect(shown?.text).toContain('🇩🇪 DE · #44 · Nord · 20 · new')
    expect(shown?.text).toContain('“FR 10 44 broker B-017”: This group is of another advertiser.')
    await talk.press(GROUP, ANNA, 'Save 1 cap')
    expect(await listCaps()).toMatchObject([{ kind: 'broker', advertiser_id: 'B-002' }])
  })

  test('gives the source, and takes neither another one nor an advertiser', async () => {
    await talk.addPartner('publisher', '44', 'North', GROUP.id)
    talk.bot.allowedGroupIds = [String(GROUP.id)]
    const shown = await talk.ask(GROUP, ANNA, '/cap tomorrow\nDE 20\nFR 10 45\nIT 5 broker B-017')
    expect(shown?.text).toContain('🇩🇪 DE · #44 · 20 · new')
    expect(shown?.text).toContain('“FR 10 45”: This group is of another source.')
    expect(shown?.text).toContain('In this group caps name no advertiser.')
    await talk.press(GROUP, ANNA, 'Save 1 cap')
    expect(await listCaps()).toMatchObject([{ kind: 'affiliate', source_number: '44', geo: 'DE' }])
  })
})
