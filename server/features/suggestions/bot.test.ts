import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { suggestionTexts } from '#contract/texts/suggestions.ts'
import { MINUTE, parseInstant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { Member } from '#domain/team/member.ts'
import { undoBatch } from '#server/features/caps/undo-service.ts'
import { resumePauses } from '#server/features/pauses/edit-service.ts'
import { readStandingPauses } from '#server/features/pauses/service.ts'
import { ANNA, BORIS, GROUP } from '#testing/bot.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { PATIENCE } from '#testing/patience.ts'
import { addCap, plantHistory, setSetting, sweepDeps, sweepOn } from '#testing/suggestions.ts'
import { startTalk, type Talk } from '#testing/talk.ts'
import { suggestionBot } from './bot.ts'
import { readOpenSentences, readSuggestionsOf } from './content-service.ts'
import { decideOnWeb } from './decide-service.ts'
import { followUpNow } from './follow-service.ts'

let talk: Talk
let capId: string

const db = () => talk.bot.database.db

beforeEach(async () => {
  talk = await startTalk((bot) => [suggestionBot({ db: bot.database.db, clock: bot.clock })])
  talk.bot.summaryGroupIds = [String(GROUP.id)]
  await talk.addMember(ANNA, 'editor')
  await talk.addPartner('advertiser', '101', 'Alpha')
  await setSetting(db(), 'timezone', 'Europe/Berlin')
  await setSetting(db(), 'summary_group_id', String(GROUP.id))
  await setSetting(db(), 'ai_suggestion_enabled', 'true')
  await plantHistory(db(), '2026-11-21T10:30:00Z', [{ source: '44', leadsAnHour: 4 }])
  capId = await addCap(db(), { cap: 20 })
  for (const at of ['2026-11-21T10:40:00Z', '2026-11-21T11:00:00Z']) {
    talk.bot.clock.set(at)
    // oxlint-disable-next-line no-await-in-loop -- one sweep after the other
    await sweepOn(sweepDeps(db(), talk.bot.clock, createMemoryLog().log))
  }
  await talk.bot.telegram.waitForMessage(GROUP.id, ({ text: said }) => said.includes('Suggestions'), PATIENCE)
})

afterEach(() => talk.bot.close())

const readCap = () =>
  db().selectFrom('caps').select(['cap', 'version']).where('id', '=', capId).executeTakeFirstOrThrow()
const readState = () =>
  db().selectFrom('suggestions').select(['state', 'decided_by', 'decided_in']).executeTakeFirstOrThrow()

/** What the button says, and the cap that it makes. */
function raise(): { label: string; to: number } {
  const label = talk.lastOf(GROUP)?.buttons[0] ?? ''
  return { label, to: Number(label.replace('Raise to ', '')) }
}

const now = () => zoneOf('Europe/Berlin').localTimeOf(talk.bot.clock.now())
const text = () => talk.lastOf(GROUP)?.text
const buttons = () => talk.lastOf(GROUP)?.buttons

describe('the buttons of a suggestion', () => {
  test('apply it as one commit, say by whom, and take it back', async () => {
    const { label, to } = raise()
    expect(buttons()).toEqual([label, 'Dismiss'])
    expect(await talk.press(GROUP, ANNA, label)).toBe(`DE / source 44 (Alpha): Raised to ${to}.`)
    expect((await readCap()).cap).toBe(to)
    await expect.poll(text).toContain(`✓ Raised to ${to} by @m${ANNA.id}`)
    expect(buttons()).toEqual(['Undo'])
    const { action } = await db().selectFrom('changes').select('action').executeTakeFirstOrThrow()
    expect(action).toBe('cap.changed by suggestion')

    expect(await talk.press(GROUP, ANNA, 'Undo')).toBe('Undone.')
    expect((await readCap()).cap).toBe(20)
    await expect.poll(text).toContain(`Undone by @m${ANNA.id}`)
    expect(buttons()).toEqual([])
  })

  test('take back what is applied again once the history of its caps says so', async () => {
    const deps = { db: db(), clock: talk.bot.clock, log: createMemoryLog().log }
    const ben: Member = { _id: 'b', telegramId: '2', handle: 'ben', role: 'editor' }
    const list = async () => (await readSuggestionsOf(deps, undefined)).suggestions
    const { label, to } = raise()
    await talk.press(GROUP, ANNA, label)
    await expect.poll(buttons).toEqual(['Undo'])
    await talk.press(GROUP, ANNA, 'Undo')
    expect(await list()).toMatchObject([{ state: 'undone', decision: { by: `@m${ANNA.id}` }, fits: true }])
    const { batch_id: undo } = await db()
      .selectFrom('changes')
      .select('batch_id')
      .where('undoes', 'is not', null)
      .executeTakeFirstOrThrow()
    expect((await undoBatch(deps, ben, 'broker', undo)).ok).toBe(true)
    expect((await readCap()).cap).toBe(to)
    expect(await list()).toMatchObject([{ state: 'applied', decision: { by: `@m${ANNA.id}` } }])
    const { id } = await db().selectFrom('suggestions').select('id').executeTakeFirstOrThrow()
    expect((await decideOnWeb(deps, { actor: ben, id, act: 'undo' })).ok).toBe(true)
    expect(await list()).toMatchObject([{ state: 'undone', decision: { by: '@ben' } }])
  })

  test('show as taken back what was stored so', async () => {
    await talk.press(GROUP, ANNA, raise().label)
    await db().updateTable('suggestions').set({ state: 'undone', decided_by: '@old' }).execute()
    const { suggestions } = await readSuggestionsOf(
      { db: db(), clock: talk.bot.clock, log: createMemoryLog().log },
      undefined,
    )
    expect(suggestions).toMatchObject([{ state: 'undone', decision: { by: '@old' } }])
  })

  test('dismiss it, and open it again', async () => {
    const { label } = raise()
    const open = async () => (await readOpenSentences(db(), now())).map(({ source }) => source)
    expect(await open(), 'for the summary').toEqual([expect.stringContaining('DE / source 44 (Alpha)')])
    expect(await talk.press(GROUP, ANNA, 'Dismiss')).toBe('Dismissed. It does not come back on this day.')
    await expect.poll(text).toContain(`Dismissed by @m${ANNA.id}`)
    expect(await open()).toEqual([])
    expect(await talk.press(GROUP, ANNA, 'Undo')).toBe('The suggestion is open again.')
    await expect.poll(buttons).toEqual([label, 'Dismiss'])
    expect((await readCap()).version).toBe(1)
  })

  describe('of what is silent', () => {
    beforeEach(async () => {
      await plantHistory(db(), '2026-11-21T10:30:00Z', [{ source: '51', leadsAnHour: 9, leadsAnHourToday: 0 }])
      await addCap(db(), { cap: 108, source: '51' })
      for (const at of ['2026-11-21T11:10:00Z', '2026-11-21T11:30:00Z']) {
        talk.bot.clock.set(at)
        // oxlint-disable-next-line no-await-in-loop -- one sweep after the other
        await sweepOn(sweepDeps(db(), talk.bot.clock, createMemoryLog().log))
      }
      await expect.poll(text).toContain('Source 51: no leads')
      await talk.press(GROUP, ANNA, 'Pause until tonight')
    })

    test('pause it until tonight, and let it flow again', async () => {
      const until = parseInstant('2026-11-21T23:00:00Z')
      const paused = { source_number: '51', until, reason: 'technical', way: 'suggestion' }
      const pauses = () =>
        db().selectFrom('pauses').select(['source_number', 'until', 'reason', 'way', 'ended_at']).execute()
      expect(await pauses()).toEqual([{ ...paused, ended_at: null }])
      await expect.poll(buttons).toEqual(['Undo'])
      await talk.press(GROUP, ANNA, 'Undo')
      expect(await pauses()).toEqual([{ ...paused, ended_at: expect.any(Number) }])
    })

    test('are not undone once somebody ended the pause, and say so', async () => {
      await expect.poll(buttons).toEqual(['Undo'])
      const { clock } = talk.bot
      clock.advance(MINUTE)
      const anna = { _id: 'a', telegramId: String(ANNA.id), handle: 'anna', role: 'editor' } as const
      const standing = await readStandingPauses(db(), clock.now())
      await resumePauses(
        { db: db(), clock },
        anna,
        standing.map(({ _id }) => _id),
      )
      const said = await talk.press(GROUP, ANNA, 'Undo')
      expect(said).toBe(suggestionTexts.refusals['suggestion.pause-changed'])
    })

    test('have nothing asked of the pause the day after', async () => {
      const { clock } = talk.bot
      clock.set('2026-11-22T07:05:00Z')
      await followUpNow({ db: db(), clock })
      const rows = await db().selectFrom('suggestions').select('outcome').where('state', '=', 'applied').execute()
      expect(rows).toEqual([{ outcome: { helped: null, leads: 0 } }])
    })

    test('are undone the day after, when the pause is over', async () => {
      await expect.poll(buttons).toEqual(['Undo'])
      talk.bot.clock.set('2026-11-22T07:05:00Z')
      expect(await talk.press(GROUP, ANNA, 'Undo')).toBe('Undone.')
      const rows = await db().selectFrom('suggestions').select('state').where('decided_by', 'is not', null).execute()
      expect(rows).toEqual([{ state: 'undone' }])
    })
  })

  test('pressed by two at once do it once, and tell the other who was faster', async () => {
    const { label, to } = raise()
    const answers = await Promise.all([1, 2].map(() => talk.press(GROUP, ANNA, label)))
    expect(answers.toSorted()).toEqual([
      `@m${ANNA.id} has applied this already.`,
      `DE / source 44 (Alpha): Raised to ${to}.`,
    ])
    expect((await readCap()).version).toBe(2)
  })

  test('do nothing where the cap was changed since', async () => {
    await sql`update caps set cap = 25, version = 2`.execute(db())
    expect(await talk.press(GROUP, ANNA, raise().label)).toContain('outdated: a cap,')
    expect(await readCap()).toEqual({ cap: 25, version: 2 })
    await db().deleteFrom('caps').execute()
    expect(await talk.press(GROUP, ANNA, raise().label)).toBe('The cap of this suggestion no longer exists.')
    expect((await readState()).state).toBe('open')
  })

  test('do not take back what was changed since', async () => {
    await talk.press(GROUP, ANNA, raise().label)
    await expect.poll(buttons).toEqual(['Undo'])
    await sql`insert into changes (id, batch_id, at, actor, action, subject, subject_id)
      values ('later', 'later', now(), 'anna', 'cap.changed', 'broker-cap', ${capId})`.execute(db())
    expect(await talk.press(GROUP, ANNA, 'Undo')).toContain('can no longer be undone')
    expect((await readState()).state).toBe('applied')
  })

  test('do nothing on the day after', async () => {
    const { label } = raise()
    talk.bot.clock.set('2026-11-21T23:05:00Z')
    expect(await talk.press(GROUP, ANNA, label)).toBe('The day of this suggestion is over.')
  })

  test('do nothing for strangers, for viewers who may only look, nor in a group of another advertiser', async () => {
    const { label } = raise()
    expect(await talk.press(GROUP, BORIS, label)).toBe('')
    await talk.addMember(BORIS, 'viewer')
    await setSetting(db(), 'viewer_read_only', 'true')
    expect(await talk.press(GROUP, BORIS, label)).toBe('You may view caps but not change them.')
    await talk.addPartner('advertiser', '202', 'Beta', GROUP.id)
    expect(await talk.press(GROUP, ANNA, label)).toBe('This suggestion does not belong to this group.')
    expect(await readState()).toEqual({ state: 'open', decided_by: null, decided_in: null })
    talk.bot.summaryGroupIds = []
    expect(await talk.press(GROUP, ANNA, label)).toBe('')
  })

  test('change no cap of somebody else, which a move may end at', async () => {
    const { label } = raise()
    await talk.addPartner('advertiser', '202', 'Beta')
    const toCapId = await addCap(db(), { cap: 30, advertiser: '202' })
    const move = {
      kind: 'move',
      fromCapId: capId,
      from: 20,
      toCapId,
      to: 30,
      toAdvertiserId: '202',
      toSourceNumber: null,
      leads: 5,
    }
    await sql`update suggestions set content = jsonb_set(content, '{action}', ${JSON.stringify(move)}::jsonb)`.execute(
      db(),
    )
    await sql`insert into advertiser_groups (advertiser, group_id)
      select id, ${String(GROUP.id)} from advertisers where advertiser_id = '101'`.execute(db())
    expect(await talk.press(GROUP, ANNA, label)).toBe('This suggestion does not belong to this group.')
    expect(await readCap()).toEqual({ cap: 20, version: 1 })
    await sql`insert into advertiser_groups (advertiser, group_id)
      select id, ${String(GROUP.id)} from advertisers where advertiser_id = '202'`.execute(db())
    expect(await talk.press(GROUP, ANNA, talk.lastOf(GROUP)?.buttons[0] ?? '')).not.toContain(
      'does not belong to this group',
    )
    expect((await readCap()).cap).toBe(15)
  })

  test('stand as they are decided on the web', async () => {
    const { id } = await db().selectFrom('suggestions').select('id').executeTakeFirstOrThrow()
    const actor: Member = { _id: 'm', telegramId: '1', handle: 'carla', role: 'editor' }
    await expect
      .poll(() => db().selectFrom('outbox').select('state').where('kind', '=', 'suggestion').executeTakeFirst())
      .toEqual({ state: 'sent' })
    const { to } = raise()
    const decided = await decideOnWeb({ db: db(), clock: talk.bot.clock }, { actor, id, act: 'apply' })
    expect(decided.ok).toBe(true)
    await expect.poll(text).toContain(`✓ Raised to ${to} by @carla`)
    expect(buttons()).toEqual(['Undo'])
    expect((await readState()).decided_in).toBe('web')
    expect((await decideOnWeb({ db: db(), clock: talk.bot.clock }, { actor, id, act: 'undo' })).ok).toBe(true)
    await expect.poll(text).toContain('Undone by @carla')
    expect(buttons()).toEqual([])
  })
})
