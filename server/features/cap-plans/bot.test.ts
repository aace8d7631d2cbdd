import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ANNA, BORIS, GROUP } from '#testing/bot.ts'
import { behind } from '#testing/locked-table.ts'
import { startTalk, type Talk } from '#testing/talk.ts'
import { capPlans } from './bot.ts'

const TOMORROW = '2026-11-22'

let talk: Talk

beforeEach(async () => {
  talk = await startTalk((bot) => [capPlans({ db: bot.database.db, clock: bot.clock, propose: async () => {} })])
  await talk.addMember(ANNA, 'editor')
  await talk.addPartner('advertiser', 'B-017', 'Alster <b>Insurance')
  await talk.addPartner('publisher', '44', 'North')
})

afterEach(() => talk.bot.close())

const listCaps = () => talk.bot.database.db.selectFrom('caps').selectAll().orderBy('date').orderBy('geo').execute()
const listActions = async () =>
  (await talk.bot.database.db.selectFrom('changes').select(['action', 'actor']).orderBy('id').execute()).map(
    ({ action, actor }) => `${action} · ${actor}`,
  )
const readPauses = () => talk.bot.database.db.selectFrom('pauses').selectAll().orderBy('created_at').execute()
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
/** Says something that the bot may leave without an answer; the id of the message. */
async function hear(chat: { id: number }, person: { id: number }, text: string, options = {}): Promise<number> {
  talk.bot.events.clear()
  const { message_id: id } = talk.bot.telegram.say(chat.id, person.id, text, options)
  await talk.bot.events.waitFor({ event: 'bot.update', kind: 'message' })
  return id
}

async function sayBeforeMidnight(text: string): Promise<number> {
  talk.bot.allowedGroupIds = [String(GROUP.id)]
  talk.bot.clock.set('2026-11-21T21:46:00Z')
  return hear(GROUP, BORIS, text)
}

