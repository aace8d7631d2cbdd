import { afterAll, beforeAll, expect, test } from 'vitest'
import { advertiserCalls } from '#contract/advertisers.ts'
import { capTextCalls } from '#contract/cap-text.ts'
import { publisherCalls } from '#contract/publishers.ts'
import { capTextTexts } from '#contract/texts/cap-text.ts'
import { MAX_MEANINGLESS } from '#domain/cap-text/meaningless.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { refusalOf } from '#testing/refusal.ts'
import { readMeaningless } from './word-service.ts'

let capline: TestCapline
let admin: SignedIn
let editor: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
  editor = await capline.signIn('editor')
  await admin.call(advertiserCalls.create, { body: { advertiserId: '301', name: 'Altamar' } })
  await admin.call(publisherCalls.create, { body: { sourceNumber: '44', name: 'Brightpath' } })
})
afterAll(() => capline.close())

const remember = (word: string, advertiserId = '301') =>
  editor.call(capTextCalls.rememberWord, { body: { word, advertiserId } })
const ofAltamar = { advertiserIds: ['301'], sourceNumbers: [] }

test('a word that means nothing is remembered for one partner, seen with who and when, and taken back', async () => {
  const words = await Promise.all(Array.from({ length: 8 }, () => remember(' push  it ')))
  expect(new Set(words.map(({ _id }) => _id)).size).toBe(1)
  const [word] = words
  expect(word).toMatchObject({ word: 'push it', advertiserId: '301', sourceNumber: null, name: 'Altamar' })
  await editor.call(capTextCalls.rememberWord, { body: { word: 'bro', sourceNumber: '#44' } })
  expect(await readMeaningless(capline.db, ofAltamar)).toEqual(['push it'])
  expect(await readMeaningless(capline.db, { advertiserIds: [], sourceNumbers: ['44'] })).toEqual(['bro'])
  expect((await admin.call(capTextCalls.listWords, {})).map((each) => [each.word, each.by])).toEqual([
    ['bro', expect.any(String)],
    ['push it', word?.by],
  ])

  const params = { id: word?._id ?? '' }
  await admin.call(capTextCalls.forgetWord, { params })
  expect((await refusalOf(admin.call(capTextCalls.forgetWord, { params }))).message).toBe(capTextTexts.wordGone)
  expect(await readMeaningless(capline.db, ofAltamar)).toEqual([])
  const history = await admin.call(capTextCalls.listWordHistory, {})
  expect(history.map(({ before, after }) => [before, after])).toEqual([
    [{ word: 'push it', name: 'Altamar' }, null],
    [null, { word: 'bro', name: 'Brightpath' }],
    [null, { word: 'push it', name: 'Altamar' }],
  ])
})

test.each([
  [{ word: '20', advertiserId: '301' }, 400, capTextTexts.wordNumber],
  [{ word: 'Germany', advertiserId: '301' }, 400, capTextTexts.wordGeo],
  [{ word: ' ', advertiserId: '301' }, 400, capTextTexts.word],
  [{ word: 'x'.repeat(61), advertiserId: '301' }, 400, capTextTexts.longWord],
  [{ word: 'push' }, 400, capTextTexts.wordPartner],
  [{ word: 'push', advertiserId: '301', sourceNumber: '44' }, 400, capTextTexts.wordPartner],
  [{ word: 'push', advertiserId: 'nobody' }, 404, capTextTexts.wordPartnerUnknown],
])('%j is refused with %d', async (body, status, message) => {
  const refusal = await refusalOf(editor.call(capTextCalls.rememberWord, { body }))
  expect([refusal.status, refusal.message]).toEqual([status, message])
})

test('a partner has so many words and not one more, and loses them with itself', async () => {
  const { _id } = await admin.call(advertiserCalls.create, { body: { advertiserId: '302', name: 'Bluefin' } })
  await remember('first', '302')
  const rows = Array.from({ length: MAX_MEANINGLESS - 1 }, (_, index) => ({
    id: `word ${index}`,
    advertiser: _id,
    word: `w${index}`,
    folded: `W${index}`,
    said_by: 'Anna',
    said_at: '2026-11-20T10:00:00Z',
  }))
  await capline.db.insertInto('meaningless_words').values(rows).execute()
  expect(await refusalOf(remember('one more', '302'))).toMatchObject({ status: 409, message: capTextTexts.wordsFull })
  await remember('FIRST', '302')
  await admin.call(advertiserCalls.remove, { params: { id: _id } })
  expect((await admin.call(capTextCalls.listWords, {})).filter(({ advertiserId }) => advertiserId === '302')).toEqual(
    [],
  )
})
