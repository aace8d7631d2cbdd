import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANNA, BORIS, GROUP } from '#testing/bot.ts'
import { createLog } from '#platform/log.ts'
import { createLanguageModel } from '#platform/llm/model.ts'
import { startLanguageModel } from '#sandbox/llm/server.ts'
import { PATIENCE } from '#testing/patience.ts'
import { startTalk, type Talk } from '#testing/talk.ts'
import { capPlans } from './bot.ts'
import { proposeInChat } from './proposal-bot.ts'
import type { ProposalJob } from './proposal-service.ts'

let talk: Talk
/** What a language model would be asked. */
let jobs: ProposalJob[]

beforeEach(async () => {
  jobs = []
  talk = await startTalk((bot) => [
    capPlans({ db: bot.database.db, clock: bot.clock, propose: async (_tx, job) => void jobs.push(job) }),
  ])
  talk.bot.allowedGroupIds = [String(GROUP.id)]
  await talk.addMember(ANNA, 'editor')
  await talk.addPartner('advertiser', 'B-002', 'Nord', GROUP.id)
  await talk.addPartner('publisher', '44', 'North')
})

afterEach(() => talk.bot.close())

const listCaps = () =>
  talk.bot.database.db.selectFrom('caps').select(['geo', 'cap', 'source_number']).orderBy('geo').execute()
/** The id of what a person wrote last in the group. */
const lastWritten = () => talk.bot.telegram.messages(GROUP.id).findLast(({ from }) => !from.is_bot)?.message_id ?? 0

/** The answer to a message that is edited; null where the bot is silent. */
async function edit(messageId: number, text: string, by = BORIS) {
  const before = talk.lastOf(GROUP)?.id ?? 0
  talk.bot.events.clear()
  talk.bot.telegram.edit(GROUP.id, by.id, messageId, text)
  const { handling } = await talk.bot.events.waitFor({ event: 'bot.update', kind: 'edit' })
  return handling === 'answered' ? answerAfter(before) : null
}

const answerAfter = (before: number) =>
  vi.waitFor(
    () => {
      const answer = talk.lastOf(GROUP)
      if (!answer || answer.id <= before) throw new Error('no answer yet')
      return answer
    },
    { timeout: PATIENCE, interval: 10 },
  )

