import { expect, test } from 'vitest'
import { ANNA, GROUP } from '#testing/bot.ts'
import { insertMember } from '#testing/capline.ts'
import { startTalk } from '#testing/talk.ts'
import { limitQuestions } from './bot.ts'
import { writeLimit } from './edit-service.ts'

test('says how limits stand, and in a group of somebody only of theirs', async () => {
  const talk = await startTalk(() => [limitQuestions])
  const { bot } = talk
  try {
    await talk.addMember(ANNA, 'viewer')
    await talk.addPartner('advertiser', 'B-7', 'Nord', GROUP.id)
    bot.allowedGroupIds = [String(GROUP.id)]
    const { db } = bot.database
    const ask = async (chat: { id: number }) => (await talk.ask(chat, ANNA, '/limits'))?.text
    expect(await ask(ANNA)).toBe('There are no limits to show here.')
    const editor = await insertMember(db, { role: 'editor', handle: 'ed' })
    const draft = { side: 'broker', sourceNumbers: [], unit: 'leads', period: 'week', note: null } as const
    const days = { firstDay: null, lastDay: null }
    for (const named of [
      { name: 'All of DE', geos: ['DE'], advertiserIds: [], number: 500 },
      { name: 'Nord', geos: [], advertiserIds: ['B-7'], number: 0 },
    ]) {
      const wish = { id: null, version: null, draft: { ...draft, ...days, ...named } }
      const saved = await writeLimit({ db, clock: bot.clock }, editor, wish)
      expect(saved.ok).toBe(true)
    }
    const all = await ask(ANNA)
    expect(all).toContain('All of DE (DE / all advertisers / all sources) · 0%, 0 of 500 leads')
    expect(all).toContain('planned 0 of 500')
    const theirs = await ask(GROUP)
    expect(theirs).toContain('Nord (all geos / B-7 / all sources)')
    expect(theirs).not.toContain('All of DE')
  } finally {
    await bot.close()
  }
})
