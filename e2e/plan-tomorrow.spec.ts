import { capCalls } from '#contract/caps.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { columnOf, openBoard, today, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'

const CAPS = 200
const CHANGES = 20
const ROWS_BETWEEN = 9
// Somebody who types well, and looks before each change, with `SOAK=1 npm test -- browser plan-tomorrow`; else as fast as
// it goes. Nothing is waited for by these.
const [KEY_MILLISECONDS, LOOK_MILLISECONDS] = process.env['SOAK'] === '1' ? [110, 700] : [0, 0]

test('tomorrow is planned from today with 200 caps and 20 changes by keyboard alone', async ({
  page,
  capline,
  signIn,
}) => {
  test.slow()
  await insertAdvertiser(capline.db)
  const { call } = await signIn('editor')
  const create = Array.from({ length: CAPS }, (_, index) =>
    buildCapDraft({
      date: today(),
      geo: ['DE', 'FR', 'IT', 'ES', 'AT'][index % 5] ?? 'DE',
      sourceNumber: String(100 + index),
      cap: 10,
    }),
  )
  await call(capCalls.commit, { body: { action: 'paste', create, update: [], remove: [] } })
  await openBoard(page)
  await expect(columnOf(page, 'Today')).toContainText('of 2,000 delivered')

  const began = performance.now()
  const press = async (key: string) => {
    await page.keyboard.press(key)
    await page.waitForTimeout(KEY_MILLISECONDS)
  }
  await press('Control+K')
  await expect(page.getByRole('combobox', { name: 'Command or day' })).toBeFocused()
  await page.keyboard.type('copy', { delay: KEY_MILLISECONDS })
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Copy caps from…' })
  await expect(dialog.getByRole('textbox', { name: /^Planned/ }).first()).toBeFocused()
  for (let change = 0; change < CHANGES; change += 1) {
    await page.waitForTimeout(LOOK_MILLISECONDS)
    await page.keyboard.type('35', { delay: KEY_MILLISECONDS })
    if (change < CHANGES - 1) for (let row = 0; row < ROWS_BETWEEN; row += 1) await press('ArrowDown')
  }
  await press('Control+Enter')
  await expect(page.getByText(`${CAPS} caps copied`)).toBeVisible()
  await expect(columnOf(page, 'Tomorrow')).toContainText(
    `of ${(CAPS * 10 + CHANGES * 25).toLocaleString('en')} delivered`,
  )
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  test.info().annotations.push({ type: 'seconds to plan tomorrow', description: seconds })

  const planned = await call(capCalls.listDay, { params: { date: tomorrow() } })
  expect(planned.filter(({ cap }) => cap === 35)).toHaveLength(CHANGES)
  expect(planned.filter(({ cap }) => cap === 10)).toHaveLength(CAPS - CHANGES)
})

test('tomorrow is planned from 48 caps, ten of a geo changed, with at most 30 keys beyond the digits', async ({
  page,
  capline,
  signIn,
}) => {
  await insertAdvertiser(capline.db)
  const { call } = await signIn('editor')
  const create = Array.from({ length: 48 }, (_, index) =>
    buildCapDraft({ date: today(), geo: index % 5 === 1 ? 'PT' : 'DE', sourceNumber: String(100 + index), cap: 10 }),
  )
  await call(capCalls.commit, { body: { action: 'paste', create, update: [], remove: [] } })
  await openBoard(page)
  await expect(columnOf(page, 'Today')).toContainText('of 480 delivered')
  let keys = 0
  const press = async (...some: readonly string[]) => {
    for (const key of some) await page.keyboard.press(key)
    keys += some.length
  }
  await press('Control+K')
  await expect(page.getByRole('combobox', { name: 'Command or day' })).toBeFocused()
  await press('c', 'o', 'p', 'y', 'Enter')
  await expect(page.getByRole('textbox', { name: /^Planned/ }).first()).toBeFocused()
  await press('/', 'p', 't', 'Enter')
  for (let change = 0; change < 10; change += 1) {
    await page.keyboard.type('35')
    await press('Enter')
  }
  await press('Control+Enter')
  await expect(page.getByText('48 caps copied')).toBeVisible()
  expect(keys).toBeLessThanOrEqual(30)
  const planned = await call(capCalls.listDay, { params: { date: tomorrow() } })
  expect(planned.map(({ geo, cap }) => `${geo} ${cap}`).filter((one) => one !== 'DE 10')).toEqual(
    Array.from({ length: 10 }, () => 'PT 35'),
  )
})
