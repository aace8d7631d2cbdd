import { capCalls } from '#contract/caps.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { expectFit } from './fit.ts'
import { expect, test } from './capline.ts'

const today = zoneOf('Etc/GMT-2').dayOf(systemClock.now())

test('axe finds nothing on the way in', async ({ page, capline, signIn }) => {
  await test.step('axe finds nothing at the login', async () => {
    await page.goto('/login')
    await expect(page.getByLabel(/username or/i)).toBeVisible()
    await expectFit(page)
    await page.getByLabel(/username or/i).fill('nobody')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Verification code')).toBeVisible()
    await expectFit(page)
  })

  await test.step('axe finds nothing on the board of an admin', async () => {
    const { call } = await signIn('admin')
    await insertAdvertiser(capline.db)
    await call(capCalls.create, { body: buildCapDraft({ date: today, geo: 'UK' }) })
    await call(capCalls.create, { body: buildCapDraft({ date: today, workingHours: '24/7', cpa: null }) })
    await page.goto('/')
    await expect(page.getByRole('article', { name: /Alster Insurance/ }).first()).toBeVisible()
    await expectFit(page)
  })
})
