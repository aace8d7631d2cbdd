import type { Page } from '@playwright/test'
import { CAP_CALLS } from '#contract/caps.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import { addDays } from '#domain/kernel/day.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import type { SignedIn } from '#testing/capline.ts'
import { buildAffiliateDraft, buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { formatDayFrom } from '#web/lib/format.ts'
import { today, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'
import { expectNoOverflow } from './fit.ts'

test.use({ boardView: null })
test.beforeEach(({ capline }) => insertAdvertiser(capline.db))

const GEOS = ['AT', 'AU', 'BE', 'CA', 'CH', 'DE', 'ES', 'FR', 'IT', 'NL', 'PL', 'SE', 'UK', 'US']

/** So many caps on today and on tomorrow, spread over geos as a team's are. */
async function plan({ call }: SignedIn, kind: CapKind, count: number): Promise<void> {
  const create = [today(), tomorrow()].flatMap((date) =>
    Array.from({ length: count }, (_, index) => {
      const fields = {
        date,
        geo: GEOS[index % GEOS.length] ?? 'DE',
        sourceNumber: String(index),
        cap: 20 + (index % 9),
      }
      return kind === 'broker' ? buildCapDraft(fields) : buildAffiliateDraft(fields)
    }),
  )
  await call(CAP_CALLS[kind].commit, { body: { action: 'paste', create, update: [], remove: [] } })
}

async function look(page: Page) {
  await page.locator('[data-cap-id]').first().waitFor()
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[data-cap-id]')].map((cap) => cap.getBoundingClientRect())
    const inSight = boxes.filter(({ top, bottom, left, right }) => {
      return top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth
    })
    const strip = document.querySelector('[aria-label="Days on the board"]')?.getBoundingClientRect()
    const above = Math.min(...boxes.map(({ top }) => top))
    return { above, isBelowDays: strip !== undefined && strip.bottom <= above, caps: inSight.length }
  })
}

const SIZES = [
  { width: 1440, height: 900, above: 200, caps: 36 },
  { width: 1280, height: 720, above: 170, caps: 24 },
  { width: 1024, height: 768, above: 210, caps: 24 },
  { width: 820, height: 1180, above: 280, caps: 36 },
  { width: 375, height: 812, above: 260, caps: 4 },
]

test('whoever opens the board sees the day and not its frame, however many caps there are', async ({
  page,
  signIn,
  capline,
}) => {
  const ada = await signIn('editor')
  for (const count of [48, 2_000]) {
    await capline.db.deleteFrom('caps').execute()
    for (const kind of ['broker', 'affiliate'] as const) await plan(ada, kind, count)
    // All of it once; with more caps what may grow.
    for (const path of count === 48 ? ['/', '/?mode=affiliate'] : ['/']) {
      await page.goto(path)
      for (const { width, height, above, caps } of SIZES) {
        await page.setViewportSize({ width, height })
        const what = `${count} caps at ${width}x${height}, ${path}`
        await expect.poll(async () => (await look(page)).above, what).toBeLessThanOrEqual(above)
        await expect.poll(async () => (await look(page)).isBelowDays, what).toBe(true)
        await expect.poll(async () => (await look(page)).caps, what).toBeGreaterThanOrEqual(caps)
        await expectNoOverflow(page)
        const title = page.getByRole('heading', { level: 1 })
        await expect.poll(async () => (await title.boundingBox())?.width, what).toBeGreaterThan(40)
      }
    }
  }
  // Tab reaches the table, at its top and where it was scrolled.
  await page.setViewportSize({ width: 1280, height: 720 })
  const stop = page.getByRole('grid').locator('[role=gridcell][tabindex="0"]')
  await expect(stop).toBeInViewport()
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 20_000))
  await expect(stop).not.toBeInViewport()
  await page.getByRole('button', { name: 'Columns' }).focus()
  for (let steps = 0; steps < 60 && !(await stop.evaluate((cell) => cell === document.activeElement)); steps++)
    await page.keyboard.press('Tab')
  await expect(stop).toBeFocused()
  await expect(stop).toBeInViewport()
  await test.step('a day that is picked comes into sight beside those that fill the width', async () => {
    const strip = page.getByRole('group', { name: 'Days on the board' })
    for (const days of [2, 3, 4, 5, 6]) {
      const name = formatDayFrom(today(), addDays(today(), days))
      await strip.getByRole('button', { name }).click()
      await expect(page.getByRole('columnheader', { name })).toBeInViewport({ ratio: 0.9 })
    }
  })
})

test('a wide desk says whole how fresh the leads are, and every desk that they are old', async ({ page, signIn }) => {
  await signIn('editor')
  const now = systemClock.now()
  await page.clock.setFixedTime(now)
  for (const [syncedAt, said, widths] of [
    [formatInstant(now), 'just now', [1440, 1919, 1920, 2048, 2240]],
    ['2026-01-01T00:00:00.000Z', 'numbers may be old', [1100, 1280, 1440, 1920, 2240]],
  ] as const) {
    await page.route('**/api/lead-sync/freshness', (route) =>
      route.fulfill({ json: { syncedAt, running: false, intervalMinutes: 10, configured: true } }),
    )
    await page.goto('/')
    const words = page.getByTitle(said).locator('span').first()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expect(words).toContainText(said)
      const cut = () => words.evaluate((own) => own.scrollWidth - own.clientWidth)
      await expect.poll(cut, `${said} at ${width}`).toBeLessThan(1)
      await expectNoOverflow(page)
    }
    await page.unrouteAll()
  }
})
