import { expect, test } from './capline.ts'

test('a person plans a cap by message: reads what was read, presses Save, and finds it on the board', async ({
  page,
  signIn,
  capline,
}) => {
  const { member } = await signIn('editor')
  const person = Number(member.telegramId)
  capline.telegram.plant({ people: [{ id: person, first_name: 'Ben', started: true }] })
  await page.goto(capline.telegram.page)
  await page.getByRole('navigation', { name: 'People and groups' }).getByText('Ben').click()
  const chat = page.getByRole('log', { name: 'Messages' })
  await page.getByRole('textbox', { name: 'Message' }).fill('/cap tomorrow 🇩🇪 cap: 15 #44 10:00-18:00 $900+8%')
  await page.getByRole('button', { name: 'Send' }).click()
  await chat.getByRole('button', { name: 'Affiliate cap, no advertiser' }).click()
  await expect(chat).toContainText('To save: 1 cap')
  await expect(chat).toContainText('DE · #44 · 15 · 10:00-18:00 · $900 + 8% · new')
  await chat.getByRole('button', { name: 'Save 1 cap' }).click()
  await expect(chat).toContainText(`Saved by @${member.handle}: 1 cap.`)

  await page.goto('/?mode=affiliate')
  await expect(page.getByText('#44').first()).toBeVisible()
})
