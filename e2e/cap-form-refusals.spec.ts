import type { Locator } from '@playwright/test'
import { capCalls } from '#contract/caps.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import {
  addCap,
  cardOf,
  cardsOf,
  columnOf,
  expectValues,
  fieldOf,
  fillIn,
  openAddForm,
  openBoard,
  openEditForm,
  today,
  type Field,
} from './board-page.ts'
import { expect, test } from './capline.ts'

const words = capTexts

const save = (form: Locator) => form.getByRole('button', { name: /Create cap|Save changes/ }).click()

test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

test('what cannot be saved is told at its field, and stays typed', async ({ page, capline, signIn, consoleNoise }) => {
  const ada = await signIn('editor')
  await openBoard(page)
  const form = await openAddForm(page)

  await test.step('what is missing is marked, and told in one sentence', async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please fill cap, geo, advertiser, and source.')).toBeVisible()
    for (const field of ['geo', 'advertiserId', 'sourceNumber'] as const) {
      await expectProblem(form, field, 'Please fill in')
    }
    await expect(fieldOf(form, 'geo')).toBeFocused()
    await fillIn(form, { cap: '-1' })
    await save(form)
    await expectProblem(form, 'cap', words.cap)
    await fillIn(form, { geo: 'DE' })
    await expect(fieldOf(form, 'geo')).not.toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('every wrong value is told at its field and stays typed', async () => {
    consoleNoise.allow(/status of 400/)
    await fillIn(form, { geo: 'DE', advertiserId: 'B-1', sourceNumber: '44', cap: '20' })
    const wrong: [Field, string, string][] = [
      ['date', '', words.date],
      ['geo', 'D', words.geo],
      ['cap', '1.5', words.cap],
      ['advertiserId', 'B'.repeat(65), words.advertiserId],
      ['advertiserName', 'N'.repeat(201), words.longText('Advertiser name', 200)],
      ['sourceNumber', '4'.repeat(65), words.source],
      ['workingHours', 'in the morning', words.hours],
      ['cpa', '1.2345', words.cpa],
      ['crg', '100.5', words.crg],
      ['createdBy', 'A'.repeat(201), words.longText('Created by', 200)],
    ]
    const right: [Field, string][] = []
    for (const [field] of wrong) right.push([field, await fieldOf(form, field).inputValue()])
    await fillIn(form, Object.fromEntries(wrong))
    await save(form)
    for (const [field, value, sentence] of wrong) {
      await expectProblem(form, field, sentence)
      await expectValues(form, { [field]: value })
    }
    await fillIn(form, Object.fromEntries(right))
    // This one only the server knows.
    await fillIn(form, { advertiserId: 'NOBODY' })
    await save(form)
    await expectProblem(form, 'advertiserId', words.unknownAdvertiser('NOBODY'))
    await expectValues(form, { advertiserId: 'NOBODY' })
    await expect(form.locator('[aria-invalid="true"]')).toHaveCount(1)
    await fillIn(form, { advertiserId: 'B-1' })
    await save(form)
    await expect(page.getByText('Cap saved')).toBeVisible()
  })

  await test.step('what was typed survives a server that fails, and the next try is the same request', async () => {
    consoleNoise.allow(/status of 503/)
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'])
    })
    const failure = { status: 503, json: { message: httpTexts.unavailable } }
    await page.route('**/api/caps', (route) => route.fulfill(failure), { times: 1 })
    await openAddForm(page)
    const typed = {
      geo: 'DE',
      advertiserId: 'B-1',
      advertiserName: 'Alster',
      sourceNumber: '45',
      cap: '20',
      workingHours: '9-17',
      cpa: '600',
      crg: '8',
      createdBy: 'Ada L.',
    }
    await fillIn(form, typed)
    await save(form)
    await expect(page.getByText(httpTexts.unavailable)).toBeVisible()
    await expectValues(form, typed)
    await save(form)
    await expect(page.getByText('Cap saved')).toBeVisible()
    const card = cardOf(columnOf(page, 'Today'), '45')
    const shown = ['DE', 'Alster', 'B-1', '0 / 20', '09:00-17:00', 'CPA $600', 'CRG 8%', 'Created by Ada L.']
    for (const text of shown) await expect(card).toContainText(text)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
  })

  await test.step('a cap that stands already is shown beside what was typed, and can be edited instead', async () => {
    consoleNoise.allow(/status of 409/)
    await addCap(ada, { sourceNumber: '54', cap: 20 })
    await cardOf(columnOf(page, 'Today'), '54').waitFor()
    await openAddForm(page)
    const typed = { geo: 'DE', advertiserId: 'B-1', sourceNumber: '54', cap: '50' }
    await fillIn(form, typed)
    await save(form)
    const standing = form.getByRole('alert', { name: 'Current values: DE / source 54' })
    await expect(standing).toContainText('already exists')
    await expect(standing.getByRole('row', { name: 'Cap 20 50' })).toBeVisible()
    await expectValues(form, typed)

    await standing.getByRole('button', { name: 'Edit that cap instead' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit cap' })
    await expectValues(edit, { cap: '50' })
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Cap updated')).toBeVisible()
    await expect(cardOf(columnOf(page, 'Today'), '54')).toContainText('0 / 50')
    await expect(cardsOf(columnOf(page, 'Today'))).toHaveCount(3)
  })

  await test.step('a cap that somebody changed meanwhile is not overwritten: each field is chosen', async () => {
    const other = await capline.signIn('editor')
    const { _id: id } = await addCap(other, { sourceNumber: '55', cap: 20, cpa: 600 })
    const edited = await openEditForm(page, 'DE / source 55')
    await fillIn(edited, { cap: '40', cpa: '700' })
    await other.call(capCalls.update, {
      params: { id },
      body: buildCapDraft({ date: today(), sourceNumber: '55', cap: 30, cpa: 650, crg: 9 }),
    })
    await save(edited)
    const standing = edited.getByRole('alert', { name: 'Current values: DE / source 55' })
    await expect(standing).toContainText(words.changedMeanwhile)
    await expect(standing.getByRole('row', { name: /^Cap 30 40/ })).toBeVisible()
    await expect(standing.getByRole('row', { name: /^CPA 650 700/ })).toBeVisible()
    await expectValues(edited, { cap: '40', cpa: '700' })

    await standing.getByRole('button', { name: 'Use current CPA' }).click()
    await standing.getByRole('button', { name: 'Use current CRG %' }).click()
    await expect(standing.getByRole('button', { name: 'Use current Cap' })).toBeFocused()
    await expectValues(edited, { cap: '40', cpa: '650', crg: '9' })
    await save(edited)
    await expect(page.getByText('Cap updated')).toBeVisible()
    const card = cardOf(columnOf(page, 'Today'), '55')
    for (const text of ['0 / 40', 'CPA $650', 'CRG 9%']) await expect(card).toContainText(text)
  })

  await test.step('a cap that stood in the way is saved once that one is gone, though nothing else is typed', async () => {
    const { _id: id } = await addCap(ada, { sourceNumber: '56', cap: 20 })
    await cardOf(columnOf(page, 'Today'), '56').waitFor()
    await openAddForm(page)
    await fillIn(form, { geo: 'DE', advertiserId: 'B-1', sourceNumber: '56', cap: '50' })
    await save(form)
    await expect(form.getByRole('alert', { name: 'Current values: DE / source 56' })).toBeVisible()
    await ada.call(capCalls.remove, { params: { id } })
    await save(form)
    await expect(page.getByText('Cap saved')).toBeVisible()
    await expect(cardOf(columnOf(page, 'Today'), '56')).toContainText('0 / 50')
  })

  await test.step('so is one that was to be edited instead', async () => {
    consoleNoise.allow(/status of 404/)
    const { _id: id } = await addCap(ada, { sourceNumber: '58', cap: 20 })
    await cardOf(columnOf(page, 'Today'), '58').waitFor()
    await openAddForm(page)
    await fillIn(form, { geo: 'DE', advertiserId: 'B-1', sourceNumber: '58', cap: '50' })
    await save(form)
    const either = page.getByRole('dialog')
    await either.getByRole('button', { name: 'Edit that cap instead' }).click()
    await expect(either).toHaveAccessibleName('Edit cap')
    await ada.call(capCalls.remove, { params: { id } })
    await save(either)
    await expect(form.getByRole('alert')).toHaveText(words.deletedMeanwhile)
    await save(form)
    await expect(cardOf(columnOf(page, 'Today'), '58')).toContainText('0 / 50')
  })

  await test.step('a cap that is deleted while somebody edits it is added again by the same form, with what was typed', async () => {
    const { _id: id } = await addCap(ada, { sourceNumber: '57', cap: 20, cpa: 600 })
    const edited = await openEditForm(page, 'DE / source 57')
    await fillIn(edited, { cap: '40', crg: '7' })
    await ada.call(capCalls.remove, { params: { id } })
    await save(edited)
    await expect(form.getByRole('alert')).toHaveText(words.deletedMeanwhile)
    await expectValues(form, { sourceNumber: '57', cap: '40', cpa: '600', crg: '7' })
    await save(form)
    await expect(form).toBeHidden()
    const card = cardOf(columnOf(page, 'Today'), '57')
    for (const text of ['0 / 40', 'CPA $600', 'CRG 7%']) await expect(card).toContainText(text)
  })
})

async function expectProblem(form: Locator, field: Field, sentence: string): Promise<void> {
  await expect(fieldOf(form, field), field).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByText(sentence, { exact: true }).first(), field).toBeVisible()
  // Fields may have a note of their own beside what is wrong.
  const said = await fieldOf(form, field).evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
  expect(said, field).toContain(sentence)
}
