import type { Page } from '@playwright/test'
import { capCalls } from '#contract/caps.ts'
import { boardTexts } from '#contract/texts/board.ts'
import type { SignedIn } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { formatDay } from '#web/lib/format.ts'
import { addCap, cellOf, press, today, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectHeld } from './held.ts'
import { untilOffered } from './work-page.ts'

test.use({ boardView: null })
test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

async function listDay(by: SignedIn, date: string): Promise<Record<string, number>> {
  const caps = await by.call(capCalls.listDay, { params: { date } })
  return Object.fromEntries(caps.map(({ sourceNumber, cap }) => [sourceNumber, cap]))
}

/** Holds what is saved back until it is let go. */
async function holdSaves(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/caps/batches', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('what is typed into a cell is saved over nobody’s change, and what is not typed is not saved', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  const ada = await signIn('editor')
  const ben = await capline.signIn('editor')
  const first = await addCap(ada, { sourceNumber: '44', cap: 20 })
  const second = await addCap(ada, { date: tomorrow(), sourceNumber: '44', cap: 25 })
  const other = await addCap(ada, { sourceNumber: '45', cap: 20 })
  const only = await addCap(ada, { sourceNumber: '46', cap: 10 })
  const change = ({ _id: id, sourceNumber }: { _id: string; sourceNumber: string }, cap: number) =>
    ben.call(capCalls.update, { params: { id }, body: buildCapDraft({ date: today(), sourceNumber, cap }) })
  /** What Ben did before this is in sight once this is. */
  const expectSeen = async (cap: number) => {
    await change(other, cap)
    await expect(cellOf(page, '45', today())).toHaveText(String(cap))
  }
  await page.goto('/')
  const grid = page.getByRole('grid')
  const note = grid.locator('..').getByRole('alert')
  const field = grid.getByRole('textbox')

  await test.step('a number that was gone into and not changed is left as it is, whatever somebody else made of it', async () => {
    await cellOf(page, '44', today()).click()
    await press(page, 'F2')
    await expect(field).toHaveValue('20')
    await change(first, 30)
    await expectSeen(21)
    await cellOf(page, '45', today()).click()
    await expect(cellOf(page, '44', today())).toHaveText('30')
    await expect(note).toHaveCount(0)
  })

  await test.step('a double click goes into what the cell shows: a text that was refused, or a number on its way', async () => {
    await cellOf(page, '45', today()).click()
    await page.keyboard.type('12x')
    await press(page, 'Enter')
    await expect(note).toContainText('“12x”')
    await cellOf(page, '45', today()).dblclick()
    await expect(field).toHaveValue('12x')
    await press(page, 'Escape')
    await expect(cellOf(page, '45', today())).toHaveText('21')
    const letGo = await holdSaves(page)
    await page.keyboard.type('50')
    await press(page, 'Enter')
    await expect(cellOf(page, '45', today()), 'what is not saved yet looks so').toHaveCSS('font-style', 'italic')
    await expectHeld(page)
    await cellOf(page, '45', today()).dblclick()
    await expect(field).toHaveValue('50')
    await cellOf(page, '44', today()).click()
    letGo()
    await expect.poll(() => listDay(ada, today())).toMatchObject({ 45: 50 })
    await page.unrouteAll({ behavior: 'wait' })
    await expect(cellOf(page, '45', today())).toHaveText('50')
    await expect(cellOf(page, '45', today())).toHaveCSS('font-style', 'normal')
  })

  await test.step('what somebody else saved first stands beside what was typed', async () => {
    consoleNoise.allow(/409/)
    const letGo = await holdSaves(page)
    await cellOf(page, '44', today()).click()
    await page.keyboard.type('50')
    await press(page, 'Enter')
    await change(first, 33)
    letGo()
    await expect(note).toContainText(`${boardTexts.overtaken}${boardTexts.standsNow('33')}`)
    await note.getByRole('button', { name: 'Discard it' }).click()
    await expect(cellOf(page, '44', today())).toHaveText('33')
    await page.unrouteAll({ behavior: 'wait' })
    await change(first, 30)
    await expect(cellOf(page, '44', today())).toHaveText('30')
  })

  await test.step('a raise that somebody else made first is not taken for one’s own, and raises what stands then', async () => {
    const letGo = await holdSaves(page)
    await cellOf(page, '44', today()).click()
    await page.keyboard.type('+5')
    await press(page, 'Enter')
    await change(first, 35)
    letGo()
    await expect(note).toContainText('“+5”')
    await expect(note).toContainText(boardTexts.standsNow('35'))
    await note.getByRole('button', { name: 'Go to it' }).click()
    await press(page, 'F2', 'Enter')
    await expect.poll(() => listDay(ada, today())).toMatchObject({ 44: 40 })
    await expect(note).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
    await change(first, 30)
    await expect(cellOf(page, '44', today())).toHaveText('30')
  })

  await test.step('a number that is on its way in another spelling is nobody else’s change', async () => {
    const letGo = await holdSaves(page)
    await cellOf(page, '45', today()).click()
    await page.keyboard.type('1,250')
    await press(page, 'Enter')
    await cellOf(page, '45', today()).click()
    await page.keyboard.type('1300')
    letGo()
    await expect(grid.getByRole('row', { name: /DE.*3 sources/ })).toContainText('1,290')
    await press(page, 'Enter')
    await expect.poll(() => listDay(ada, today())).toMatchObject({ 45: 1_300 })
    await expect(note).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('a cap that somebody deletes meanwhile is not made again, and what was typed is told', async () => {
    await cellOf(page, '44', tomorrow()).click()
    await page.keyboard.type('60')
    await ben.call(capCalls.remove, { params: { id: second._id } })
    await expectSeen(22)
    await expect(grid.getByRole('columnheader', { name: /^Tomorrow/ })).not.toContainText('25')
    await press(page, 'Enter')
    const gone = `DE / source 44 is not on ${formatDay(tomorrow())} any more. You had typed 60.`
    await expect(page.getByText(gone)).toBeVisible()
    await expect(cellOf(page, '44', tomorrow())).toHaveText('–')
    expect(await listDay(ada, tomorrow())).toEqual({})
  })

  await test.step('so is one that was the last of its place, whose row adds no cap any more', async () => {
    await cellOf(page, '46', today()).click()
    await page.keyboard.type('70')
    await ben.call(capCalls.remove, { params: { id: only._id } })
    await expectSeen(23)
    await press(page, 'Shift+Enter')
    const gone = `DE / source 46 is not on ${formatDay(today())} any more. You had typed 70.`
    await expect(page.getByText(gone)).toBeVisible()
    await cellOf(page, '46', today()).click()
    await page.keyboard.type('80')
    await press(page, 'Enter')
    await expect(note).toContainText(`DE / source 46, ${formatDay(today())}, “80”: No cap of this place`)
    await note.getByRole('button', { name: 'Discard it' }).click()
    expect(await listDay(ada, today())).toEqual({ 44: 30, 45: 23 })
  })
})

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

  await test.step('a cap that is cut whole keeps its terms with its number', async () => {
    await cellOf(page, '45', tomorrow()).click()
    await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'ControlOrMeta+x')
    const note = grid.locator('..').getByRole('alert')
    await expect(note).toContainText('4 cells are not saved.')
    await note.getByRole('button', { name: 'Discard them' }).click()
    await expect(termOf('45', 'workingHours')).toHaveText('09:00-17:00')
    expect(await findCap('45')).toMatchObject({ cap: 20, workingHours: '09:00-17:00', cpa: 60_000 })
  })

  await test.step('a wrong cell of a cap keeps its text, and the cap’s other cells are saved', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('50\t10-18 CET\t900\t9'))
    await cellOf(page, '45', tomorrow()).click()
    await press(page, 'ControlOrMeta+v')
    await expect.poll(() => findCap('45')).toMatchObject({ cap: 50, cpa: 90_000, crg: 900 })
    await expect(termOf('45', 'workingHours')).toHaveText('10-18 CET')
    const note = grid.locator('..').getByRole('alert')
    await expect(note).toContainText('“10-18 CET”')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitem', { name: 'Hide Hours' }).click()
    await expect(termOf('45', 'workingHours')).toHaveCount(0)
    await note.getByRole('button', { name: 'Go to it' }).click()
    await expect(termOf('45', 'workingHours')).toBeFocused()
    await note.getByRole('button', { name: 'Discard it' }).click()
    await expect(termOf('45', 'workingHours')).toHaveText('09:00-17:00')
  })

  const change = async (act: () => Promise<void>, cap: number) => {
    await untilOffered(page, act)
    await expect.poll(() => listDay(ada, today())).toMatchObject({ 44: cap })
  }
  const write = (cap: number) =>
    change(async () => {
      await cellOf(page, '44', today()).click()
      await page.keyboard.type(String(cap))
      await press(page, 'Enter')
    }, cap)

  await test.step('Ctrl Z takes back what was saved, also where that key writes a Cyrillic letter', async () => {
    await write(33)
    const key = { key: 'я', code: 'KeyZ', ctrlKey: true, bubbles: true }
    await change(() => cellOf(page, '44', today()).dispatchEvent('keydown', key), 35)
  })

  await test.step('it goes on to the changes before, and Ctrl Shift Z makes them again', async () => {
    for (const cap of [31, 32]) await write(cap)
    const step = (key: string, cap: number) => change(() => press(page, key), cap)
    for (const cap of [31, 35]) await step('ControlOrMeta+z', cap)
    for (const cap of [31, 32]) await step('ControlOrMeta+Shift+z', cap)
    for (const cap of [31, 35]) await step('ControlOrMeta+z', cap)
  })

  await test.step('numbers of more days than are shown become no prices, also where hours are hidden', async () => {
    const paste = async (text: string) => {
      await page.evaluate((texts) => navigator.clipboard.writeText(texts), text)
      await cellOf(page, '44', today()).click()
      await press(page, 'ControlOrMeta+v')
    }
    await paste('41\t42\t43\t44\t45')
    await expect.poll(() => findCap('44')).toMatchObject({ cap: 42, cpa: 60_000, crg: 800 })
    const note = grid.locator('..').getByRole('alert')
    await expect(note).toContainText(`3 cells are not saved. DE / source 44, ${formatDay(tomorrow())}, “43”`)
    await expect(note).toContainText(boardTexts.furtherDays)
    await note.getByRole('button', { name: 'Discard them' }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitem', { name: 'Hide Hours' }).click()
    await expect(termOf('44', 'workingHours')).toHaveCount(0)
    await paste('46\t47\t48\t49')
    await expect(page.getByText('2 cells did not fit into the sheet and were left out.')).toBeVisible()
    await expect.poll(() => findCap('44')).toMatchObject({ cap: 47, cpa: 60_000, crg: 800 })
  })
})
