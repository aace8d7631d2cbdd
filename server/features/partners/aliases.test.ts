import { afterAll, beforeAll, expect, test } from 'vitest'
import { advertiserCalls } from '#contract/advertisers.ts'
import { analyticsCalls } from '#contract/analytics.ts'
import { publisherCalls } from '#contract/publishers.ts'
import { advertiserTexts } from '#contract/texts/partners.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { refusalOf } from '#testing/refusal.ts'

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
})
afterAll(() => capline.close())

let last = 0

/** An id that nobody has. */
function fresh(): string {
  last += 1
  return `X-${last}`
}

const create = (advertiserId: string, name: string) =>
  admin.call(advertiserCalls.create, { body: { advertiserId, name } })

const find = async (advertiserId: string) =>
  (await admin.call(advertiserCalls.list, {})).find((each) => each.advertiserId === advertiserId)

const importAll = (advertisers: { advertiserId: string; name: string; aliases?: string[] }[], overwrite: boolean) =>
  admin.call(advertiserCalls.import, { body: { advertisers, overwrite } })

const update = (
  id: string,
  body: { name?: string; aliases?: string[]; addAliases?: string[]; removeAliases?: string[] },
) => admin.call(advertiserCalls.update, { params: { id }, body })

test('aliases come with a new one, are changed without its name, and name one advertiser', async () => {
  const [one, two] = [fresh(), fresh()]
  const aliases = [' Alta ', 'alta', 'ALT  co', '']
  const made = await admin.call(advertiserCalls.create, { body: { advertiserId: one, name: 'Altamar', aliases } })
  expect(made.aliases).toEqual(['Alta', 'ALT co'])
  expect((await update(made._id, { name: 'Altamar II' })).aliases).toEqual(made.aliases)
  expect(await update(made._id, { aliases: ['Alta'] })).toMatchObject({ name: 'Altamar II', aliases: ['Alta'] })
  const taken = advertiserTexts.aliasTaken('аltа', one, 'Altamar II')
  const refusals = await Promise.all([
    refusalOf(admin.call(advertiserCalls.create, { body: { advertiserId: two, name: 'Two', aliases: ['аltа'] } })),
    refusalOf(
      importAll(
        [
          { advertiserId: fresh(), name: 'New' },
          { advertiserId: two, name: 'Two', aliases: ['аltа'] },
        ],
        false,
      ),
    ),
  ])
  expect(refusals.map(({ status, message }) => [status, message])).toEqual([
    [409, taken],
    [409, taken],
  ])
  expect(refusals.map(({ details }) => details.errors?.[0]?.path)).toEqual(['aliases', 'advertisers.1.aliases'])
  expect(await find(two)).toBeUndefined()
  const other = await create(two, 'Two')
  expect((await refusalOf(update(other._id, { aliases: ['ALTAMAR II'] }))).status).toBe(409)
  const history = await admin.call(advertiserCalls.listHistory, { query: { id: made._id } })
  expect(history.map(({ before, after }) => [before?.aliases, after?.aliases])).toEqual([
    [['Alta', 'ALT co'], ['Alta']],
    [
      ['Alta', 'ALT co'],
      ['Alta', 'ALT co'],
    ],
    [undefined, ['Alta', 'ALT co']],
  ])
})

test.each([
  [{ aliases: ['x'.repeat(61)] }, advertiserTexts.alias],
  [{ aliases: Array.from({ length: 21 }, (_, index) => `a${index}`) }, advertiserTexts.aliases],
  [{}, advertiserTexts.nameEmpty],
])('aliases are refused as %j', async (body, message) => {
  const { status, message: said } = await refusalOf(admin.call(advertiserCalls.update, { params: { id: 'any' }, body }))
  expect([status, said]).toEqual([400, message])
})

test('an alias of one word, given to many at once, stays with one of them', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, async () => (await create(fresh(), fresh()))._id))
  const given = await Promise.allSettled(ids.map((id) => update(id, { aliases: ['everyone'] })))
  expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('one alias is added or removed beside what others add and remove at the same time', async () => {
  const key = fresh()
  const { _id } = await create(key, key)
  await update(_id, { aliases: ['a', 'b', 'c'].map((one) => `${key} ${one}`) })
  await Promise.all([
    ...Array.from({ length: 6 }, (_, index) => update(_id, { addAliases: [`${key} new ${index}`] })),
    update(_id, { removeAliases: [`${key} A`] }),
    update(_id, { removeAliases: [`${key} b`] }),
  ])
  const expected = [`${key} c`, ...Array.from({ length: 6 }, (_, index) => `${key} new ${index}`)]
  // oxlint-disable-next-line unicorn/no-array-sort -- a copy
  expect([...((await find(key))?.aliases ?? [])].sort()).toEqual(expected)
})

