import { afterAll, beforeAll, expect, test } from 'vitest'
import { capCalls } from '#contract/caps.ts'
import { pauseCalls } from '#contract/pauses.ts'
import { suggestionCalls } from '#contract/suggestions.ts'
import { suggestionTexts } from '#contract/texts/suggestions.ts'
import { addDays } from '#domain/kernel/day.ts'
import { parseInstant } from '#domain/kernel/instant.ts'
import { SUGGESTION_KINDS, type SuggestionKind } from '#domain/suggestions/suggestion.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { refusalOf } from '#testing/refusal.ts'
import { addCap, plantHistory, setSetting, TODAY } from '#testing/suggestions.ts'

// A day on which everything is wrong that a suggestion is made of, each in a geo of its own: found by a sweep that is
// asked for, read, done by its button, and taken back.

const PLACES = { raise: 'DE', lower: 'FR', silent: 'IT', conversion: 'ES', unsold: 'PL', unbought: 'NL' } as const
const IDLE_PLACE = 'SE'
const INVALID_PLACE = 'AT'

let capline: TestCapline
let editor: SignedIn

beforeAll(async () => {
  capline = await startTestCapline({ clock: createTestClock('2026-11-21T10:40:00Z') })
  editor = await capline.signIn('editor')
  await capline.sync()
  await setSetting(capline.db, 'timezone', 'Europe/Berlin')
  await plantDay()
})
afterAll(() => capline.close())

async function plantDay(): Promise<void> {
  const { db } = capline
  const places = [...Object.values(PLACES), IDLE_PLACE, INVALID_PLACE]
  const sourceOf = (geo: string) => String(44 + places.indexOf(geo))
  const add = (geo: string, cap: Omit<Parameters<typeof addCap>[1], 'geo' | 'source'>) =>
    addCap(db, { geo, source: sourceOf(geo), ...cap })
  const stream = (geo: string, leadsAnHour: number, leadsAnHourToday = leadsAnHour) => ({
    geo,
    source: sourceOf(geo),
    leadsAnHour,
    leadsAnHourToday,
  })
  await plantHistory(db, '2026-11-21T10:30:00Z', [
    ...[PLACES.raise, PLACES.lower, PLACES.conversion, IDLE_PLACE, INVALID_PLACE].map((geo) => stream(geo, 4)),
    stream(PLACES.silent, 9, 0),
  ])
  await add(PLACES.raise, { cap: 20 })
  await add(PLACES.lower, { cap: 200 })
  await add(PLACES.silent, { cap: 108 })
  await add(PLACES.unsold, { cap: 30 })
  await add(PLACES.unsold, { cap: 60, kind: 'affiliate' })
  await add(PLACES.unbought, { cap: 60 })
  await add(PLACES.unbought, { cap: 25, kind: 'affiliate' })
  for (let daysAhead = -20; daysAhead <= 0; daysAhead += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a few rows
    await Promise.all([
      add(IDLE_PLACE, { cap: 48, hours: '08:00-22:00', daysAhead }),
      add(PLACES.conversion, { cap: 48, crg: 10, daysAhead }),
    ])
  }
  // Of some fifteen leads of today ten are invalid, and none of those before.
  await db
    .insertInto('leads_by_status')
    .values({ day: TODAY, source_number: sourceOf(INVALID_PLACE), status: 'Fake', leads: 10 })
    .execute()
  await setSetting(db, 'invalid_statuses', 'Fake')
  // Of about 48 leads a day ten percent are promised.
  const key = { geo_key: PLACES.conversion, advertiser_id: '101', source_number: sourceOf(PLACES.conversion) }
  for (const ago of [8, 9, 10, 11, 12, 13, 14]) {
    // oxlint-disable-next-line no-await-in-loop -- a few rows
    await db
      .insertInto('deposits_by_lead_day')
      .values({ day: addDays(TODAY, -ago), ...key, deposits: 1 })
      .execute()
  }
}

async function find(kind: SuggestionKind) {
  const { suggestions } = await editor.call(suggestionCalls.list, { query: {} })
  const found = suggestions.filter((suggestion) => suggestion.kind === kind)
  const [suggestion, ...others] = found
  if (!suggestion || others.length > 0) throw new Error(`${found.length} of ${kind}`)
  return suggestion
}

/** The caps of today as the board has them, by id: how many leads, in which hours. */
async function readCaps() {
  const caps = await editor.call(capCalls.listDay, { params: { date: TODAY } })
  return new Map(caps.map(({ _id, cap, workingHours }) => [_id, { cap, workingHours }]))
}

