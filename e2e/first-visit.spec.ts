import type { Page } from '@playwright/test'
import { insertAdvertiser } from '#testing/caps.ts'
import { bundleReact, sizeOf } from '../bench/first-script.ts'
import { addCap, cardsOf, columnOf, openBoard, today, tomorrow } from './board-page.ts'
import { expect, test } from './capline.ts'

/** What it comes to with all that the first screen asks for right after it is drawn; the table of a desk is 0.08 more. The goal is 3 (`bench/first-script.ts`): what is taken off is taken off here too. */
const MOST_REACTS = 2.94

/** A minute at most, also on a machine that does much else. */
const PATIENCE = { timeout: 60_000 }

test('a first visit of the board', async ({ page, capline, signIn }) => {
  await insertAdvertiser(capline.db)
  await addCap(await signIn('editor'))
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname + search)
  })
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  // Once it is open, all that may have changed before is asked for again.
  await page.route('**/api/events', () => undefined)

  await test.step('who it is, the settings, and the days are asked for before the libraries are there', async () => {
    const first = ['auth/me', 'settings/public', 'suggestions', `caps/day/${today()}`, `caps/day/${tomorrow()}`]
    const calls = Promise.all(first.map((call) => page.waitForRequest(`**/api/${call}`, PATIENCE)))
    await page.route('**/assets/libraries-*.js', async (route) => {
      await calls
      await route.continue()
    })
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

/** The last of the board that comes by itself. */
async function awaitSuggestions(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Suggestions/ }).waitFor(PATIENCE)
}
