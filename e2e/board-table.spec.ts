import { capCalls } from '#contract/caps.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { addDays } from '#domain/kernel/day.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { formatDay } from '#web/lib/format.ts'
import { expectAccessible } from './axe.ts'
import { addCap, bringLeads, cellOf, openFilters, press, today, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectHeld } from './held.ts'
import { loseNextAnswer } from './lost-answer.ts'
import { openBulk, setAll } from './work-page.ts'

test.use({ boardView: null })
test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('the days are a table in which many numbers are changed at once', async ({
  page,
  capline,
  signIn,
  context,
  consoleNoise,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ada = await signIn('editor')
  const ben = await capline.signIn('editor')
  const first = await addCap(ada, { sourceNumber: '44', cap: 30 })
  for (const [source, cap] of Object.entries({ 45: 20, 46: 10 })) await addCap(ada, { sourceNumber: source, cap })
  await addCap(ada, { geo: 'FR', sourceNumber: '51', cap: 5 })
  bringLeads(capline, 6)
  await capline.sync()
  const later = addDays(today(), 3)
  consoleNoise.allow(/ERR_FAILED|409/)
  const script = /plan-cells.*\.js/
  const { promise: fetched, resolve: fetch } = Promise.withResolvers<void>()
  let isLost = true
  await page.route(script, async (route) => {
    if (isLost) return route.abort()
    await fetched
    await route.continue()
  })
  await page.goto(`/?days=${later}`)
  const grid = page.getByRole('grid')
  const listDay = async (date: string) =>
    Object.fromEntries(
      (await ada.call(capCalls.listDay, { params: { date } })).map((cap) => [cap.sourceNumber, cap.cap]),
    )
  await expect(grid.getByRole('row', { name: /DE.*3 sources/ })).toContainText('660')
  await expect(grid.getByRole('rowheader', { name: /\S B-1 #51$/ })).toBeVisible()
  await expectAccessible(page)

  await test.step('j goes to the first number and on, k back, and p asks until when its traffic is paused', async () => {
    await press(page, 'j')
    await expect(cellOf(page, '44', today())).toBeFocused()
    await press(page, 'j')
    await expect(cellOf(page, '45', today())).toBeFocused()
    await press(page, 'k', 'p')
    const pause = page.getByRole('dialog', { name: 'Pause traffic' })
    await expect(pause).toBeVisible()
    await press(page, 'Escape')
    await expect(pause).toHaveCount(0)
    await expect(cellOf(page, '44', today())).toBeFocused()
  })

  await test.step('from the search Enter goes to the first cap that it found', async () => {
    await openFilters(page)
    await page.keyboard.type('#45')
    await page.keyboard.press('Enter')
    await expect(cellOf(page, '45', today())).toBeFocused()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(cellOf(page, '44', today())).toBeVisible()
  })

  await test.step('what cannot be checked yet stays, and is saved over nobody else’s change', async () => {
    const note = grid.locator('..').getByRole('alert')
    await cellOf(page, '44', today()).click()
    await page.keyboard.type('33')
    await press(page, 'Enter')
    await expect(note).toContainText('“33”: part of this page did not load.')
    isLost = false
    await note.getByRole('button', { name: 'Go to it' }).click()
    await press(page, 'F2', 'Enter')
    await expect(note).toHaveCount(0)
    const body = buildCapDraft({ date: today(), sourceNumber: '44', cap: 31 })
    await ben.call(capCalls.update, { params: { id: first._id }, body })
    await expect(cellOf(page, '44', today())).toHaveText('31')
    fetch()
    await expect(note).toContainText('“33”: this cap was changed meanwhile.')
    expect(await listDay(today())).toMatchObject({ 44: 31 })
    await note.getByRole('button', { name: 'Go to it' }).click()
    await press(page, 'F2', 'Enter')
    await expect.poll(() => listDay(today())).toMatchObject({ 44: 33 })
    await expect(note).toHaveCount(0)
  })

  await test.step('a digit begins a number, Enter saves it and goes down', async () => {
    await cellOf(page, '44', today()).click()
    await page.keyboard.type('35')
    await page.keyboard.press('Enter')
    await expect(cellOf(page, '45', today())).toBeFocused()
    await expect(cellOf(page, '44', today())).toHaveText('35')
    await expect.poll(() => listDay(today())).toMatchObject({ 44: 35, 45: 20 })
  })

  await test.step('the terms are those of tomorrow, or of the day that is chosen above them', async () => {
    const cpa = grid.locator('[data-field$=" cpa"][aria-label*="source 51"]')
    await expect(cpa).toHaveText('–')
    await grid.getByRole('button', { name: 'Terms of another day' }).click()
    await page.getByRole('menuitem', { name: 'Show terms of today' }).click()
    await expect(cpa).not.toHaveText('–')
    await cpa.click()
    await page.keyboard.type('900')
    await press(page, 'Enter')
    const dayOf = () => ada.call(capCalls.listDay, { params: { date: today() } })
    await expect.poll(async () => (await dayOf()).find(({ geo }) => geo === 'FR')?.cpa).toBe(90_000)
    await expect(cpa).toHaveText('$900')
  })

  await test.step('a block is filled over several days in one commit, which one undo takes back', async () => {
    await cellOf(page, '44', today()).click()
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowRight', 'ControlOrMeta+r')
    await expect.poll(() => listDay(later)).toEqual({ 44: 35, 45: 20, 46: 10 })
    expect(await listDay(tomorrow())).toEqual({ 44: 35, 45: 20, 46: 10 })
    await expect(page.getByText('6 caps saved')).toBeVisible()
    await press(page, 'ControlOrMeta+z')
    await expect.poll(() => listDay(later)).toEqual({})
    expect(await listDay(tomorrow())).toEqual({})
    await expect(cellOf(page, '44', later)).toHaveText('–')
  })

  await test.step('a block that was copied is pasted onto other days, and a fifth is put on top of all of it', async () => {
    await cellOf(page, '44', today()).click()
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'ControlOrMeta+c')
    await cellOf(page, '44', later).click()
    await press(page, 'ControlOrMeta+v')
    await expect.poll(() => listDay(later)).toEqual({ 44: 35, 45: 20, 46: 10 })
    await expect(cellOf(page, '46', later)).toHaveText('10')
    await cellOf(page, '44', later).click()
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown')
    await page.keyboard.type('+20%')
    await press(page, 'ControlOrMeta+Enter')
    await expect.poll(() => listDay(later)).toEqual({ 44: 42, 45: 24, 46: 12 })
  })

  await test.step('what is typed over a number that is still being saved, or read back, is nobody else’s change', async () => {
    await page.route('**/api/caps/**', async (route) => {
      await new Promise((done) => setTimeout(done, 700))
      await route.continue()
    })
    await cellOf(page, '44', later).click()
    await page.keyboard.type('50')
    await press(page, 'Enter')
    await cellOf(page, '44', later).click()
    await page.keyboard.type('60')
    await expect.poll(() => listDay(later)).toMatchObject({ 44: 50 })
    await press(page, 'Enter')
    await expect.poll(() => listDay(later)).toMatchObject({ 44: 60 })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('what is not allowed keeps its text and says why, and the rest of the block is saved', async () => {
    consoleNoise.allow(/400/)
    await page.evaluate(() => navigator.clipboard.writeText('36\nmany\n11'))
    await cellOf(page, '44', today()).click()
    await press(page, 'ControlOrMeta+v')
    await expect.poll(() => listDay(today())).toMatchObject({ 44: 36, 45: 20, 46: 11 })
    await expect(cellOf(page, '45', today())).toHaveText('many')
    const note = grid.locator('..').getByRole('alert')
    await expect(note).toContainText('DE / source 45')
    await expectHeld(page)
    await note.getByRole('button', { name: 'Discard it' }).click()
    await expect(cellOf(page, '45', today())).toHaveText('20')
  })

  await test.step('what others change comes in, and nothing moves under the pointer or what is typed', async () => {
    const place = await cellOf(page, '46', today()).boundingBox()
    await cellOf(page, '46', today()).click()
    await page.keyboard.type('7')
    const field = grid.getByRole('textbox')
    await ben.call(capCalls.create, { body: buildCapDraft({ date: today(), geo: 'AT', sourceNumber: '90', cap: 70 }) })
    await expect(cellOf(page, '90', today())).toHaveText('70')
    await expect(field).toHaveValue('7')
    await expect(field).toBeFocused()
    expect((await field.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, -1)
    await press(page, 'Escape')
    await expect(cellOf(page, '46', today())).toBeFocused()
    await expect(cellOf(page, '46', today())).toHaveText('11')
  })

  await test.step('scrolled sideways and down, the head of a geo stays above the places of its rows', async () => {
    await page.setViewportSize({ width: 1024, height: 320 })
    const covers = () =>
      grid.evaluate((element) => {
        element.scrollTo(60, 1_000)
        const heads = [...element.querySelectorAll('[data-head]')]
        const { left } = element.getBoundingClientRect()
        const head = heads.find((each) => getComputedStyle(each).position === 'sticky')
        const box = head?.getBoundingClientRect()
        if (!head || !box || element.scrollLeft !== 60) return null
        // All along its first column, where the places of its rows pass under it.
        return [2, 12, 22].every((down) => head.contains(document.elementFromPoint(left + 40, box.top + down)))
      })
    await expect.poll(covers).toBe(true)
    await page.setViewportSize({ width: 1280, height: 720 })
    await grid.evaluate((element) => element.scrollTo(0, 0))
  })

  await test.step('Enter asks why, the arrows go on with it', async () => {
    await press(page, 'Enter')
    await expect(page).toHaveURL(/cap=/)
    await expect(page.locator('aside:focus')).toBeVisible()
    const asked = page.url()
    await press(page, 'ArrowUp')
    await expect(page).not.toHaveURL(asked)
    await page.goBack()
    await expect(page).not.toHaveURL(/cap=/)
    await expect(page.locator('[data-cap-id]:focus'), 'the number of the cap that was shown last').toBeVisible()
  })

  await test.step('a cap is copied to another day by a button, and by a drag onto it; days show what is planned', async () => {
    const chips = page.getByRole('group', { name: 'Days on the board' })
    const [fourth, fifth] = [addDays(today(), 4), addDays(today(), 5)]
    await expect(chips.getByRole('button', { name: formatDay(fourth) })).toHaveAccessibleDescription('Not planned')
    await page.getByRole('button', { name: 'Copy to…' }).click()
    await page.getByRole('dialog').locator(`[data-day="${fourth}"]`).first().click()
    await expect.poll(() => listDay(fourth)).toEqual({ 45: 20 })
    await expect(grid.getByRole('columnheader', { name: formatDay(fourth) }).first()).toBeVisible()
    await expect(chips.getByRole('button', { name: formatDay(fourth) })).toHaveAccessibleDescription('0 of 20')
    const delivered = grid.locator(`[draggable=true]:has(+ [data-field="${today()} cap"][aria-label*="source 44,"])`)
    await delivered.dragTo(chips.getByRole('button', { name: formatDay(fifth) }))
    await expect.poll(() => listDay(fifth)).toEqual({ 44: 36 })
    // Where it stands already, the reason is said: no row is beside it.
    await delivered.dragTo(chips.getByRole('button', { name: formatDay(fifth) }))
    await expect(page.getByRole('alert').filter({ hasText: /^A cap for .+ already exists on / })).toBeVisible()
    // A day to come has a handle where nothing is delivered yet.
    const handle = grid.locator(`[draggable=true]:has(+ [data-field="${fourth} cap"])`).first()
    await handle.dragTo(chips.getByRole('button', { name: formatDay(fifth) }))
    await expect.poll(() => listDay(fifth)).toEqual({ 44: 36, 45: 20 })
    await handle.click()
    await expect(page).toHaveURL(/cap=/)
    await page.goBack()
  })

  await test.step('a cap that is deleted leaves the focus in its cell', async () => {
    await cellOf(page, '45', addDays(today(), 4)).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.locator('[role=gridcell]:focus')).toHaveAccessibleName(/source 45.*: none$/)
  })

  await test.step('it is sorted, narrowed and freed of columns, and the address keeps all of it', async () => {
    await grid.getByRole('button', { name: 'Delivered' }).first().click()
    await expect(grid.getByRole('row').nth(2)).toContainText('#44')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitem', { name: 'Hide CRG' }).click()
    await expect(grid.getByRole('columnheader', { name: 'CRG' })).toHaveCount(0)
    await page.reload()
    await expect(grid.getByRole('row').nth(2)).toContainText('#44')
    await expect(grid.getByRole('columnheader', { name: 'CRG' })).toHaveCount(0)
    await expect(grid.getByRole('columnheader', { name: formatDay(later) })).toBeVisible()
    await page.getByText('Compact', { exact: true }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.goBack()
    await expect(grid).toBeVisible()
  })

  await test.step('a view is kept under a name, and opened from anywhere', async () => {
    await page.getByRole('button', { name: 'Views' }).click()
    const name = page.getByRole('textbox', { name: 'Save the current board as' })
    await name.fill('By delivery')
    await loseNextAnswer(page, '**/api/board-views')
    await page.keyboard.press('Enter')
    await expect(name).toHaveAccessibleDescription(callTexts.unreachable)
    await page.keyboard.press('Enter')
    await expect(page.getByText('View “By delivery” saved')).toBeVisible()
    await expect(name).toHaveAccessibleDescription('')
    await page.goto('/')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'By delivery', exact: true }).click()
    await expect(page).toHaveURL(/sort=delivered/)
    await expect(page).toHaveURL(/hide=crg/)
  })

  await test.step('after all of its caps were changed the keys go on in the table', async () => {
    await page.getByText('Table', { exact: true }).click()
    await expect(cellOf(page, '44', today())).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('combobox', { name: 'Command or day' })).toBeFocused()
    await page.keyboard.type('Select all caps')
    await page.keyboard.press('Enter')
    const dialog = await openBulk(page, 'Edit')
    await setAll(dialog, '+1')
    await dialog.getByRole('button', { name: /^Change \d+ caps$/ }).click()
    await expect(dialog).toBeHidden()
    await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1)
  })
})
