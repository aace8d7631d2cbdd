import { pauseCalls } from '#contract/pauses.ts'
import { addDays } from '#domain/kernel/day.ts'
import { addMilliseconds, DAY, formatInstant, HOUR, MINUTE } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { formatDayFrom } from '#web/lib/format.ts'
import { closeToasts, expectToast } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { addCap, cardOf, columnOf, columnsOf, openBoard, today, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'
import { loseNextAnswer } from './lost-answer.ts'

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('traffic is paused with one key, and flows again', async ({ page, signIn, consoleNoise }) => {
  const editor = await signIn('editor')
  await addCap(editor, { cap: 40, workingHours: '24/7' })
  await addCap(editor, { cap: 25, sourceNumber: '51', workingHours: '24/7' })
  await openBoard(page)
  const column = columnOf(page, 'Today')
  const card = cardOf(column, '44')
  const dialog = page.getByRole('dialog', { name: 'Pause traffic' })

  await test.step('p on a cap asks until when; it stays planned, and says that it is paused', async () => {
    await card.getByRole('checkbox').focus()
    await page.keyboard.press('p')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Pause until/ })).not.toHaveAttribute('data-disabled')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('too many duplicates')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Paused: DE / B-1 / source 44, until tonight')
    await expect(card).toContainText('Paused until tonight')
    await expect(column.getByRole('paragraph').filter({ hasText: 'delivered' })).toContainText(
      'of 65 delivered40 paused',
    )
    await expect(page.getByRole('region', { name: 'Paused traffic' })).toContainText(
      'DE / B-1 / source 44 until tonight',
    )
    expect(await editor.call(pauseCalls.listStanding, {})).toMatchObject([{ note: 'too many duplicates', leads: 0 }])
  })

  await test.step('a menu lets it flow again, which can be undone, also where the answer was lost', async () => {
    consoleNoise.allow(/ERR_FAILED/)
    await closeToasts(page)
    await loseNextAnswer(page, '**/api/pauses/end')
    await card.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Resume DE / B-1 / source 44' }).click()
    await expectToast(page, 'Resumed: DE / B-1 / source 44')
    await expect(card).not.toContainText('Paused')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card).toContainText('Paused until tonight')
  })

  await test.step('the list of what is paused ends it too', async () => {
    await page.getByRole('button', { name: 'Show pauses' }).click()
    const list = page.getByRole('dialog', { name: 'Paused traffic' })
    await expect(list.getByRole('listitem').first()).toContainText('quality, “too many duplicates”')
    await expectAccessible(page)
    await list.getByRole('button', { name: 'Resume' }).click()
    await expect(list).toContainText('Nothing is paused.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Paused traffic' })).toHaveCount(0)
  })

  await test.step('p and Enter are enough, also where the answer was lost', async () => {
    await closeToasts(page)
    await card.getByRole('checkbox').focus()
    await page.keyboard.press('p')
    await expect(dialog.getByRole('button', { name: /^Pause until/ })).toBeFocused()
    await expect(dialog.getByRole('button', { name: /^Pause until/ })).not.toHaveAttribute('data-disabled')
    await loseNextAnswer(page, '**/api/pauses')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(card).toContainText('Paused until tonight')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card).not.toContainText('Paused')
  })

  await test.step('many at once, from a selection, but those that somebody paused for longer', async () => {
    const longer = { scopes: [{ geo: 'DE', advertiserId: 'B-1', sourceNumber: '51' }], reason: 'other' as const }
    await editor.call(pauseCalls.begin, { body: longer })
    await expect(cardOf(column, '51')).toContainText('Paused')
    await card.getByRole('checkbox').check()
    await cardOf(column, '51').getByRole('checkbox').check()
    await page.getByRole('region', { name: 'Selected caps' }).getByRole('button', { name: 'Pause' }).click()
    await dialog.getByRole('button', { name: '1 hour' }).click()
    await expect(dialog).toContainText('1 of them is paused that long already, and stays so.')
    await dialog.getByRole('button', { name: /^Pause 1 cap/ }).click()
    await expect(card).toContainText('Paused until')
    const standing = await editor.call(pauseCalls.listStanding, {})
    expect(standing.map(({ sourceNumber, reason }) => `${sourceNumber} ${reason}`).toSorted()).toEqual([
      '44 quality',
      '51 other',
    ])
    expect(standing.find(({ sourceNumber }) => sourceNumber === '51')?.until).toBeNull()
  })

  await test.step('a source is paused from a phone until a time that is typed', async () => {
    await addCap(editor, { sourceNumber: '77', workingHours: '24/7' })
    await page.setViewportSize({ width: 375, height: 700 })
    await openBoard(page)
    const other = cardOf(column, '77')
    await other.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Pause traffic' }).click()
    await dialog.getByRole('combobox', { name: 'What' }).selectOption({ label: 'All of source 77' })
    const until = dialog.getByLabel('Until, at')
    await until.fill('25:00')
    await until.press('Enter')
    await expect(until).toHaveAccessibleDescription('Time must be HH:MM from 00:00 to 23:59, for example 08:00.')
    await until.fill('14:00')
    await expectFit(page)
    await dialog.getByRole('button', { name: 'Pause source 77 until 14:00' }).click()
    await expect(other).toContainText(/Paused until.*14:00/)
    expect(await editor.call(pauseCalls.listStanding, {})).toContainEqual(
      expect.objectContaining({ geo: null, advertiserId: null, sourceNumber: '77', way: 'board' }),
    )
  })
})

