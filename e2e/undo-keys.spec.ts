import { capCalls } from '#contract/caps.ts'
import { pauseCalls } from '#contract/pauses.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { storageKeys } from '#web/lib/storage.ts'
import { expectToast } from './admin-page.ts'
import { addCap, cardOf, cellOf, columnOf, dialogOf, expectValues, fillIn, openBoard, today } from './board-page.ts'
import { expect, test } from './capline.ts'
import { openPlanned, plannedOf, undoToastOf, untilOffered } from './work-page.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('the keys of the step back never mean an older change than one that is being saved', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/status of 409/)
  const ada = await signIn('editor')
  for (const [sourceNumber, cap] of Object.entries({ 44: 40, 45: 30 })) await addCap(ada, { sourceNumber, cap })
  const listed = async () =>
    Object.fromEntries(
      (await ada.call(capCalls.listDay, { params: { date: today() } })).map(({ sourceNumber, cap }) => [
        sourceNumber,
        cap,
      ]),
    )
  const undone: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/undo') && undone.push(request.url())))
  await page.goto('/?view=table')
  const write = async (source: string, number: string) => {
    await cellOf(page, source, today()).click()
    await page.keyboard.type(number)
    await page.keyboard.press('Enter')
  }
  await write('44', '35')
  await expect(undoToastOf(page)).toBeVisible()
  const held: (() => void)[] = []
  await page.route('**/api/caps/batches', async (route) => {
    if (held.length < 2) await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  const letGo = async (count: number) => {
    await expect.poll(() => held.length).toBe(count)
    held[count - 1]?.()
  }
  // The second waits for the first, and is not sent yet.
  await write('45', '41')
  await write('45', '42')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText('A change is still being saved. Press again to undo.')).toBeVisible()
  for (const count of [1, 2]) await untilOffered(page, () => letGo(count))
  await expect.poll(listed).toEqual({ 44: 35, 45: 42 })
  expect(undone).toEqual([])
  await expect(page.getByText('Cap updated')).toHaveCount(1)
  await expect(cellOf(page, '45', today())).toHaveText('42')
  // One that is still running is no refusal: the same is asked for again.
  await page.route('**/undo', (route) => route.fulfill({ status: 409, json: { message: callTexts.keyRunning } }), {
    times: 1,
  })
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText(callTexts.keyRunning)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(listed).toEqual({ 44: 35, 45: 41 })

  const ben = await capline.signIn('editor')
  const quickAdd = page.getByRole('button', { name: 'Quick add tomorrow' })
  const form = dialogOf(page, 'Add new cap')
  await test.step('they are nothing of whoever signs in next in this tab, also what was still on its way', async () => {
    await quickAdd.click()
    await fillIn(form, { geo: 'AT', advertiserId: 'B-1', sourceNumber: '46', cap: '9' })
    await form.getByRole('button', { name: 'Create cap' }).click()
    await expect(form).toHaveCount(0)
    await quickAdd.click()
    await expectValues(form, { advertiserId: 'B-1' })
    await page.keyboard.press('Escape')
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/caps/batches', async (route) => {
      await answered
      await route.fallback()
    })
    await write('44', '36')
    const other = await page.context().newPage()
    await other.goto('/')
    await other.evaluate((keys) => {
      for (const key of [keys.token, keys.member]) localStorage.removeItem(key)
      localStorage.setItem(keys.signedOut, String(Date.now()))
    }, storageKeys)
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
    await other.evaluate(
      ([keys, token, member]) => {
        localStorage.setItem(keys.token, token)
        localStorage.setItem(keys.member, member)
      },
      [storageKeys, ben.token, JSON.stringify(ben.member)] as const,
    )
    await other.close()
    await expect(cellOf(page, '44', today())).toHaveText('35')
    await expect(undoToastOf(page)).toHaveCount(0)
    answer()
    await expect(cellOf(page, '44', today())).toHaveText('36')
    await quickAdd.click()
    await expectValues(form, { advertiserId: '' })
    await page.keyboard.press('Escape')
    undone.length = 0
    await page.keyboard.press('ControlOrMeta+z')
    await write('45', '50')
    await expect.poll(listed).toEqual({ 44: 36, 45: 50 })
    expect(undone).toEqual([])
    await expect(undoToastOf(page)).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(listed).toEqual({ 44: 36, 45: 41 })
    await expect(page.getByRole('button', { name: 'Redo' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect.poll(listed).toEqual({ 44: 36, 45: 50 })
    expect(undone).toHaveLength(2)
  })
})

test('the keys of the step back mean the last change, whatever it was, also once its toast is gone', async ({
  page,
  signIn,
}) => {
  const ada = await signIn('editor')
  await addCap(ada, { cap: 40 })
  await openBoard(page)
  const planned = plannedOf(page, '44')
  const closeOffer = async (way: 'Undo' | 'Redo') => {
    const offer = page.getByRole('alert').filter({ has: page.getByRole('button', { name: way, exact: true }) })
    await offer.getByRole('button', { name: 'Close this message' }).click()
    await expect(offer).toHaveCount(0)
  }
  await page.keyboard.press('ControlOrMeta+z')
  await expectToast(page, 'Nothing to undo.')
  await openPlanned(page, '44')
  await page.keyboard.type('35')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Cap updated')
  await cardOf(columnOf(page, 'Today'), '44').getByRole('checkbox').focus()
  await page.keyboard.press('p')
  const pause = page.getByRole('dialog').getByRole('button', { name: /^Pause until/ })
  await expect(pause).toBeFocused()
  await expect(pause).not.toHaveAttribute('data-disabled')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Paused: DE / B-1 / source 44, until tonight')
  await closeOffer('Undo')
  const isPaused = async () => (await ada.call(pauseCalls.listStanding, {})).length === 1
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(isPaused).toBe(false)
  await expect(planned).toHaveText('35')
  await closeOffer('Redo')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(planned).toHaveText('40')
  await closeOffer('Redo')
  await untilOffered(page, () => page.keyboard.press('ControlOrMeta+Shift+z'))
  await expect(planned).toHaveText('35')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect.poll(isPaused).toBe(true)
})
