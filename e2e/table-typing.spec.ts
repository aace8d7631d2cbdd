import { capCalls } from '#contract/caps.ts'
import type { SignedIn } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { addCap, cellOf, press, today, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'

test.use({ boardView: null })
test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

async function listDay(by: SignedIn, date: string): Promise<Record<string, number>> {
  const caps = await by.call(capCalls.listDay, { params: { date } })
  return Object.fromEntries(caps.map(({ sourceNumber, cap }) => [sourceNumber, cap]))
}

test('single cells are copied, cut and pasted, wrong ones stay alone, and the step back is any keyboard’s', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ada = await signIn('editor')
  for (const [sourceNumber, cap] of Object.entries({ 44: 35, 45: 20 }))
    for (const date of [today(), tomorrow()]) await addCap(ada, { date, sourceNumber, cap, cpa: 600 })
  await page.goto('/')
  const grid = page.getByRole('grid')
  const termOf = (source: string, field: string) =>
    grid.locator(`[data-field="${tomorrow()} ${field}"][aria-label*="source ${source},"]`)
  const findCap = async (source: string) =>
    (await ada.call(capCalls.listDay, { params: { date: tomorrow() } })).find(
      ({ sourceNumber }) => sourceNumber === source,
    )

  await test.step('one number is copied onto another, and into what is being typed', async () => {
    await cellOf(page, '44', today()).click()
    await press(page, 'ControlOrMeta+c')
    await cellOf(page, '45', today()).click()
    await press(page, 'ControlOrMeta+v')
    await expect.poll(() => listDay(ada, today())).toEqual({ 44: 35, 45: 35 })
    await page.keyboard.type('1')
    await press(page, 'ControlOrMeta+v')
    await expect(grid.getByRole('textbox')).toHaveValue('135')
    await press(page, 'Escape')
  })

  await test.step('a price that is cut out is put back', async () => {
    await termOf('45', 'cpa').click()
    await press(page, 'ControlOrMeta+x')
    await expect.poll(async () => (await findCap('45'))?.cpa).toBe(null)
    await press(page, 'ControlOrMeta+v')
    await expect(termOf('45', 'cpa')).toHaveText('$600')
    await expect.poll(async () => (await findCap('45'))?.cpa).toBe(60_000)
  })

  await test.step('a wrong cell of a cap keeps its text, and the cap’s other cells are saved', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('50\t10-18 CET\t900\t9'))
    await cellOf(page, '45', tomorrow()).click()
    await press(page, 'ControlOrMeta+v')
    await expect.poll(() => findCap('45')).toMatchObject({ cap: 50, cpa: 90_000, crg: 900 })
    await expect(termOf('45', 'workingHours')).toHaveText('10-18 CET')
    const note = grid.locator('..').getByRole('alert')
    await expect(note).toContainText('“10-18 CET”')
    await note.getByRole('button', { name: 'Discard it' }).click()
    await expect(termOf('45', 'workingHours')).toHaveText('09:00-17:00')
  })

  await test.step('Ctrl Z takes back what was saved, also where that key writes a Cyrillic letter', async () => {
    await cellOf(page, '44', today()).click()
    await page.keyboard.type('33')
    await press(page, 'Enter')
    await expect.poll(() => listDay(ada, today())).toMatchObject({ 44: 33 })
    await expect(page.getByText('Cap updated')).toBeVisible()
    await cellOf(page, '44', today()).dispatchEvent('keydown', { key: 'я', code: 'KeyZ', ctrlKey: true, bubbles: true })
    await expect.poll(() => listDay(ada, today())).toMatchObject({ 44: 35 })
  })
})
