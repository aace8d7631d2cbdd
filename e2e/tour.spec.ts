import type { Locator, Page } from '@playwright/test'
import { insertAdvertiser } from '#testing/caps.ts'
import { addCap, openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectFit } from './fit.ts'

const tourOf = (page: Page) => page.getByRole('region', { name: 'Tour of the sandbox' })

/** As the sandbox says of itself. */
async function beSandbox(page: Page): Promise<void> {
  await page.route('**/api/settings/public', async (route) => {
    const settings: unknown = await (await route.fetch()).json()
    await route.fulfill({ json: Object.assign({}, settings, { sandbox: true }) })
  })
}

test('a first visit of the sandbox is shown around, once', async ({ page, capline, signIn }) => {
  await insertAdvertiser(capline.db)
  const admin = await signIn('admin')
  await addCap(admin, { geo: 'UK' })
  await addCap(admin, { workingHours: '24/7', cpa: null })
  const tour = tourOf(page)
  const next = tour.getByRole('button', { name: 'Next' })

  await test.step('nowhere but in the sandbox', async () => {
    await openBoard(page)
    await expect(page.locator('[data-cap-id]')).not.toHaveCount(0)
    await expect(tour).toHaveCount(0)
  })

  await test.step('five steps by keyboard, each beside what it points at, on a phone too', async () => {
    await beSandbox(page)
    await page.reload()
    await expect(tour).toBeFocused()
    await expect(tour.getByRole('heading', { name: 'The caps of today' })).toBeVisible()
    await expect(tour.getByRole('button', { name: 'Back' })).toBeDisabled()
    await next.focus()
    const titles = ['Why a number is what it is', 'Suggestions', 'Messages to partners']
    for (const title of titles) {
      await page.keyboard.press('Enter')
      await expect(tour.getByRole('heading', { name: title })).toBeVisible()
      for (const width of [375, 1440]) {
        await page.setViewportSize({ width, height: 812 })
        await expectBeside(tour)
      }
    }
    await expectFit(page)
  })

  await test.step('goes on where it was, and back', async () => {
    await page.reload()
    await expect(tour).toContainText('4 of 5')
    await tour.getByRole('button', { name: 'Back' }).click()
    await expect(tour).toContainText('3 of 5')
  })

  await test.step('it steps aside for a dialog', async () => {
    await page.getByRole('button', { name: 'Calendar view' }).click()
    await expect(page.getByRole('dialog', { name: 'Calendar view' })).toBeVisible()
    await expect(tour).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(tour).toContainText('3 of 5')
    await next.focus()
  })

  await test.step('Escape closes it, and it never comes back', async () => {
    await page.keyboard.press('Escape')
    await expect(tour).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await page.reload()
    await expect(page.locator('[data-cap-id]')).not.toHaveCount(0)
    await expect(tour).toHaveCount(0)
  })
})

/** The ring is in sight, and the card does not lie over it. */
async function expectBeside(tour: Locator): Promise<void> {
  const ring = tour.locator('xpath=preceding-sibling::div[1]')
  await expect(async () => {
    const [card, place] = [await tour.boundingBox(), await ring.boundingBox()]
    if (!card || !place) throw new Error('there is no ring')
    expect(place.y).toBeGreaterThanOrEqual(-10)
    expect(place.y + place.height <= card.y || place.y >= card.y + card.height || place.x + place.width <= card.x).toBe(
      true,
    )
  }).toPass()
}
