import { expect, test } from './capline.ts'
import { calculate } from './payout-page.ts'

test('more leads of a deal that cannot be had are told where they were asked for, and had by another try', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  // No report yet is a 404.
  consoleNoise.allow(/404|503/)
  let isBroken = true
  await page.route('**/deals/*/leads?**', async (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
    if (offset > 0 && isBroken) return route.fulfill({ status: 503, json: { message: 'The database rests.' } })
    const first = new URL(route.request().url())
    first.searchParams.set('offset', '0')
    const { leads, ...rest } = await (await route.fetch({ url: first.href })).json()
    const named = leads.map((lead: { id: string }) => ({ ...lead, id: `${lead.id}-${offset}` }))
    await route.fulfill({ json: { ...rest, total: 150, leads: named } })
  })
  await calculate(page, capline, await signIn('admin'))
  await page
    .getByRole('button', { name: /DE #44: why this number/ })
    .first()
    .press('Enter')
  const drawer = page.getByRole('dialog', { name: /^Why this number/ })
  const rows = drawer.getByRole('list', { name: 'Leads' }).getByRole('listitem')
  await expect(rows).toHaveCount(6)
  const more = drawer.getByRole('button', { name: 'Show more leads' })
  await more.click()
  const alert = drawer.getByRole('alert')
  await expect(alert).toContainText('The database rests.')
  await expect(alert).toBeInViewport()
  await expect(more).toHaveCount(0)
  isBroken = false
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(rows).toHaveCount(12)
  await expect(alert).toHaveCount(0)
})
