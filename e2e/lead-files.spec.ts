import type { Page } from '@playwright/test'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'

const FILE = `Lead ID;Created;Country;Affiliate;Status;FTD;FTD date;Payout
1;31.03.2026 10:00;DE;44;New;0;;
2;31.03.2026 11:00;DE;44;Callback;1;02.04.2026 09:00;600
3;soon;AT;45;New;0;;
`

const bring = (page: Page, text: string, name = 'north leads.csv') =>
  page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a file is mapped, looked at, saved and taken back', async ({ page, signIn, consoleNoise }) => {
  await signIn('admin')
  await page.goto('/admin?section=uploads')
  const form = page.getByRole('form', { name: 'How north leads.csv is read' })

  await test.step('what is no file of leads is refused in a sentence', async () => {
    consoleNoise.allow(/400/)
    await bring(page, 'Lead ID,Created\n')
    await expect(page.getByText('The file has no rows below its headings.')).toBeVisible()
  })

  await test.step('columns are found by their headings, and what is missing is asked for', async () => {
    await bring(page, FILE)
    await expect(form.getByLabel('Registered')).toHaveValue('Created')
    await expect(form.getByLabel('Dates are written as')).toHaveValue('day')
    await form.getByRole('button', { name: 'Preview' }).click()
    await expect(form.getByText('write the one advertiser that all rows have').first()).toBeVisible()
    await expect(form.getByLabel('Registered')).toHaveValue('Created')
    await form.getByLabel('Advertiser of all rows').fill('B-1')
    await expectFit(page)
  })

  await test.step('the preview says what saving does', async () => {
    await form.getByRole('button', { name: 'Preview' }).click()
    const preview = form.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('2 leads, 1 deposit')
    await expect(preview).toContainText('Row 4: Registered is no date of the chosen format: "soon"')
    await expect(preview.getByRole('table', { name: 'First leads as they are read' })).toContainText('#44')
    await expectFit(page)
  })

  await test.step('it is saved, and fits a phone', async () => {
    await form.getByRole('button', { name: 'Save 2 rows' }).click()
    const saved = page.getByRole('listitem').filter({ hasText: 'north leads.csv' })
    await expect(saved).toContainText('Saved')
    await expect(saved).toContainText('2 new leads, 1 new deposit, 0 changed rows, 1 row that cannot be used.')
    await page.setViewportSize({ width: 375, height: 800 })
    await expectFit(page)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('the same headings are mapped as before, and the same file changes nothing', async () => {
    await bring(page, FILE)
    await expect(form.getByLabel('Advertiser of all rows')).toHaveValue('B-1')
    await form.getByRole('button', { name: 'Preview' }).click()
    await expect(form.getByRole('region', { name: 'Preview' })).toContainText('The same already2 leads, 1 deposit')
    await form.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('it is taken back', async () => {
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    const saved = page.getByRole('listitem').filter({ hasText: 'north leads.csv' })
    await expect(saved).toContainText('Taken back')
    await expect(saved).toContainText('Gone: 2 leads, 1 deposit.')
  })
})