test('what is over by the clock is shown no more', async ({ page, signIn }) => {
  const editor = await signIn('editor')
  const now = systemClock.now()
  const begin = (sourceNumber: string, minutes: number) => {
    const until = formatInstant(addMilliseconds(now, minutes * MINUTE))
    return editor.call(pauseCalls.begin, { body: { scopes: [{ sourceNumber }], until, reason: 'other' } })
  }
  await begin('44', 10)
  await begin('51', 60)
  await page.clock.install({ time: now })
  await openBoard(page)
  const said = page.getByRole('region', { name: 'Paused traffic' }).getByRole('paragraph')
  await expect(said).toContainText('source 44 until')
  await page.clock.fastForward('12:00')
  await expect(said).toHaveText(/^Paused source 51 until .*\d\d:\d\d$/)
  await page.getByRole('button', { name: 'Show pauses' }).click()
  const list = page.getByRole('dialog', { name: 'Paused traffic' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

test('what is paused from tomorrow on keeps nobody from pausing today', async ({ page, signIn }) => {
  const editor = await signIn('editor')
  await addCap(editor, { workingHours: '24/7' })
  await addCap(editor, { workingHours: '24/7', date: tomorrow() })
  const scopes = [{ geo: 'DE', advertiserId: 'B-1', sourceNumber: '44' }]
  const from = formatInstant(zoneOf(DEFAULT_ZONE).startOf(tomorrow()))
  await editor.call(pauseCalls.begin, { body: { scopes, from, reason: 'other' } })
  await openBoard(page)
  await expect(cardOf(columnOf(page, 'Tomorrow'), '44')).toContainText('Paused')
  for (const day of ['Today', 'Tomorrow'] as const)
    await cardOf(columnOf(page, day), '44').getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Selected caps' }).getByRole('button', { name: 'Pause' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause traffic' })
  await expect(dialog).toContainText('All of them are paused from now until then, whatever their day.')
  await expect(dialog.getByRole('button', { name: '1 hour' })).toHaveCount(0)
  await dialog.getByLabel('Until, at').fill('14:00')
  await expect(
    dialog.getByRole('button', { name: `Pause 1 cap until ${formatDayFrom(today(), tomorrow())}, 14:00` }),
  ).toBeVisible()
  await dialog.getByLabel('Until, at').fill('')
  await dialog
    .getByRole('button', { name: `Pause 1 cap until ${formatDayFrom(today(), addDays(tomorrow(), 1))}, 00:00` })
    .click()
  await expect(cardOf(columnOf(page, 'Today'), '44')).toContainText('Paused')
  await expectToast(page, 'Paused: DE / B-1 / source 44, until somebody resumes it')
  expect(await editor.call(pauseCalls.listStanding, {})).toHaveLength(2)

  await test.step('a row of the table without a cap of today says what is paused of tomorrow', async () => {
    await addCap(editor, { sourceNumber: '51', date: addDays(today(), -1) })
    await addCap(editor, { sourceNumber: '51', date: tomorrow() })
    await editor.call(pauseCalls.begin, { body: { scopes: [{ sourceNumber: '51' }], from, reason: 'other' } })
    await page.goto(`/?days=${addDays(today(), -1)}&view=table`)
    await expect(page.getByRole('rowheader').filter({ hasText: '#51' })).toContainText('Paused')
  })
})

test('of several caps one keeps its own longer pause, also under a wider one, and a shorter one its reason and note', async ({
  page,
  signIn,
}) => {
  const editor = await signIn('editor')
  await addCap(editor, { workingHours: '24/7' })
  await addCap(editor, { sourceNumber: '51', workingHours: '24/7' })
  await addCap(editor, { sourceNumber: '77', workingHours: '24/7' })
  const until = addMilliseconds(systemClock.now(), 3 * DAY)
  const scopes = [{ geo: 'DE', advertiserId: 'B-1', sourceNumber: '51' }]
  await editor.call(pauseCalls.begin, { body: { scopes, until: formatInstant(until), reason: 'partner' } })
  await editor.call(pauseCalls.begin, { body: { scopes: [{ sourceNumber: '51' }], reason: 'other' } })
  const soon = formatInstant(addMilliseconds(systemClock.now(), HOUR))
  const shorter = { scopes: [{ geo: 'DE', advertiserId: 'B-1', sourceNumber: '77' }], until: soon }
  await editor.call(pauseCalls.begin, { body: { ...shorter, reason: 'budget', note: 'spent' } })
  await openBoard(page)
  const column = columnOf(page, 'Today')
  await expect(cardOf(column, '51')).toContainText('Paused')
  for (const source of ['44', '51', '77']) await cardOf(column, source).getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Selected caps' }).getByRole('button', { name: 'Pause' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause traffic' })
  await dialog.getByRole('button', { name: 'Next day 09:00' }).click()
  await expect(dialog).toContainText('1 of them is paused that long already, and stays so.')
  await expect(dialog).toContainText('What is paused already keeps its reason and note')
  await dialog.getByRole('button', { name: /^Pause 2 caps/ }).click()
  await expect(cardOf(column, '44')).toContainText('Paused until')
  const standing = await editor.call(pauseCalls.listStanding, {})
  expect(standing).toContainEqual(expect.objectContaining({ until, reason: 'partner' }))
  const morning = standing.find(({ sourceNumber }) => sourceNumber === '44')?.until
  expect(standing).toContainEqual(expect.objectContaining({ until: morning, reason: 'budget', note: 'spent' }))
})

