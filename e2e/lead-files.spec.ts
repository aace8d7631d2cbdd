import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { callTexts } from '#contract/texts/calls.ts'
import { expectToast } from './admin-page.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'
import { loseNextAnswer } from './lost-answer.ts'

const FILE = `Lead ID;Created;Country;Affiliate;Status;FTD;FTD date;Payout;Click ID
1;31.03.2026 10:00;DE;44;New;0;;;c-77
2;31.03.2026 11:00;DE;44;Callback;1;02.04.2026 09:00;600;
3;soon;AT;45;New;0;;;
`

const bring = (page: Page, text: string, name = 'north leads.csv') =>
  page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a file is mapped, saved and taken back, and a published sheet is followed', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  await using sheet = await publish('Lead ID,Created,Country,Affiliate,Broker\n1,2026-03-31 10:00,DE,44,B-1\n')
  await signIn('admin')
  consoleNoise.allow(/503|ERR_FAILED/)
  await page.route('**/api/lead-links', (route) => route.fulfill({ status: 503 }))
  await page.goto('/admin?section=uploads')
  const form = page.getByRole('form', { name: 'How north leads.csv is read' })

  await test.step('published sheets that did not come are asked for again', async () => {
    const sheets = page.getByRole('region', { name: 'Published sheets' })
    await expect(sheets.getByRole('alert')).toBeVisible()
    await page.unroute('**/api/lead-links')
    await sheets.getByRole('button', { name: 'Try again' }).click()
    await expect(sheets).toHaveCount(0)
  })

  await test.step('what is no file of leads is refused in a sentence', async () => {
    consoleNoise.allow(/400/)
    await bring(page, 'Lead ID,Created\n')
    await expect(page.getByText('The file has no rows below its headings.')).toBeVisible()
  })

  await test.step('columns are found by their headings, and what is missing is asked for', async () => {
    await bring(page, FILE)
    await expect(form.getByLabel('Registered')).toHaveValue('Created')
    await expect(form.getByLabel('Dates are written as')).toHaveValue('day')
    await expect(form.getByLabel('Click id')).toHaveValue('Click ID')
    await page.setViewportSize({ width: 1440, height: 900 })
    const [named, meant] = [form.getByLabel('Name of this feed'), form.getByLabel('Each row is')]
    const below = async () => ((await meant.boundingBox())?.y ?? 0) - ((await named.boundingBox())?.y ?? NaN)
    await expect.poll(below, 'side by side').toBe(0)
    await form.getByRole('button', { name: 'Preview' }).click()
    await expect(form.getByText('write the one advertiser that all rows have').first()).toBeVisible()
    await expect(form.getByLabel('Registered')).toHaveValue('Created')
    await form.getByLabel('Advertiser of all rows').fill('B-1')
  })

  await test.step('the preview says what saving does, and by keyboard its button keeps the focus', async () => {
    await form.getByRole('button', { name: 'Preview' }).press('Enter')
    const preview = form.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('2 leads, 1 deposit')
    await expect(form.getByRole('button', { name: 'Preview' })).toBeFocused()
    await expect(preview).toContainText('Row 4: Registered is not a date in the chosen format: "soon"')
    await expect(preview.getByRole('table', { name: 'First leads as they are read' })).toContainText('#44')
    await expect(preview.getByRole('table', { name: 'First leads as they are read' })).toContainText('click c-77')
    await expect(preview.getByRole('table', { name: 'First deposits as they are read' })).toBeVisible()
    await expectFit(page)
  })

  await test.step('it is saved, also where the first answer was lost', async () => {
    await loseNextAnswer(page, '**/api/lead-uploads/*/save')
    await form.getByRole('button', { name: 'Save 2 leads, 1 deposit' }).click()
    await expect(form.getByText(callTexts.unreachable)).toBeVisible()
    await form.getByRole('button', { name: 'Save 2 leads, 1 deposit' }).press('Enter')
    await expect(form).toHaveCount(0)
    await expect(page.getByLabel('Choose a file, or drop it here')).toBeFocused()
    const saved = page.getByRole('listitem').filter({ hasText: 'north leads.csv' })
    await expect(saved).toContainText('Saved')
    await expect(saved).toContainText('2 new leads, 1 new deposit, 0 changed rows, 1 row to fix.')
  })

  await test.step('the same headings are mapped as before, and only what is new is to be saved', async () => {
    await bring(page, `${FILE}4;31.03.2026 12:00;DE;44;New;0;;;`)
    await expect(form.getByLabel('Advertiser of all rows')).toHaveValue('B-1')
    await form.getByRole('button', { name: 'Preview' }).click()
    await expect(form.getByRole('region', { name: 'Preview' })).toContainText('The same already2 leads, 1 deposit')
    await expect(form.getByRole('button', { name: 'Save 1 lead', exact: true })).toBeEnabled()
    await form.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('where only deposits cannot be used, the leads can be saved', async () => {
    await bring(page, FILE.replace('600', '1.200').replace(/^3;.*\n/m, ''))
    await form.getByLabel('Advertiser of all rows').fill('B-1')
    await form.getByRole('button', { name: 'Preview' }).click()
    const preview = form.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('Cannot be used0 rows')
    await expect(preview).toContainText('1 deposit to fix. The leads of these rows are saved.')
    await expect(preview).toContainText('Row 3: Payout is not an amount of dollars: "1.200"')
    await expect(preview.getByRole('button', { name: 'Save the file' })).toBeEnabled()
    await form.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a stored lead that the file marks as a test is removed, and nothing else is said', async () => {
    await bring(page, FILE.replace('Click ID', 'Click ID;Test').replace('c-77', 'c-77;yes'))
    await form.getByLabel('Advertiser of all rows').fill('B-1')
    await form.getByRole('button', { name: 'Preview' }).click()
    const preview = form.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('Saving removes 1 stored lead: tests, by this file.')
    await expect(preview).not.toContainText('All rows are stored already')
    await form.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('it is taken back, also where the first answer was lost', async () => {
    await loseNextAnswer(page, '**/api/lead-uploads/*/take-back')
    await page.getByRole('button', { name: 'Take back' }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Take back' }).click()
    await expectToast(page, callTexts.unreachable)
    await question.getByRole('button', { name: 'Take back' }).click()
    await expect(question).toHaveCount(0)
    const saved = page.getByRole('listitem').filter({ hasText: 'north leads.csv' })
    await expect(saved).toContainText('Taken back')
    await expect(saved).toContainText('Gone: 2 leads, 1 deposit.')
  })

  await test.step('what a row is, is chosen: the columns are those of such a file, and what was chosen before comes back', async () => {
    const both = page.getByRole('form', { name: 'How both.csv is read' })
    await bring(
      page,
      'Lead ID,Registered,Deposit date,E-mail,Country\n1,2026-03-31 10:00,02.04.2026 09:00,a@b.co,DE\n',
      'both.csv',
    )
    await expect(both.getByText('“2026-03-31 10:00” is read as')).toBeVisible()
    await both.getByLabel('Geo', { exact: true }).selectOption('')
    await both.getByLabel('Each row is').selectOption('deposits')
    await expect(both.getByText('“02.04.2026 09:00” is read as')).toBeVisible()
    await expect(both.getByLabel('Dates are written as')).toHaveValue('day')
    await expect(both.getByLabel('Lead id', { exact: true })).toHaveValue('Lead ID')
    await expect(both.getByLabel('Id', { exact: true })).toHaveValue('')
    await both.getByLabel('Each row is').selectOption('leads')
    await expect(both.getByText('“2026-03-31 10:00” is read as')).toBeVisible()
    await expect(both.getByLabel('Geo', { exact: true })).toHaveValue('')
    await both.getByRole('button', { name: 'Cancel' }).click()
  })

  const link = page.getByRole('form', { name: 'Published sheet' })
  const ofSheet = page.getByRole('form', { name: 'How 127.0.0.1' })

  await test.step('a link that leads to no table is refused in a sentence, and stays', async () => {
    consoleNoise.allow(/400/)
    await link.getByRole('textbox').fill(`${sheet.address}/page`)
    await link.getByRole('button', { name: 'Read it' }).click()
    await expect(link.getByText('Publish the sheet to the web as CSV')).toBeVisible()
    await expect(link.getByRole('textbox')).toHaveValue(`${sheet.address}/page`)
  })

  await test.step('its rows are looked at before they are followed', async () => {
    await link.getByRole('textbox').fill(`${sheet.address}/pub`)
    await link.getByRole('button', { name: 'Read it' }).click()
    await ofSheet.getByLabel('Name of this feed').fill('north')
    await ofSheet.getByRole('button', { name: 'Preview' }).click()
    await expect(ofSheet.getByRole('region', { name: 'Preview' })).toContainText('1 lead, 0 deposits')
    await ofSheet.getByRole('button', { name: 'Read it with every sync' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'sheet-north' })).toContainText('127.0.0.1')
    await expectFit(page)
  })

  await test.step('a sync reads it, and removing it leaves what came', async () => {
    await capline.sync()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'sheet-north' })).toHaveCount(0)
    await page.goto('/leads?connector=sheet-north')
    await expect(page.getByRole('row').filter({ hasText: 'B-1' })).toHaveCount(1)
  })
})

/** A table at `/pub`, and a page of the web at `/page`. */
async function publish(csv: string) {
  const server = createServer((request, response) => {
    const isTable = request.url === '/pub'
    response.writeHead(200, { 'content-type': isTable ? 'text/csv' : 'text/html' })
    response.end(isTable ? csv : '<html>Sign in</html>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  const port = typeof place === 'object' && place ? place.port : 0
  return { address: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() }
}
