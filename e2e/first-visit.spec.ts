import type { Page } from '@playwright/test'
import { payoutTexts } from '#contract/texts/payouts.ts'
import { rangeOfPreset } from '#domain/payouts/range.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { bundleReact, sizeOf } from '../bench/first-script.ts'
import { addCap, cardsOf, columnOf, openBoard, today, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'

/** What it comes to with all that the first screen asks for right after it is drawn; the table of a desk is 0.08 more. The goal is 3 (`bench/first-script.ts`): what is taken off is taken off here too. */
const MOST_REACTS = 2.96

/** A minute at most, also on a machine that does much else. */
const PATIENCE = { timeout: 60_000 }

test('a first visit of the board', async ({ page, capline, signIn }) => {
  await insertAdvertiser(capline.db)
  await addCap(await signIn('editor'))
  const asked = await listAsked(page)
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })

  await test.step('who it is, the settings, and the days are asked for before the libraries are there', async () => {
    const first = ['auth/me', 'settings/public', 'suggestions', `caps/day/${today()}`, `caps/day/${tomorrow()}`]
    await holdLibraries(page, first)
    await openBoard(page)
    await expect(cardsOf(columnOf(page, 'Today'))).toHaveCount(1)
    await awaitSuggestions(page)
  })

  await test.step('each call is made once: what was asked for ahead is taken', () => {
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
  })

  await test.step('its script is no larger than it was, measured in Reacts', async () => {
    const size = sizeOf(await Promise.all(scripts))
    expect(size / sizeOf([await bundleReact()])).toBeLessThanOrEqual(MOST_REACTS)
  })
})

test('a first visit of the payouts of a week', async ({ page, signIn, consoleNoise }) => {
  // No report yet.
  consoleNoise.allow(/404/)
  await signIn('admin')
  const { start, end } = rangeOfPreset('previous_week', today())
  const asked = await listAsked(page)
  await holdLibraries(page, [
    `payouts/reports?start=${start}&end=${end}&limit=5&status=any`,
    `payouts/reports/latest?start=${start}&end=${end}&brief=true`,
  ])
  await page.goto('/payouts?range=previous_week')
  await expect(page.getByText(payoutTexts.noReport)).toBeVisible(PATIENCE)
  const reports = asked.filter((call) => call.includes('start='))
  expect(reports.toSorted()).toEqual([...new Set(reports)].toSorted())
})

/** What the page asks of the API. Once the stream of changes is open, all would be asked for again: it never is. */
async function listAsked(page: Page): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname + search)
  })
  await page.route('**/api/events', () => undefined)
  return asked
}

/** Lets the libraries come only once these calls were made. */
async function holdLibraries(page: Page, first: readonly string[]): Promise<void> {
  const calls = Promise.all(
    first.map((call) => page.waitForRequest((request) => request.url().endsWith(`/api/${call}`), PATIENCE)),
  )
  await page.route('**/assets/libraries-*.js', async (route) => {
    await calls
    await route.continue()
  })
}

/** The last of the board that comes by itself. */
async function awaitSuggestions(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Suggestions/ }).waitFor(PATIENCE)
}