test('a pause that is changed keeps what nobody changes of it', async ({ page, signIn, consoleNoise }) => {
  const editor = await signIn('editor')
  await addCap(editor, { workingHours: '24/7' })
  const until = addMilliseconds(systemClock.now(), 3 * DAY)
  const body = { scopes: [{ sourceNumber: '44' }], until: formatInstant(until), note: 'asked twice' }
  await editor.call(pauseCalls.begin, { body: { ...body, reason: 'partner' } })
  const readPauses = () => editor.call(pauseCalls.listStanding, {})
  await openBoard(page)
  const card = cardOf(columnOf(page, 'Today'), '44')
  const dialog = page.getByRole('dialog', { name: 'Pause traffic' })
  const what = dialog.getByRole('combobox', { name: 'What' })
  const open = async () => {
    await card.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Change the pause' }).click()
  }

  await test.step('it begins with its scope, end, reason and note', async () => {
    await expect(card).toContainText('Paused until')
    await open()
    await expect(what.getByRole('option', { selected: true })).toHaveText('All of source 44')
    await expect(dialog.getByRole('button', { name: 'As it is', pressed: true })).toBeVisible()
    await expect(dialog.getByRole('combobox', { name: 'Reason' })).toHaveValue('partner')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await open()
    await dialog.getByRole('textbox', { name: 'Note' }).fill('asked three times')
    await page.keyboard.press('Escape')
    await expect(dialog).toContainText('Discard what you typed?')
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.getByRole('button', { name: /^Pause/ }).click()
    await expect(dialog).toHaveCount(0)
    expect(await readPauses()).toMatchObject([
      { geo: null, sourceNumber: '44', until, reason: 'partner', note: 'asked three times' },
    ])
    await page.getByRole('button', { name: 'Show pauses' }).click()
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'History of the pauses' })
    await expect(history.getByRole('listitem')).toContainText(['Changed the pause of source 44', 'Paused source 44'])
    // A second Esc in the moment in which the dialog above goes.
    await page.evaluate(() => {
      const count = document.querySelectorAll('[role="dialog"]').length
      const observer = new MutationObserver(() => {
        if (document.querySelectorAll('[role="dialog"]').length === count) return
        observer.disconnect()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('another scope is another pause; one without an end stays so', async () => {
    await open()
    await what.selectOption({ label: 'This cap: DE / B-1 / source 44' })
    await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('')
    await expect(dialog.getByRole('button', { name: 'As it is' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Until resumed' }).click()
    await dialog.getByRole('button', { name: /^Pause/ }).click()
    await expect(dialog).toHaveCount(0)
    await expect.poll(readPauses).toHaveLength(2)
    await expect(card).not.toContainText('Paused until')
    await open()
    await expect(what.getByRole('option', { selected: true })).toHaveText('This cap: DE / B-1 / source 44')
    await expect(dialog.getByRole('button', { name: 'Until resumed', pressed: true })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('from a day that is over it is changed too', async () => {
    const past = addDays(today(), -3)
    await addCap(editor, { workingHours: '24/7', date: past })
    await page.goto(`/?days=${past}`)
    await cardOf(columnsOf(page).first(), '44').getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Pause traffic' }).click()
    await expect(dialog).toContainText('DE / B-1 / source 44 is paused until somebody resumes it.')
    await expect(dialog.getByRole('button', { name: 'Until resumed', pressed: true })).toBeVisible()
  })

  await test.step('nothing is paused before it is known what is paused already', async () => {
    consoleNoise.allow(/503/)
    await page.route('**/api/pauses', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 503, json: { message: 'Later.' } })
        : route.continue(),
    )
    await page.reload()
    await cardOf(columnsOf(page).first(), '44').getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Pause traffic' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Later.')
    await page.keyboard.press('Enter')
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog).toContainText('DE / B-1 / source 44 is paused until somebody resumes it.')
    await expect(readPauses()).resolves.toHaveLength(2)
  })
})