describe('caps from a message', () => {
  test('are shown, and stored when Save is pressed: once, with their history', async () => {
    const text = '/cap tomorrow B-017\nDE 20 44 11:00-19:00 GMT+3 1200+10%\nFR 10 44\nIT 5'
    const shown = await talk.ask(ANNA, ANNA, text)
    expect(shown?.text).toBe(
      [
        'To save: 2 caps (GMT+2)',
        '',
        'Broker caps · Tomorrow · Sun 22 Nov 2026',
        '🇩🇪 DE · #44 · Alster <b>Insurance · 20 · 10:00-18:00 · $1,200 + 10% · new',
        '🇫🇷 FR · #44 · Alster <b>Insurance · 10 · new',
        '',
        '11:00-19:00 GMT+3 is 10:00-18:00 here.',
        '',
        'One question',
        'Which source is Alster <b>Insurance IT for?',
        'Edit the message to answer what has no button.',
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
    await expect.poll(() => talk.lastOf(ANNA)?.text).toContain(`Saved by @m${ANNA.id}: 2 caps.`)
    expect(talk.lastOf(ANNA)?.buttons).toEqual(['Undo'])
  })

  test('are not stored where they are cancelled elsewhere at that moment', async () => {
    await talk.ask(ANNA, ANNA, '/cap tomorrow B-017\nDE 20 44')
    const pressed = await behind(
      talk.bot.database.db,
      (tx) => tx.updateTable('cap_plans').set({ state: 'cancelled' }).execute(),
      () => talk.press(ANNA, ANNA, 'Save 1 cap'),
    )
    expect(pressed).toBe('This was saved or cancelled already.')
    expect(await listCaps()).toEqual([])
  })

  test('are left alone where Cancel is pressed', async () => {
    await talk.ask(ANNA, ANNA, '/cap tomorrow B-017 DE 20 44')
    expect(await talk.press(ANNA, ANNA, 'Cancel')).toBe('Cancelled. Nothing was saved.')
    expect(await listCaps()).toEqual([])
  })

  test('change what stands, and say so; what a message leaves out stays, the source and the terms', async () => {
    await talk.ask(ANNA, ANNA, '/cap tomorrow B-017 DE 20 44 10:00-18:00 $900')
    await talk.press(ANNA, ANNA, 'Save 1 cap')
    const shown = await talk.ask(ANNA, ANNA, 'tomorrow B-017 DE 30')
    expect(shown?.text).toContain('🇩🇪 DE · #44 · Alster <b>Insurance · 20 → 30 · 10:00-18:00 · $900 · changes')
    expect(shown?.text).toContain('Where no source was named, the source of the existing cap is used.')
    await talk.bot.database.db.updateTable('caps').set({ cap: 25, version: 7 }).execute()
    expect(await talk.press(ANNA, ANNA, 'Save 1 cap')).toMatch(/^Nothing was saved/)
    await expect.poll(() => talk.lastOf(ANNA)?.text).toContain('25 → 30')
    expect(await talk.press(ANNA, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
    expect(await listCaps()).toMatchObject([{ cap: 30, working_hours: '10:00-18:00', cpa: '900.00' }])
    expect((await talk.ask(ANNA, ANNA, '/cap tomorrow B-017 DE 30 44'))?.buttons).toEqual([])
  })

  test('that leave something open ask, with the answers as buttons', async () => {
    talk.bot.clock.set('2026-11-21T17:00:00Z')
    const shown = await talk.ask(ANNA, ANNA, 'DE 20 44 fromage')
    expect(shown?.buttons).toEqual(['It means nothing', 'Leave this out', 'Affiliate cap, no advertiser', 'Cancel'])
    await talk.press(ANNA, ANNA, 'It means nothing')
    await expect.poll(() => talk.lastOf(ANNA)?.buttons).toEqual(['Affiliate cap, no advertiser', 'Cancel'])
    await talk.press(ANNA, ANNA, 'Affiliate cap, no advertiser')
    await expect.poll(() => talk.lastOf(ANNA)?.text).toContain('Which day is meant')
    await talk.press(ANNA, ANNA, 'Tomorrow · Sun 22 Nov 2026')
    await expect.poll(() => talk.lastOf(ANNA)?.text).toContain('Affiliate caps · Tomorrow · Sun 22 Nov 2026')
    expect(await talk.press(ANNA, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
    expect(await listCaps()).toMatchObject([{ kind: 'affiliate', date: TOMORROW, cap: 20, source_number: '44' }])
  })

  test('take no answer to a question that was settled in the meantime for one to another question', async () => {
    talk.bot.clock.set('2026-11-21T17:00:00Z')
    await talk.ask(ANNA, ANNA, 'DE 20 44 fromage')
    await talk.addPartner('advertiser', 'B-018', 'Fromage')
    expect(await talk.press(ANNA, ANNA, 'It means nothing')).toMatch(/^Nothing was saved/)
    await expect.poll(() => talk.lastOf(ANNA)?.text).toContain('Which day is meant')
  })

  test('of a message that the bot read only after midnight are for the days that its writer meant', async () => {
    const shown = await askLate('/cap tomorrow B-017 DE 20 44')
    expect(shown?.text).toContain('Today · Sun 22 Nov 2026')
    expect(await talk.press(ANNA, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
    expect(await listCaps()).toMatchObject([{ date: TOMORROW, cap: 20 }])
  })

  test('of a message that is answered after midnight are for the day that its writer meant', async () => {
    // Counted from the day of answering, which is a Tuesday too, it would be asked.
    const said = await sayBeforeMidnight('on Tuesday B-017 DE 21 44')
    talk.bot.clock.set('2026-11-23T22:30:00Z')
    expect((await talk.ask(GROUP, ANNA, '/cap tomorrow', said))?.text).toContain('from another day')
    await talk.ask(GROUP, ANNA, '/cap', said)
    // The buttons are as old as the answer, not as what it answers.
    expect(await talk.press(GROUP, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
    expect(await listCaps()).toMatchObject([{ date: '2026-11-24', cap: 21 }])
  })

  test('of a message that is forwarded on a later day are for the day that its writer meant, or that is asked', async () => {
    const writtenAt = Date.parse('2026-11-21T17:00:00Z') / 1_000
    const forward = (text: string) => hear(ANNA, ANNA, text, { writtenAt })
    talk.bot.clock.set('2026-11-22T07:00:00Z')
    await forward('tomorrow B-017 DE 20 44')
    await expect.poll(() => talk.lastOf(ANNA)?.text).toContain('Today · Sun 22 Nov 2026')
    expect(await talk.press(ANNA, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
    expect(await listCaps()).toMatchObject([{ date: TOMORROW, cap: 20 }])
    await forward('B-017 DE 25 44')
    await expect.poll(() => talk.lastOf(ANNA)?.text).toContain('Which day is meant')
    await talk.press(ANNA, ANNA, 'Today · Sun 22 Nov 2026')
    await expect.poll(() => talk.lastOf(ANNA)?.buttons).toContain('Save 1 cap')
    expect(await talk.press(ANNA, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
    expect(await listCaps()).toMatchObject([{ date: TOMORROW, cap: 25 }])
    // Its tomorrow is over by then.
    talk.bot.clock.set('2026-11-23T07:00:00Z')
    await forward('tomorrow B-017 DE 30 44')
    await expect.poll(() => talk.lastOf(ANNA)?.text).toContain('Which day is meant')
    expect(talk.lastOf(ANNA)?.buttons).not.toContain('Save 1 cap')
  })

  test('of a question that is answered on a later day are for the day that was asked, or that is asked', async () => {
    talk.bot.allowedGroupIds = [String(GROUP.id)]
    talk.bot.clock.set('2026-11-21T16:00:00Z')
    const ask = (text: string) => hear(GROUP, BORIS, text)
    const [named, open] = [await ask('B-017 DE 20 44 tomorrow?'), await ask('B-017 DE 20 44?')]
    talk.bot.clock.set('2026-11-22T07:00:00Z')
    expect((await talk.ask(GROUP, ANNA, 'ok', open))?.text).toContain('Which day is meant')
    await talk.ask(GROUP, ANNA, 'ok', named)
    expect(await talk.press(GROUP, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
    expect(await listCaps()).toMatchObject([{ date: TOMORROW, cap: 20 }])
  })

  test('that do not fit into one message are not offered: its buttons would never work', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => `DE 20 #${at + 100} 10:00-18:00 $1200+10%`).join('\n')
    for (let at = 0; at < 60; at += 1) await talk.addPartner('publisher', String(at + 100), `Source ${at + 100}`)
    const answer = await talk.ask(ANNA, ANNA, `/cap tomorrow B-017\n${lines(60)}`)
    expect(answer?.text).toContain('These caps do not fit in one Telegram message.')
    expect(answer?.buttons).toEqual([])
    const fewer = await talk.ask(ANNA, ANNA, `/cap tomorrow B-017\n${lines(40)}`)
    expect(fewer?.buttons).toEqual(['Save 40 caps', 'Cancel'])
    expect(await talk.press(ANNA, ANNA, 'Save 40 caps')).toBe('40 caps saved.')
  })

  test('come with pauses, which are real ones; one press takes all of it back', async () => {
    await talk.ask(ANNA, ANNA, '/cap B-017 today\nDE 20 44\nIT 5 44')
    await talk.press(ANNA, ANNA, 'Save 2 caps')
    const shown = await talk.ask(ANNA, ANNA, 'B-017: DE 44 25 today, stop IT')
    expect(shown?.text).toContain('To save: 1 cap, pause IT')
    expect(shown?.text).toContain('🇮🇹 IT · Alster <b>Insurance · pause today')
    expect(await talk.press(ANNA, ANNA, 'Save 1 cap, pause IT')).toBe('1 cap saved. Done: pause IT.')
    const pause = { geo: 'IT', advertiser_id: 'B-017', source_number: null, way: 'message', ended_at: null }
    expect(await readPauses()).toMatchObject([{ ...pause, until: Date.parse('2026-11-21T22:00:00Z') }])
    expect(await listCaps()).toMatchObject([{ cap: 25 }, { geo: 'IT', cap: 5 }])

    await expect.poll(() => talk.lastOf(ANNA)?.buttons).toEqual(['Undo'])
    await setReadOnly()
    expect(await talk.press(ANNA, ANNA, 'Undo')).toBe('Undone.')
    expect(await listCaps()).toMatchObject([{ cap: 20 }, { geo: 'IT', cap: 5 }])
    expect(await readPauses()).toMatchObject([{ ended_by: `@m${ANNA.id}` }])
    expect((await listActions()).slice(2)).toEqual(
      ['cap.changed by message', 'pause.begun', 'cap.changed by undo', 'pause.undo'].map(
        (action) => `${action} · @m${ANNA.id}`,
      ),
    )

    await talk.ask(ANNA, ANNA, 'stop B-017 IT and DE till further notice')
    expect(await talk.press(ANNA, ANNA, 'Pause 2 geos')).toBe('Done: pause 2 geos.')
    const open = { until: null, ended_at: null }
    expect(await readPauses()).toMatchObject([{}, open, open])
    // A message is written in whole seconds.
    talk.bot.clock.advance(1_000)
    // A number alone leaves it paused, which is said before it is saved.
    expect((await talk.ask(ANNA, ANNA, 'B-017 IT 8 44 today'))?.text).toMatch(
      /5 → 8.* · changes · paused 12:\d\d-24:00$/m,
    )
    // Also where another geo of the same message is resumed.
    const mixed = (await talk.ask(ANNA, ANNA, 'B-017 IT 8 44 today\nB-017 DE is back on'))?.text
    expect(mixed).toMatch(/5 → 8.* · changes · paused 12:\d\d-24:00$[^]+ · resume now/m)
    await talk.ask(ANNA, ANNA, 'B-017 DE is back on')
    await talk.press(ANNA, ANNA, 'Resume DE')
    expect((await talk.ask(ANNA, ANNA, 'B-017 IT is back on'))?.text).toContain('resume now')
    expect(await talk.press(ANNA, ANNA, 'Resume IT')).toBe('Done: resume IT.')
    expect((await readPauses()).every(({ ended_at }) => ended_at !== null)).toBe(true)
    expect(await listCaps()).toMatchObject([{ cap: 20 }, { geo: 'IT', cap: 5 }])
  })

  test('without a day are for today, which is said, or for tomorrow where that is pressed', async () => {
    const shown = await talk.ask(ANNA, ANNA, '/cap B-017 DE 20 44')
    expect(shown?.text).toContain('No day was named, so Today · Sat 21 Nov 2026 is used.')
    await talk.press(ANNA, ANNA, 'For tomorrow instead')
    await expect.poll(() => talk.lastOf(ANNA)?.text).toContain('Tomorrow · Sun 22 Nov 2026 is used.')
    await talk.press(ANNA, ANNA, 'Save 1 cap')
    expect(await listCaps()).toMatchObject([{ date: TOMORROW, cap: 20 }])
  })
})

describe('who may', () => {
  test('a viewer who may only look is told so, also when pressing', async () => {
    await talk.addMember(BORIS, 'viewer')
    await talk.ask(BORIS, BORIS, '/cap tomorrow B-017 DE 20 44')
    await setReadOnly()
    for (const button of ['Save 1 cap', 'Cancel']) {
      expect(await talk.press(BORIS, BORIS, button)).toBe('You may view caps but not change them.')
    }
    expect((await talk.ask(BORIS, BORIS, '/cap B-017 DE 20 44'))?.text).toBe('You may view caps but not change them.')
    // In a partner's group they are heard as everybody is.
    talk.bot.allowedGroupIds = [String(GROUP.id)]
    await talk.addPartner('advertiser', 'B-002', 'Nord', GROUP.id)
    expect((await talk.ask(GROUP, BORIS, 'tomorrow DE 20 #44'))?.text).toContain('🇩🇪 DE · #44 · Nord · 20 · new')
    expect(await talk.press(GROUP, BORIS, 'Save 1 cap')).toBe('You may view caps but not change them.')
    expect(await listCaps()).toEqual([])
  })

  test('in a group that is not allowed, and in private, nobody but members is heard', async () => {
    expect(await talk.ask(GROUP, ANNA, '/cap B-017 DE 20 44')).toBeNull()
    expect(await talk.ask(BORIS, BORIS, 'B-017 DE 20 44')).toBeNull()
  })
})

describe('a group that is somebody’s', () => {
  beforeEach(() => {
    talk.bot.allowedGroupIds = [String(GROUP.id)]
  })

  test('is read whoever writes, and only a member saves; talk gets no answer', async () => {
    await talk.addPartner('advertiser', 'B-002', 'Nord', GROUP.id)
    const shown = await talk.ask(GROUP, BORIS, 'tomorrow DE 20 #44, and Alster takes FR 10')
    expect(shown?.text).toContain('🇩🇪 DE · #44 · Nord · 20 · new')
    expect(await talk.press(GROUP, BORIS, 'Save 1 cap')).toBe('')
    expect(await listCaps()).toEqual([])
    expect(await talk.press(GROUP, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
    expect(await listCaps()).toMatchObject([{ kind: 'broker', advertiser_id: 'B-002' }])
    for (const talked of ['thanks bro 🙏', 'see you at 10\nin room 20', 'DE is crazy today']) {
      expect(await talk.ask(GROUP, BORIS, talked)).toBeNull()
    }
    talk.bot.events.clear()
    const offered = talk.bot.telegram.say(GROUP.id, ANNA.id, 'good morning, DE 25 tomorrow from 44, ok?')
    await talk.bot.events.waitFor({ event: 'bot.update', kind: 'message' })
    expect((await talk.ask(GROUP, BORIS, 'make it 22', offered.message_id))?.text).toContain('20 → 22')
  })

  test('remembers a word that means nothing there', async () => {
    await talk.addPartner('advertiser', 'B-002', 'Nord', GROUP.id)
    await talk.ask(GROUP, BORIS, 'tomorrow FR 10 #44 fromage')
    await talk.press(GROUP, ANNA, 'It means nothing')
    await expect.poll(() => talk.lastOf(GROUP)?.buttons).toEqual(['Save 1 cap', 'Cancel'])
    expect((await talk.ask(GROUP, BORIS, 'tomorrow FR 12 #44 fromage'))?.buttons).toEqual(['Save 1 cap', 'Cancel'])
  })

  test('gives the source, and takes neither another one nor an advertiser', async () => {
    await talk.addPartner('publisher', '45', 'East', GROUP.id)
    const shown = await talk.ask(GROUP, ANNA, 'tomorrow\nDE 20\nFR 10 #44\nIT 5 B-017')
    expect(shown?.text).toContain('🇩🇪 DE · #45 · 20 · new')
    expect(shown?.text).toContain('“FR 10 #44” is about somebody else’s caps.')
    await talk.press(GROUP, ANNA, 'Save 1 cap')
    expect(await listCaps()).toMatchObject([{ kind: 'affiliate', source_number: '45', geo: 'DE' }])
  })

  test('and is another one’s by now: shown anew, and nothing is saved', async () => {
    await talk.ask(GROUP, ANNA, '/cap tomorrow B-017 DE 20 44')
    await talk.addPartner('advertiser', 'B-002', 'Nord', GROUP.id)
    expect(await talk.press(GROUP, ANNA, 'Save 1 cap')).toMatch(/^Nothing was saved/)
    expect(await listCaps()).toEqual([])
  })
})
