import { afterEach, beforeEach, expect, test } from 'vitest'
import { pauseTexts } from '#contract/texts/pauses.ts'
import { addMilliseconds, HOUR } from '#domain/kernel/instant.ts'
import { ANNA, GROUP } from '#testing/bot.ts'
import { startTalk, type Talk } from '#testing/talk.ts'
import { insertMember } from '#testing/capline.ts'
import { pauseBot } from './bot.ts'
import { pauseScopes } from './edit-service.ts'

let talk: Talk

beforeEach(async () => {
  talk = await startTalk((bot) => [pauseBot(bot)])
  await talk.addMember(ANNA, 'editor')
  await talk.addPartner('advertiser', 'B-7', 'Nord', GROUP.id)
  await talk.addPartner('publisher', '44', 'North')
})

afterEach(() => talk.bot.close())

const ask = async (text: string, chat: { id: number } = ANNA) => (await talk.ask(chat, ANNA, text))?.text

test('pauses what is named until when it says, and lets it flow again', async () => {
  // 12:00 here.
  expect(await ask('/pause DE B-7 until 14:00 quality')).toBe('Paused: DE / B-7, until 14:00.')
  expect(await ask('/pause #44')).toBe('Paused: source 44, until somebody resumes it.')
  expect(await ask('/pause DE B-7 until 15:00')).toBe('Paused: DE / B-7, until 15:00.')
  const rows = await talk.bot.database.db.selectFrom('pauses').select(['geo', 'reason', 'way']).orderBy('id').execute()
  expect(rows).toEqual([
    { geo: 'DE', reason: 'other', way: 'bot' },
    { geo: null, reason: 'other', way: 'bot' },
  ])
  expect(await ask('/resume DE B-7 #44')).toBe(
    [
      'DE / B-7 / source 44 has no pause of its own.',
      'Still paused because DE / B-7 is paused, until 15:00.',
      'Still paused because source 44 is paused, until somebody resumes it.',
    ].join('\n'),
  )
  expect(await ask('/resume B-7')).toBe('Resumed: B-7.')
  expect(await ask('/resume B-7')).toBe('B-7 has no pause of its own.')
})

test('what a command did is undone by its button', async () => {
  const still = 'DE / source 44 has no pause of its own.\nStill paused because DE is paused, until 14:00.'
  const undo = async () => {
    expect(await talk.press(ANNA, ANNA, 'Undo')).toBe('Undone.')
    await expect.poll(() => talk.lastOf(ANNA)?.text).toMatch(/^Undone by /)
  }
  await ask('/pause de until 14:00')
  await ask('/pause de')
  await undo()
  // What was undone can still be read.
  const said = talk.bot.telegram.messages(ANNA.id).filter(({ from }) => from?.is_bot)
  expect(said.at(-2)?.text).toMatch(/^Paused: DE/)
  expect(await ask('/resume DE #44')).toBe(still)
  expect(await ask('/resume DE')).toBe('Resumed: DE.')
  await undo()
  expect(await ask('/resume DE #44')).toBe(still)
})

test('pauses until the end that was meant where it is read an hour late, and nothing once that is over', async () => {
  const late = async (text: string) => {
    const asked = ask(text)
    talk.bot.clock.advance(HOUR)
    return asked
  }
  expect(await late('/pause DE until 12:30')).toBe(pauseTexts.endsFirst)
  expect(await late('/pause DE until 15:00')).toBe('Paused: DE, until 15:00.')
})

test('says the end of all that holds: a pause that was planned goes on where another one ends', async () => {
  const scopes = [{ geo: 'DE', advertiserId: 'B-7', sourceNumber: null }]
  const { database, clock } = talk.bot
  const wish = { scopes, from: addMilliseconds(clock.now(), HOUR), until: null, reason: 'quality', note: null } as const
  await pauseScopes({ db: database.db, clock }, await insertMember(database.db, { role: 'editor' }), wish, 'board')
  expect(await ask('/pause DE B-7 until 14:00')).toBe('Paused: DE / B-7, until somebody resumes it.')
  expect(await ask('/pause B-7 until 14:00')).toBe('Paused: B-7, until 14:00.')
})

test('says what it does not understand, and pauses nothing', async () => {
  expect(await ask('/pause')).toContain('Name the traffic')
  expect(await ask('/pause DE Nrod until 14:00')).toContain('“Nrod” is not a geo, advertiser or source')
  await talk.addPartner('advertiser', 'B-102', 'Lindenhof Media')
  await talk.addPartner('publisher', '61', 'Lindenhof Ads')
  expect(await ask('/pause DE Lindenhof')).toContain(
    'not a geo, advertiser or source. Did you mean Lindenhof Media (B-102) or Lindenhof Ads (#61)?',
  )
  expect(await ask('/resume DE Lindenhof')).toContain('Did you mean Lindenhof Media (B-102)')
  expect(await ask('/pause DE until 12 June')).toContain('“12 June” is not a time')
  expect(await talk.bot.database.db.selectFrom('pauses').selectAll().execute()).toEqual([])
})

test('in a group that belongs to somebody only what is theirs is paused', async () => {
  talk.bot.allowedGroupIds = [String(GROUP.id)]
  expect(await ask('/pause DE until tonight', GROUP)).toBe('Paused: DE / B-7, until tonight.')
  await talk.addPartner('advertiser', 'B-8', 'Sued')
  expect(await ask('/pause B-8', GROUP)).toBe('This group belongs to another partner.')
  await talk.addPartner('publisher', '51', 'South', GROUP.id)
  expect(await ask('/pause #51 until tonight', GROUP)).toBe('Paused: source 51, until tonight.')
  expect(await ask('/pause #44', GROUP)).not.toContain('Paused')
  expect(await ask('/pause Nort', GROUP)).not.toContain('North')
  // A name that others have too is theirs here, and of others nothing is told.
  await talk.addPartner('publisher', '52', 'south')
  await talk.addPartner('publisher', '53', 'North')
  expect(await ask('/pause South until tonight', GROUP)).toBe('Paused: source 51, until tonight.')
  expect(await ask('/pause North', GROUP)).toBe('This group belongs to another partner.')
  expect(await ask('/pause North')).toContain('“North” is the name of several: #44, #53.')
})
