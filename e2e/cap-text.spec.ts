import { advertiserCalls } from '#contract/advertisers.ts'
import { capCalls } from '#contract/caps.ts'
import { pauseCalls } from '#contract/pauses.ts'
import { capTextCalls } from '#contract/cap-text.ts'
import { publisherCalls } from '#contract/publishers.ts'
import { settingCalls } from '#contract/settings.ts'
import { capTextTexts } from '#contract/texts/cap-text.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { startLanguageModel } from '#sandbox/llm/server.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { formatDay } from '#web/lib/format.ts'
import { expectToast, rowOf } from './admin-page.ts'
import { addCap, openBoard, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'
import { cellOf, openPaste } from './paste-page.ts'

test('words that mean nothing are seen with who said so, and taken back; what leaves the house is told', async ({
  page,
  capline,
  signIn,
}) => {
  const { call } = await signIn('admin')
  await page.goto('/admin?section=cap-text')
  await expect(page.getByText(/^No words are ignored yet\./)).toBeVisible()
  await expect(page.getByText(/a message is sent to the model if/)).toBeVisible()
  await expect(page.getByText('No model is configured. Nothing was asked in the last 30 days.')).toBeVisible()

  await test.step('a word that somebody answered to comes by itself', async () => {
    await call(advertiserCalls.create, { body: { advertiserId: 'B-1', name: 'Alster' } })
    const { call: callAsBen, member } = await capline.signIn('editor')
    await callAsBen(capTextCalls.rememberWord, { body: { word: 'push it', advertiserId: 'B-1' } })
    await callAsBen(capTextCalls.rememberWord, { body: { word: 'amigo', advertiserId: 'B-1' } })
    const row = rowOf(page, 'Words that mean nothing', 'push it')
    await expect(row).toContainText('Alster (B-1)')
    await expect(row).toContainText(member.handle ?? '')
  })

  await test.step('it is found, taken back, and its history says so', async () => {
    await page.getByRole('searchbox', { name: 'Search words' }).fill('push')
    await expect(page.getByText('1 of 2 words')).toBeVisible()
    await page.getByRole('button', { name: 'Stop ignoring push it of Alster' }).click()
    await expectToast(page, capTextTexts.wordRemoved('push it'))
    await expect(page.getByText('No word and no partner matches.')).toBeVisible()
    await expect(page.locator('#content')).toBeFocused()
    await page.getByRole('searchbox', { name: 'Search words' }).fill('')
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const history = page.getByRole('dialog', { name: 'History of the words' })
    await expect(history).toContainText('“push it” of Alster is no longer ignored')
    await page.keyboard.press('Escape')
    await history.waitFor({ state: 'hidden' })
  })

  await test.step('all of it fits, questions to a model too', async () => {
    await capline.db
      .insertInto('cap_text_questions')
      .values({
        id: 'q1',
        asked_at: formatInstant(systemClock.now()),
        model: 'small-one',
        told: '{"lines":[{"line":1,"text":"Broker1 could do Germany 20 tomorrow"}],"unread":[1],"words":["bro"]}',
        answered: JSON.stringify({ rows: [{ spans: [{ kind: 'geo', line: 1, text: 'Germany' }] }] }),
        failure: null,
        taken: JSON.stringify({
          taken: [{ sentence: 'tomorrow Alster Germany cap 20' }],
          thrown: ['A row needs a geo.'],
        }),
        milliseconds: 1_240,
        input_tokens: 412,
        output_tokens: 86,
        cost: '0.000113',
      })
      .execute()
    await page.reload()
    await page.getByRole('table', { name: 'Questions to the language model' }).getByRole('button').last().click()
    await expect(page.getByText('tomorrow Alster Germany cap 20')).toBeVisible()
    await expectFit(page)
  })
})

const modelTest = test.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  environment: async ({}, use) => {
    const standIn = await startLanguageModel({ apiKey: 'key' })
    await use({ LLM_BASE_URL: standIn.url, LLM_API_KEY: 'key', LLM_MODEL: 'test' })
    await standIn.close()
  },
})

