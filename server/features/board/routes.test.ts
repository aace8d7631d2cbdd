import { afterAll, beforeAll, expect, test } from 'vitest'
import { boardViewCalls } from '#contract/board-views.ts'
import { boardTexts } from '#contract/texts/board.ts'
import { UNSEEN_CHARACTERS } from '#domain/kernel/visible.ts'
import { startTestCapline, type TestCapline } from '#testing/capline.ts'
import { refusalOf } from '#testing/refusal.ts'

let capline: TestCapline

beforeAll(async () => {
  capline = await startTestCapline()
})
afterAll(() => capline.close())

test('members keep views of the board under names of their own, at most 50, and nobody else has them', async () => {
  const ada = await capline.signIn('viewer')
  const ben = await capline.signIn('editor')
  const save = (name: string, search: string) => ada.call(boardViewCalls.save, { body: { name, search } })
  await save('Morning', 'sort=pace')
  await save('Morning', 'sort=pace&geo=DE')
  await save('All of it', '')
  expect(await ada.call(boardViewCalls.list, { query: {} })).toEqual([
    { name: 'All of it', search: '' },
    { name: 'Morning', search: 'sort=pace&geo=DE' },
  ])
  expect(await ben.call(boardViewCalls.list, { query: {} })).toEqual([])

  // Another screen has names of its own.
  const screen = 'analytics'
  await ada.call(boardViewCalls.save, { body: { name: 'Morning', search: 'tab=quality', screen } })
  const ofAnalytics = () => ada.call(boardViewCalls.list, { query: { screen } })
  expect(await ofAnalytics()).toEqual([{ name: 'Morning', search: 'tab=quality' }])
  await ada.call(boardViewCalls.remove, { params: { name: 'Morning' }, query: { screen } })
  expect(await ofAnalytics()).toEqual([])

  await ben.call(boardViewCalls.remove, { params: { name: 'Morning' }, query: {} })
  await ada.call(boardViewCalls.remove, { params: { name: 'All of it' }, query: {} })
  expect((await ada.call(boardViewCalls.list, { query: {} })).map(({ name }) => name)).toEqual(['Morning'])

  const refused = await refusalOf(save('x'.repeat(61), ''))
  expect(refused).toMatchObject({ status: 400, message: boardTexts.viewName })
  expect(await refusalOf(save('Unseen', 'a\0b'))).toMatchObject({ status: 400, message: UNSEEN_CHARACTERS })
  // All at once: none of them comes in beyond the last place.
  const outcomes = await Promise.allSettled(Array.from({ length: 52 }, (_, index) => save(`View ${index}`, '')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(49)
  expect(await refusalOf(save('One more', ''))).toMatchObject({ status: 409, message: boardTexts.tooManyViews })
  await save('Morning', 'sort=source')
})
