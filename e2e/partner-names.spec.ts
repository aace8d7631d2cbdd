import { advertiserCalls } from '#contract/advertisers.ts'
import { openSection, rowOf } from './admin-page.ts'
import { expect, test } from './capline.ts'

test('a name that somebody else gives meanwhile is told, and kept by whoever types none', async ({ page, signIn }) => {
  const admin = await signIn('admin')
  const { _id: id } = await admin.call(advertiserCalls.create, {
    body: { advertiserId: 'B-2', name: 'Elbe II', associatedGroupIds: [] },
  })
  const rename = (name: string) => admin.call(advertiserCalls.update, { params: { id }, body: { name } })
  await openSection(page, 'advertisers', 'Advertisers & group mappings')
  await page.getByRole('button', { name: 'Rename Elbe II' }).click()
  await rename('Weser')
  await page.getByLabel('New name of Weser').press('Enter')
  await expect(page.getByRole('button', { name: 'Rename Weser' })).toBeFocused()

  await page.keyboard.press('Enter')
  await rename('Elbe')
  await page.getByLabel('New name of Elbe').fill('Elbe II')
  await expect(rowOf(page, 'Advertisers', 'B-2')).toContainText('Somebody saved “Elbe” meanwhile. Saving replaces it.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename Elbe II' })).toBeFocused()
})