modelTest(
  'what a broker wrote is read: in its name by keys, by names that are nearly right, and by a model',
  async ({ page, capline, signIn }) => {
    await insertAdvertiser(capline.db)
    const ada = await signIn('admin')
    await addCap(ada, { sourceNumber: '44', cap: 12 })
    await addCap(ada, { date: tomorrow(), geo: 'FR', sourceNumber: '45', cap: 20 })
    await openBoard(page)
    const dialog = await openPaste(page)
    const standing = async () => ({
      caps: (await ada.call(capCalls.listDay, { params: { date: tomorrow() } }))
        .map(({ geo, cap }) => `${geo} ${cap}`)
        .toSorted((one, other) => one.localeCompare(other)),
      pauses: (await ada.call(pauseCalls.listStanding, {})).map(({ geo, advertiserId }) => [geo, advertiserId]),
    })

    await test.step('the text, then whose it is: a part of the name and Enter', async () => {
      await page.keyboard.type('DE 15 tomorrow')
      await page.keyboard.press('Enter')
      await page.keyboard.type('pause FR')
      await dialog.getByLabel('From').focus()
      await page.keyboard.type('alst')
      await page.keyboard.press('Enter')
      await expect(dialog.getByLabel('From')).toHaveValue('Alster Insurance')
      await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
      const pause = dialog.getByRole('checkbox', { name: /^Pause .*FR/ })
      const mark = await pause.locator('..').boundingBox()
      expect(mark?.height, 'the mark is drawn in its box').toBeLessThan(24)
      await expect(pause).toBeChecked()
      await expect(cellOf(dialog, 'Date', 1)).toHaveValue(formatDay(tomorrow()))
      await expectFit(page)
      // A pause that is left out, and put in again, takes no step back from the sheet.
      const cap = cellOf(dialog, 'Cap', 1)
      await cap.fill('16')
      await pause.uncheck()
      await pause.check()
      await cap.focus()
      await page.keyboard.press('ControlOrMeta+z')
      await expect(cap).toHaveValue('15')
      await expect(pause).toBeChecked()
    })

    await test.step('back to the text and on again: the text, the pause and what was mended are there', async () => {
      const [cap, pause] = [cellOf(dialog, 'Cap', 1), dialog.getByRole('checkbox', { name: /^Pause .*FR/ })]
      await cap.fill('16')
      await dialog.getByRole('button', { name: 'Back to the text' }).click()
      await expect(dialog.getByRole('textbox', { name: 'Rows of a spreadsheet' })).toHaveValue(
        'DE 15 tomorrow\npause FR',
      )
      await dialog.getByRole('button', { name: 'Preview' }).click()
      await expect(cap).toHaveValue('16')
      await expect(pause).toBeChecked()
      await cap.fill('15')
    })

    await test.step('both are saved, and taken back by one press', async () => {
      await dialog.getByRole('button', { name: /^Save/ }).press('Enter')
      await expect(dialog).toHaveCount(0)
      const saved = {
        caps: ['DE 15', 'FR 20'],
        pauses: [['FR', 'B-1']],
      }
      expect(await standing()).toEqual(saved)
      await page.getByRole('button', { name: 'Undo' }).press('Enter')
      await expect.poll(standing).toEqual({ caps: ['FR 20'], pauses: [] })
    })

    await ada.call(settingCalls.save, { params: { key: 'cap_text_model' }, body: { value: 'true' } })
    await ada.call(publisherCalls.create, { body: { sourceNumber: '44', name: 'Brightpath' } })
    await openBoard(page)
    await openPaste(page)
    const preview = dialog.getByRole('button', { name: 'Preview' })
    const text = dialog.getByRole('textbox', { name: 'Rows of a spreadsheet' })

    await test.step('a name that nobody has', async () => {
      await text.fill('Alster DE 15 #44 tomorrow\nAlstermann FR 20 #44 tomorrow')
      await preview.click()
      const questions = dialog.getByRole('region', { name: 'Questions about the message' })
      await expect(questions).toContainText('What does “Alstermann” mean here?')
      await expect(questions.getByRole('link', { name: 'Add a partner: Alstermann' })).toBeVisible()
      await questions.getByRole('button', { name: 'Alster Insurance (B-1): Alstermann' }).click()
      await expect(questions).toHaveCount(0)
      await expect(dialog.getByRole('button', { name: 'Save 2 caps' })).toBeEnabled()
      await expectFit(page)
    })

    await test.step('a line that only a model reads', async () => {
      await dialog.getByRole('button', { name: 'Back to the text' }).click()
      const lines = [
        'Alster: IT 15 #44 tomorrow',
        'Alster wibble Germany 20 of Brightpath tomorrow',
        'Alstermann ES 21 #44 tomorrow',
      ]
      await text.fill(lines.join('\n'))
      await preview.click()
      const proposals = dialog.getByRole('region', { name: 'Read by a language model' })
      await expect(proposals).toContainText('Alster wibble Germany 20 of Brightpath tomorrow')
      await expect(dialog.getByRole('button', { name: 'Save 1 cap' })).toBeEnabled()
      await proposals.getByRole('button', { name: 'Add this row' }).click()
      await expect(proposals).toHaveCount(0)
      // What was open about the same cap is answered by it.
      await expect(dialog.getByText('What does “wibble” mean here?')).toHaveCount(0)
      // An answer to another question takes nothing of it away.
      await dialog.getByRole('button', { name: 'Alster Insurance (B-1): Alstermann' }).click()
      await expect(dialog.getByText('What does “Alstermann” mean here?')).toHaveCount(0)
      await expect(proposals).toHaveCount(0)
      await dialog.getByRole('button', { name: 'Save 3 caps' }).click()
      await expect(dialog).toHaveCount(0)
      const saved = await ada.call(capCalls.listDay, { params: { date: tomorrow() } })
      expect(
        saved
          .map(({ geo, cap, sourceNumber }) => `${geo} ${cap} #${sourceNumber}`)
          .toSorted((one, other) => one.localeCompare(other)),
      ).toEqual(['DE 20 #44', 'ES 21 #44', 'FR 20 #45', 'IT 15 #44'])
    })
  },
)
