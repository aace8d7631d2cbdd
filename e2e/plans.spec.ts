import { planCalls } from '#contract/plans.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { planTexts } from '#contract/texts/plans.ts'
import { addDays, weekdayOf } from '#domain/kernel/day.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { buildPlan } from '#testing/plans.ts'
import { closeToasts, expectProblemAt, expectToast } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { addCap, today } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'
import { loseNextAnswer } from './lost-answer.ts'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

test('somebody plans the weeks ahead, sees what that does first, and takes days off', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  consoleNoise.allow(/status of 40[049]|net::ERR/)
  const editor = await signIn('editor')
  await insertAdvertiser(capline.db)
  await capline.db.insertInto('publishers').values({ id: 'p', source_number: '52', name: 'Northwind' }).execute()
  await page.goto('/plans')
  const plans = page.getByRole('table', { name: 'Plans' })
  const dialog = page.getByRole('dialog')

  await test.step('a mistake is told at its field, and nothing is lost', async () => {
    await page.getByRole('button', { name: 'Add plan' }).click()
    await dialog.getByLabel('Geo').fill('de')
    await dialog.getByLabel('Advertiser ID').fill('B-1')
    const source = dialog.getByRole('combobox', { name: 'Source' })
    await source.fill('northwind')
    await page.keyboard.press('Tab')
    await expect(source).toHaveValue('52')
    await source.fill('44')
    for (const day of WEEKDAYS) await dialog.getByLabel(day).fill('20')
    await dialog.getByLabel('Working hours').fill('10-18 Berlin')
    await dialog.getByRole('button', { name: 'Show the next 4 weeks' }).click()
    const hours = dialog.getByLabel('Working hours')
    await expect(hours).toHaveAttribute('aria-invalid', 'true')
    await hours.fill('10-18 Europe/Berlin')
    await dialog.getByLabel('Last day').fill('2020-01-01')
    await dialog.getByRole('button', { name: 'Show the next 4 weeks' }).click()
    await expectProblemAt(dialog.getByLabel('Last day'), planTexts.endsBeforeStart)
    await dialog.getByLabel('Last day').fill('')
  })

  await test.step('what it does is shown a day a line, then saved', async () => {
    await dialog.getByRole('button', { name: 'Show the next 4 weeks' }).click()
    await expect(dialog.getByRole('row', { name: /New cap/ })).toHaveCount(28)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save plan' }).click()
    await expectToast(page, planTexts.saved)
    await expect(plans.getByRole('row', { name: /DE \/ B-1 \/ source 44.*10:00-18:00 Europe\/Berlin/ })).toBeVisible()
    const made = await capline.db.selectFrom('caps').select('id').execute()
    expect(made).toHaveLength(8)
  })

  await test.step('a change holds from a day on', async () => {
    await plans.getByRole('button', { name: 'Change DE / B-1 / source 44' }).click()
    const from = addDays(today(), 2)
    await dialog.getByLabel('What changes').selectOption('From a day on')
    await dialog.getByLabel(WEEKDAYS[weekdayOf(from) - 1] ?? '').fill('')
    await dialog.getByLabel('Change it from').fill(today())
    await expect(dialog.getByLabel('First day')).toBeVisible()
    await dialog.getByLabel('Change it from').fill(from)
    await expect(dialog.getByLabel('First day'), 'the days before stay').toBeHidden()
    await dialog.getByRole('button', { name: 'Show the next 4 weeks' }).click()
    await expect(dialog.getByRole('row')).toHaveText([
      /What happens/,
      /Taken away/,
      ...Array<RegExp>(17).fill(/New cap/),
      ...Array<RegExp>(7).fill(/Stays/),
    ])
    await dialog.getByRole('button', { name: 'Save plan' }).click()
    await expect(plans.getByRole('row')).toHaveCount(3)
  })

  await test.step('what somebody else changes meanwhile comes beside what was typed, and both are saved', async () => {
    await closeToasts(page)
    await plans.getByRole('button', { name: 'Change DE / B-1 / source 44' }).last().click()
    // Neither day is the one without a cap.
    const [mine = 0, other = 0] = [3, 4].map((days) => weekdayOf(addDays(today(), days)) - 1)
    await dialog.getByLabel(WEEKDAYS[mine] ?? '').fill('31')
    const plan = (await editor.call(planCalls.list, {})).find(({ lastDay }) => lastDay === null)
    if (!plan) throw new Error('there is no plan without an end')
    const { _id: id, numbers, workingHours, everyWeeks, firstDay } = plan
    const change = { workingHours, everyWeeks, firstDay, from: firstDay, cpa: 900, note: 'Elsewhere' }
    const theirs = { ...change, numbers: numbers.map((number, at) => (at === other ? 32 : at === mine ? 30 : number)) }
    await dialog.getByLabel('Note').fill('Mine')
    await editor.call(planCalls.change, { params: { id }, body: theirs })
    await dialog.getByRole('button', { name: 'Show the next 4 weeks' }).click()
    await expect(page.getByText(planTexts.stale).first()).toBeVisible()
    await expect(dialog.getByLabel('CPA')).toHaveValue('900')
    await expect(dialog.getByText(callTexts.changedTo('Elsewhere'))).toBeVisible()
    await expect(dialog.getByText(`${WEEKDAYS[mine]}: ${callTexts.changedTo('30')}`)).toBeVisible()
    await expect(dialog.locator('[aria-invalid="true"]'), 'the day and the note').toHaveCount(2)
    await expect(dialog.getByLabel(WEEKDAYS[mine] ?? '')).toHaveValue('31')
    await expect(dialog.getByLabel(WEEKDAYS[other] ?? '')).toHaveValue('32')
    await dialog.getByRole('button', { name: 'Show the next 4 weeks' }).click()
    await dialog.getByRole('button', { name: 'Save plan' }).click()
    await expectToast(page, planTexts.saved)
    const saved = (await editor.call(planCalls.list, {})).find(({ lastDay }) => lastDay === null)
    expect(saved).toMatchObject({ note: 'Mine', cpa: 90_000 })
    expect([saved?.numbers[mine], saved?.numbers[other]]).toEqual([31, 32])
    await closeToasts(page)
  })

  await test.step('one day of a plan is changed, and taken back', async () => {
    await plans.getByRole('button', { name: 'Change DE / B-1 / source 44' }).first().click()
    await dialog.getByLabel('What changes').selectOption('One day only')
    await dialog.getByLabel('Leads on this day').fill('7')
    await dialog.getByRole('button', { name: 'Show the day' }).click()
    await expect(dialog.getByRole('row', { name: /20 → 7 Changed/ })).toBeVisible()
    await dialog.getByRole('button', { name: 'Save day' }).click()
    await expectToast(page, planTexts.daySaved)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, `Undone: ${planTexts.daySaved}`)
    await plans.getByRole('button', { name: 'History of DE / B-1 / source 44' }).first().click()
    await expect(dialog.getByRole('listitem').first()).toContainText('Changed: days from')
    await page.keyboard.press('Escape')
    await closeToasts(page)
  })

  await test.step('plans are made of a day', async () => {
    await addCap(editor, { sourceNumber: '51', cap: 7 })
    await addCap(editor, { sourceNumber: '52', cap: 8 })
    await insertAdvertiser(capline.db, 'B-2', 'Gone')
    await addCap(editor, { sourceNumber: '53', cap: 9, advertiserId: 'B-2' })
    await capline.db.deleteFrom('advertisers').where('advertiser_id', '=', 'B-2').execute()
    await page.getByRole('button', { name: 'Make plans of a day…' }).click()
    await expect(dialog.getByLabel('Of the day')).toBeFocused()
    await dialog.getByLabel('First day').fill(addDays(today(), 40))
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByText('1 cap has a plan on these days already.')).toBeVisible()
    await expect(dialog.getByText(planTexts.gone(1))).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Make 2 plans' })).toBeVisible()
    const [wide, make] = [dialog.getByLabel('Only caps with'), dialog.getByRole('button', { name: 'Make 2 plans' })]
    const beyond = async () => endOf(await make.boundingBox()) - endOf(await wide.boundingBox())
    await expect.poll(beyond, 'at the edge of the dialog').toBeCloseTo(0, 0)
    const ofDay = dialog.getByLabel('Of the day')
    await ofDay.fill('30 Nobember')
    await ofDay.press('Enter')
    await expect(ofDay).toHaveAccessibleDescription(planTexts.ofDay)
    await expect(dialog.getByRole('button', { name: 'No caps to plan' })).toBeDisabled()
    await ofDay.fill(today())
    await expect(dialog.getByRole('button', { name: 'Make 2 plans' })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Only caps with').fill('northwind')
    await expect(dialog.getByRole('button', { name: 'Make 1 plan' })).toBeVisible()
    await dialog.getByLabel('Only caps with').fill('#52')
    await dialog.getByRole('button', { name: 'Make 1 plan' }).click()
    await expect(plans.getByRole('row', { name: /DE \/ B-1 \/ source 52/ })).toBeVisible()
    const search = page.getByLabel('Search plans')
    for (const text of ['northwind', '#52']) {
      await search.fill(text)
      await expect(plans.getByRole('row')).toHaveText([/^Place/, /source 52.*Northwind/])
    }
    await search.fill('')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(plans.getByRole('row')).toHaveCount(3)
    await closeToasts(page)
  })

  await test.step('a geo is off on a day', async () => {
    const off = page.getByRole('form', { name: 'Add a day off' })
    await off.getByLabel('Geo').fill('DE')
    await off.getByLabel('Day', { exact: true }).fill(addDays(today(), 1))
    await off.getByLabel('Name').fill('A holiday')
    await off.getByRole('button', { name: 'Add day off' }).click()
    await expectToast(page, planTexts.dayOff.added)
    const daysOff = page.getByRole('table', { name: 'Days off' })
    await expect(daysOff).toContainText('A holiday')
    await expect(off.getByLabel('Day', { exact: true })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await off.getByLabel('Name').fill('The day after')
    await off.getByLabel('Name').press('Enter')
    await expect(daysOff.getByRole('row')).toHaveText([/^Day/, /DE\s*A holiday/, /DE\s*The day after/])
    await expect
      .poll(() => capline.db.selectFrom('caps').select('id').where('source_number', '=', '44').execute())
      .toHaveLength(6)
  })

  await test.step('for the next day off all stays, and the same once more is refused', async () => {
    const off = page.getByRole('form', { name: 'Add a day off' })
    await off.getByLabel('Geo').fill('FR')
    await off.getByLabel('Name').fill('Half a day')
    await off.getByLabel('What happens').selectOption('Own number')
    await off.getByLabel('Leads').fill('5')
    await off.getByLabel('Leads').press('Enter')
    await expect(off.getByLabel('Day', { exact: true })).toBeFocused()
    await expect(off.getByLabel('Geo')).toHaveValue('FR')
    await off.getByLabel('Leads').press('Enter')
    await expect(off.getByText(planTexts.dayOff.exists)).toBeVisible()
    const daysOff = page.getByRole('table', { name: 'Days off' })
    const row = daysOff.getByRole('row', { name: /Half a day/ })
    const remove = await row.getByRole('button', { name: /^Delete/ }).boundingBox()
    expect(endOf(remove), 'at the edge of the table').toBeGreaterThan(endOf(await daysOff.boundingBox()) - 20)
  })

  await test.step('public holidays are chosen', async () => {
    await page.getByRole('button', { name: 'Choose public holidays…' }).click()
    await dialog.getByLabel(/Christmas Day/).check()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.getByRole('button', { name: 'Add 1 day off' }).click()
    const daysOff = page.getByRole('table', { name: 'Days off' })
    await expect(daysOff).toContainText('Christmas Day')
    await closeToasts(page)
    await daysOff.getByRole('button', { name: 'Delete Christmas Day of DE' }).click()
    await expect(daysOff).not.toContainText('Christmas Day')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(daysOff).toContainText('Christmas Day')
    await page.getByRole('button', { name: 'History of days off' }).click()
    await expect(dialog.getByRole('listitem').first()).toContainText('Added (undo): Christmas Day of DE')
    await page.keyboard.press('Escape')
    await closeToasts(page)
  })

  await test.step('a small desk shows a plan in three lines, whatever its note', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    const note = 'Half on Saturdays, nothing on Sundays, and none of it on the last day of a month'
    const body = { plans: [buildPlan({ sourceNumber: '45', firstDay: today(), everyWeeks: 2, note })] }
    const {
      plans: [made],
    } = await editor.call(planCalls.create, { body })
    const row = plans.getByRole('row', { name: 'source 45' })
    await expect(row).toContainText(note)
    await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(90)
    await page.setViewportSize({ width: 1280, height: 720 })
    await editor.call(planCalls.remove, { params: { id: made?._id ?? '' } })
    await expect(row).toHaveCount(0)
  })

  await test.step('a plan is deleted with what nobody changed', async () => {
    await plans.getByRole('button', { name: 'Delete DE / B-1 / source 44' }).last().click()
    await dialog.getByRole('button', { name: 'Delete plan' }).click()
    await expectToast(page, planTexts.deleted)
    await expect(plans.getByRole('row')).toHaveCount(2)
    await closeToasts(page)
    await expectFit(page)
  })

  await test.step('a day off that is deleted again after a lost answer is told as deleted', async () => {
    // The list does not come again either.
    await page.route('**/api/days-off', (route) => route.abort())
    await loseNextAnswer(page, '**/api/days-off/*')
    const button = page.getByRole('button', { name: 'Delete A holiday of DE' })
    await button.click()
    await expectToast(page, callTexts.unreachable)
    await button.click()
    await expectToast(page, planTexts.dayOff.deleted)
  })
})

/** Where it ends at its right. */
function endOf(box: { x: number; width: number } | null): number {
  return box ? box.x + box.width : Number.NaN
}