test('an edited message says what it says otherwise; what was saved is a change, and `+5` is not added twice', async () => {
  const shown = await talk.ask(GROUP, BORIS, 'tomorrow DE 20 #44, FR 10 #44')
  const written = lastWritten()
  expect(await edit(written, 'tomorrow DE 20 #44,  FR 10 #44')).toBeNull()

  const open = await edit(written, 'tomorrow DE 25 #44, FR 10 #44')
  expect(open?.text).toContain('The message was edited.')
  expect(open?.text).toContain('🇩🇪 DE · #44 · Nord, Tomorrow · Sun 22 Nov 2026: 20 → 25')
  const old = talk.bot.telegram.press(GROUP.id, ANNA.id, shown?.id ?? 0, 'Save 2 caps')
  expect((await talk.bot.telegram.waitForAnswer(old.id, PATIENCE)).text).toMatch(/^The message was edited later/)
  expect(await talk.press(GROUP, ANNA, 'Save 2 caps')).toBe('2 caps saved.')

  const saved = await edit(written, 'tomorrow DE 30 #44')
  expect(saved?.text).toContain('25 → 30 · changes')
  expect(saved?.text).toContain('10 is no longer in the message. It stays as saved.')
  expect(await talk.press(GROUP, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
  expect(await listCaps()).toMatchObject([
    { geo: 'DE', cap: 30 },
    { geo: 'FR', cap: 10 },
  ])

  await talk.ask(GROUP, BORIS, 'DE +5 tomorrow')
  const more = lastWritten()
  expect(await talk.press(GROUP, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
  const again = await edit(more, 'DE +5 tomorrow, FR 15 tomorrow')
  expect(again?.text).not.toContain('35 → 40')
  expect(again?.text).toContain('10 → 15')
  const other = await edit(more, 'DE +10 tomorrow')
  expect(other?.buttons).toEqual(['Cancel'])
  expect(other?.text).toContain('“DE +10 tomorrow” has no number. How many leads?')
  expect(await listCaps()).toMatchObject([
    { geo: 'DE', cap: 35 },
    { geo: 'FR', cap: 10 },
  ])
})

test('an edited command is read above the message that it answers, like the first time', async () => {
  await talk.ask(GROUP, BORIS, 'DE 20 #44')
  await talk.ask(GROUP, ANNA, '/cap tomorrow', lastWritten())
  const command = lastWritten()
  const edited = await edit(command, '/cap monday', ANNA)
  expect(edited?.text).toContain('Mon 23 Nov 2026')
  expect(edited?.text).toContain('🇩🇪 DE · #44 · Nord · 20 · new')
  await talk.press(GROUP, ANNA, 'Cancel')
  const again = await edit(command, '/cap tuesday', ANNA)
  expect(again?.text).toContain('Tue 24 Nov 2026\n🇩🇪 DE · #44 · Nord · 20 · new')
  expect(await talk.press(GROUP, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
  expect(await listCaps()).toMatchObject([{ geo: 'DE', cap: 20 }])
})

test('a saved `+5` is not added again after an edit was cancelled or undone; once it is undone itself, it is', async () => {
  await talk.ask(GROUP, BORIS, 'tomorrow DE 30 #44')
  await talk.press(GROUP, ANNA, 'Save 1 cap')
  const first = await talk.ask(GROUP, BORIS, 'DE +5 #44 tomorrow')
  const more = lastWritten()
  await talk.press(GROUP, ANNA, 'Save 1 cap')
  const withFrance = (cap: number) => edit(more, `DE +5 #44 tomorrow, FR ${cap} #44 tomorrow`)
  expect((await withFrance(15))?.text).toContain('15 · new')
  await talk.press(GROUP, ANNA, 'Cancel')
  expect((await withFrance(12))?.buttons).toEqual(['Save 1 cap', 'Cancel'])
  await talk.press(GROUP, ANNA, 'Save 1 cap')
  expect(await listCaps()).toMatchObject([{ cap: 35 }, { geo: 'FR', cap: 12 }])
  await expect.poll(() => talk.lastOf(GROUP)?.buttons).toEqual(['Undo'])
  expect(await talk.press(GROUP, ANNA, 'Undo')).toBe('Undone.')
  expect((await withFrance(14))?.buttons).toEqual(['Save 1 cap', 'Cancel'])
  await talk.press(GROUP, ANNA, 'Cancel')

  const undone = talk.bot.telegram.press(GROUP.id, ANNA.id, first?.id ?? 0, 'Undo')
  expect((await talk.bot.telegram.waitForAnswer(undone.id, PATIENCE)).text).toBe('Undone.')
  expect((await withFrance(16))?.text).toContain('30 → 35')
})

test('a language model proposes what was not read, each with a press of its own; what it reads otherwise is asked', async () => {
  const standIn = await startLanguageModel({ apiKey: 'key' })
  const { db } = talk.bot.database
  await db
    .insertInto('settings')
    .values({ key: 'cap_text_model', value: 'true', updated_at: '2026-01-01T00:00:00Z', updated_by: 'x' })
    .execute()
  const model = createLanguageModel({ baseUrl: standIn.url, apiKey: 'key', model: 'test', prices: null })
  const deps = { db, clock: talk.bot.clock, log: createLog('silent', { pretty: false }), model }
  const propose = async () => {
    const before = talk.lastOf(GROUP)?.id ?? 0
    const job = jobs.pop()
    if (!job) throw new Error('no job')
    await proposeInChat(deps, job, new AbortController().signal)
    // Its node died before the job was done: another one does it again.
    await proposeInChat(deps, job, new AbortController().signal)
    return answerAfter(before)
  }

  await talk.ask(GROUP, BORIS, 'tomorrow FR 10 #44\ntomorrow wibble Germany 20 of North')
  const proposed = await propose()
  expect(proposed.text).toContain('A language model reads “tomorrow wibble Germany 20 of North” like this.')
  expect(proposed.buttons).toEqual(['Save 1 cap', 'Cancel'])
  expect(await talk.press(GROUP, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
  expect(await listCaps()).toEqual([{ geo: 'DE', cap: 20, source_number: '44' }])

  await talk.ask(GROUP, BORIS, 'tomorrow IT 10 #44\ntomorrow Italy 15 of North 77 88')
  const held = await propose()
  expect(held.text).toContain('A language model reads some of this differently')
  expect(held.buttons).not.toContain('Save 1 cap')

  // What is late, cut off or turned off leaves the chat as it is.
  standIn.setManners({ breaks: 1 })
  await talk.ask(GROUP, BORIS, 'tomorrow wibble Spain 20 of North')
  const before = talk.lastOf(GROUP)?.id
  const job = jobs.pop()
  if (!job) throw new Error('no job')
  await proposeInChat(deps, job, new AbortController().signal)
  expect(talk.lastOf(GROUP)?.id).toBe(before)
  const said = talk.bot.telegram.messages(GROUP.id).filter(({ text }) => text?.includes('A language model reads “'))
  // The one that was said is saved by now.
  expect(said).toEqual([])
  await standIn.close()
})

test('what its writer corrects in another topic of a forum stays out of the message; in its own topic it is read with it', async () => {
  const sayIn = async (topic: number, text: string) => {
    const before = talk.lastOf(GROUP)?.id ?? 0
    talk.bot.telegram.say(GROUP.id, BORIS.id, text, { topic })
    await expect.poll(() => talk.lastOf(GROUP)?.id).toBeGreaterThan(before)
    return talk.lastOf(GROUP)?.text
  }
  await sayIn(8, 'tomorrow DE 20 #44')
  expect(await sayIn(9, 'sorry, DE 25 #44 tomorrow')).not.toContain('Corrected')
  expect(await sayIn(8, 'sorry, DE 30')).toContain('20 → 30')
})

test('what its writer corrects right behind is read with the message; of somebody else it is not', async () => {
  await talk.ask(GROUP, BORIS, 'tomorrow DE 20 #44, FR 10 #44')
  expect(await talk.ask(GROUP, BORIS, 'sorry for the delay')).toBeNull()
  expect(await talk.ask(GROUP, ANNA, 'sorry, DE 30')).toMatchObject({ text: expect.not.stringContaining('Corrected') })
  await talk.ask(GROUP, BORIS, 'tomorrow DE 20 #44, FR 10 #44')
  const written = lastWritten()
  const corrected = await talk.ask(GROUP, BORIS, 'sorry, DE 25')
  expect(corrected?.text).toContain('Corrected by a later part of the message.')
  expect(corrected?.text).toContain('20 → 25')
  expect(await talk.press(GROUP, ANNA, 'Save 2 caps')).toBe('2 caps saved.')
  expect(await listCaps()).toMatchObject([
    { geo: 'DE', cap: 25 },
    { geo: 'FR', cap: 10 },
  ])

  // The correction stays where an edit changes something else, and not where it changes the same cap.
  const other = await edit(written, 'tomorrow DE 20 #44, FR 12 #44')
  expect(other?.text).toContain('10 → 12')
  expect(other?.text).not.toContain('25 → 20')
  expect(await talk.press(GROUP, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
  const same = await edit(written, 'tomorrow DE 30 #44, FR 12 #44')
  expect(same?.text).toContain('25 → 30')
  expect(await talk.press(GROUP, ANNA, 'Save 1 cap')).toBe('1 cap saved.')
  expect(await edit(written, 'tomorrow DE 30 #44, FR  12 #44')).toBeNull()
})