test('a sweep finds each kind, once, where it is', async () => {
  await editor.call(suggestionCalls.sweep, {})
  const list = () => editor.call(suggestionCalls.list, { query: {} })
  await expect.poll(async () => (await list()).lastSweep?.cause).toBe('force')
  const { suggestions } = await list()
  const places = suggestions.map(({ kind, subject }) => [kind, subject.geo])
  // A source that sends to one geo only is silent altogether.
  expect(Object.fromEntries(places)).toEqual({ ...PLACES, silent: null, 'idle-hours': IDLE_PLACE, invalid: null })
  expect(suggestions).toHaveLength(SUGGESTION_KINDS.length)
})

test.each([
  ['raise', /^Raise to \d+$/],
  ['lower', /^Lower to \d+$/],
  ['unsold', /^Raise to 60$/],
  ['idle-hours', /08:00-20:00/],
] as const)('%s is done by its button as one commit, and taken back', async (kind, label) => {
  const { id, action, applyLabel } = await find(kind)
  if (!action || action.kind === 'move') throw new Error(`${kind} with ${action?.kind ?? 'nothing'} to do`)
  expect(applyLabel).toMatch(label)
  const before = await readCaps()
  expect((await editor.call(suggestionCalls.apply, { params: { id } })).state).toBe('applied')
  const after = await readCaps()
  const was = before.get(action.capId)
  const changed = action.kind === 'set-cap' ? { ...was, cap: action.to } : { ...was, workingHours: action.to }
  expect(after).toEqual(new Map([...before, [action.capId, changed]]))
  expect((await editor.call(suggestionCalls.undo, { params: { id } })).state).toBe('undone')
  expect(await readCaps()).toEqual(before)
})

test('a pause of an advertiser that is not registered is refused with that', async () => {
  const { id, subject } = await find('conversion')
  expect(subject.advertiserId).toBe('101')
  const refused = await refusalOf(editor.call(suggestionCalls.pause, { params: { id } }))
  const message = suggestionTexts.refusals['suggestion.unknown-advertiser']
  expect(refused).toMatchObject({ status: 409, message })
})

test.each(['silent', 'conversion'] as const)('%s has nothing to change: somebody takes it on', async (kind) => {
  const { id, action, applyLabel } = await find(kind)
  expect(action).toBeNull()
  expect(applyLabel).toBe('On it')
  const before = await readCaps()
  expect((await editor.call(suggestionCalls.apply, { params: { id } })).state).toBe('applied')
  expect(await readCaps()).toEqual(before)
})

const listStanding = () => editor.call(pauseCalls.listStanding, {})
const TONIGHT = '2026-11-21T23:00:00Z'

/** Pauses what the suggestion is about until then; null means without an end. */
async function pauseInvalid(until: string | null) {
  const { id, subject } = await find('invalid')
  const { sourceNumber, geo, advertiserId } = subject
  const scope = { sourceNumber, geo, advertiserId }
  await editor.call(pauseCalls.begin, { body: { scopes: [scope], until, reason: 'budget', note: 'Till they pay.' } })
  return { id, scope }
}

test.each([null, TONIGHT])('one press shortens no pause that somebody set meanwhile: until %s', async (until) => {
  const { id } = await pauseInvalid(until)
  const standing = await listStanding()
  expect(standing).toHaveLength(1)
  const refused = await refusalOf(editor.call(suggestionCalls.pause, { params: { id } }))
  expect(refused).toMatchObject({ status: 409, message: suggestionTexts.refusals['suggestion.paused-already'] })
  expect(await listStanding()).toEqual(standing)
})

test('one press pauses the traffic of what a pause answers until tonight', async () => {
  const { id, scope } = await pauseInvalid('2026-11-21T22:59:00Z')
  const [shorter] = await listStanding()
  expect((await editor.call(suggestionCalls.pause, { params: { id } })).state).toBe('applied')
  expect(await listStanding()).toMatchObject([{ ...scope, until: parseInstant(TONIGHT) }])
  expect((await editor.call(suggestionCalls.undo, { params: { id } })).state).toBe('undone')
  expect(await listStanding()).toEqual([shorter])
})

test('what a number answers pauses nothing', async () => {
  const { suggestions } = await editor.call(suggestionCalls.list, { query: {} })
  const pausable = suggestions.flatMap(({ kind, canPause }) => (canPause ? [kind] : []))
  expect(pausable.toSorted()).toEqual(['conversion', 'invalid', 'silent'])
  const { id } = await find('unbought')
  const refused = await refusalOf(editor.call(suggestionCalls.pause, { params: { id } }))
  expect(refused).toMatchObject({ status: 409, message: suggestionTexts.refusals['suggestion.no-pause'] })
})