test('of more than 20 aliases, which older versions imported, one can be removed and none added', async () => {
  const key = fresh()
  const { _id } = await create(key, key)
  const many = Array.from({ length: 24 }, (_, index) => `${key} ${index}`)
  await capline.db.updateTable('advertisers').set({ aliases: many }).where('id', '=', _id).execute()
  expect((await update(_id, { removeAliases: [`${key} 7`] })).aliases).toHaveLength(23)
  const full = await refusalOf(update(_id, { addAliases: [`${key} more`] }))
  expect([full.status, full.message, full.details.errors?.[0]?.path]).toEqual([409, advertiserTexts.aliases, 'aliases'])
})

test('aliases come by an import: to who is new, and to who is known only when told to, taking none away', async () => {
  const [known, added] = [fresh(), fresh()]
  await admin.call(advertiserCalls.create, { body: { advertiserId: known, name: 'K', aliases: [`${known} a`] } })
  const list = [
    { advertiserId: known, name: 'K', aliases: [`${known} b`] },
    { advertiserId: added, name: 'A', aliases: [`${added} a`] },
  ]
  expect(await importAll(list, false)).toEqual({ created: 1, updated: 0, skipped: 1 })
  expect((await find(known))?.aliases).toEqual([`${known} a`])
  expect(await importAll(list, true)).toEqual({ created: 0, updated: 1, skipped: 1 })
  expect((await find(known))?.aliases).toEqual([`${known} a`, `${known} b`])
  expect((await find(added))?.aliases).toEqual([`${added} a`])
})

test('an import that brings more than 20 aliases together is refused as a whole, at its item', async () => {
  const [known, added] = [fresh(), fresh()]
  const many = (letter: string) => Array.from({ length: 12 }, (_, index) => `${known} ${letter}${index}`)
  await admin.call(advertiserCalls.create, { body: { advertiserId: known, name: 'Known', aliases: many('a') } })
  const list = [
    { advertiserId: added, name: 'Added' },
    { advertiserId: known, name: 'Known', aliases: many('b') },
  ]
  const { status, message, details } = await refusalOf(importAll(list, true))
  expect([status, message]).toEqual([409, advertiserTexts.import.aliases(24)])
  expect(details.errors?.[0]?.path).toBe('advertisers.1.aliases')
  expect(await find(added)).toBeUndefined()
  expect((await find(known))?.aliases).toEqual(many('a'))
  // Without overwriting it gets none.
  expect(await importAll(list, false)).toEqual({ created: 1, updated: 0, skipped: 1 })
})

test('an alias that is also the name of a later one keeps no other alias of its partner from coming or going', async () => {
  const [one, two] = [fresh(), fresh()]
  const aliases = [`${one} also`, `${one} x`]
  const made = await admin.call(advertiserCalls.create, { body: { advertiserId: one, name: 'One', aliases } })
  await create(two, `${one} also`)
  expect((await update(made._id, { aliases: [`${one} also`] })).aliases).toEqual([`${one} also`])
  expect((await update(made._id, { aliases: [`${one} ALSO`, `${one} y`] })).aliases).toHaveLength(2)
  await importAll([{ advertiserId: one, name: 'One', aliases: [`${one} also`, `${one} z`] }], true)
  expect((await find(one))?.aliases).toEqual([`${one} ALSO`, `${one} y`, `${one} z`])
  const taken = importAll([{ advertiserId: one, name: 'One', aliases: [two] }], true)
  expect((await refusalOf(taken)).status).toBe(409)
  // Once it is gone, it is new again.
  await update(made._id, { aliases: [] })
  expect((await refusalOf(update(made._id, { aliases: [`${one} also`] }))).status).toBe(409)
})

test('a publisher may be called as an advertiser is: each side has names of its own', async () => {
  await admin.call(advertiserCalls.create, { body: { advertiserId: fresh(), name: 'B', aliases: ['both'] } })
  const body = { sourceNumber: '4409', name: 'P', aliases: ['both'] }
  expect(await admin.call(publisherCalls.create, { body })).toMatchObject({ aliases: ['both'] })
})

test('a source that nobody has registered is called as its leads name it, on the board and in analytics', async () => {
  const createdAt = '2026-11-20T10:00:00Z'
  const lead = { createdAt, geo: 'DE', advertiserId: '101', email: 'a@mail.test', status: 'New' }
  capline.source.put(
    'leads',
    { ...lead, id: '1', sourceNumber: '77', sourceName: ' Guide ' },
    { ...lead, id: '2', sourceNumber: '78' },
  )
  expect(await capline.sync()).toMatchObject({ status: 'success' })
  const viewer = await capline.signIn('viewer')
  const named = async () =>
    (await viewer.call(publisherCalls.listNames, {})).filter((one) => ['77', '78'].includes(one.sourceNumber))
  expect(await named()).toEqual([{ sourceNumber: '77', name: 'Guide' }])
  const { aggregates } = await admin.call(analyticsCalls.daily, { query: { date: '2026-11-20' } })
  expect(aggregates.byAffiliate.map(({ publisherName }) => publisherName)).toEqual(['Guide', null])

  const body = { sourceNumber: '77', name: 'Travel Guide', associatedGroupIds: [] }
  await admin.call(publisherCalls.create, { body })
  expect(await named()).toEqual([{ sourceNumber: '77', name: 'Travel Guide' }])
})
