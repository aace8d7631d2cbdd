import type { Locator, Page } from '@playwright/test'
import type { SyncResult } from '#contract/feeds.ts'
import { closeToasts } from './admin-page.ts'
import { bringLeads, openBoard } from './board-page.ts'
import { expect, test } from './capline.ts'

const NOTHING: SyncResult = { status: 'success', processedLeads: 0, processedDeposits: 0, reason: null, message: null }

const RESULTS: readonly [Partial<SyncResult>, string][] = [
  [{ processedLeads: 3, processedDeposits: 1 }, 'Lead sync completed (3 new leads, 1 new deposits).'],
  [{}, 'Lead sync completed. No new activity found.'],
  [{ status: 'skipped', reason: 'already_running' }, 'Lead sync is already running.'],
  [{ status: 'skipped', reason: 'up_to_date' }, 'Lead totals are already up to date.'],
  [
    { status: 'skipped', reason: 'missing_configuration' },
    'Lead sync is disabled. Configure the lead API credentials first.',
  ],
  [{ status: 'skipped', message: 'It is Sunday.' }, 'It is Sunday.'],
  [{ status: 'error', message: 'The lead API answers 500.' }, 'The lead API answers 500.'],
]

/**
 * What the next syncs come to. It stands for the whole test: a route that is taken away after its call is taken away
 * while the board is read again, and may take an answer with it.
 */
async function answerSyncs(page: Page): Promise<(result: Partial<SyncResult>) => void> {
  let next: Partial<SyncResult> = {}
  await page.route('**/api/lead-sync/run', (route) => route.fulfill({ json: { ...NOTHING, ...next } }))
  return (result) => (next = result)
}

test('whatever a sync comes to is said, and what is shown is read again', async ({ page, capline, signIn }) => {
  await signIn('editor')
  const answer = await answerSyncs(page)
  await openBoard(page)

  await test.step('whatever a sync comes to is said at the top right, and the board is read again', async () => {
    for (const [result, sentence] of RESULTS) {
      answer(result)
      const readAgain = ['caps/day', 'caps/summary', 'caps/total'].map(async (path) =>
        page.waitForResponse((response) => response.url().includes(`/api/${path}`)),
      )
      await page.getByRole('button', { name: 'Run lead sync' }).click()
      const toast = page.getByRole('alert').filter({ hasText: sentence })
      await expect(toast).toBeVisible()
      // All of them stand where the first does.
      if (sentence === RESULTS[0]?.[1]) await expectAside(page, toast)
      await Promise.all(readAgain)
      // It may be gone by itself.
      await closeToasts(page)
    }
  })

  await test.step('a sync that may ask no further says when it goes on, beside what came until then', async () => {
    const message = 'The lead feed accepts no more calls for now. The sync continues at 10:20 UTC.'
    for (const [processedLeads, sentence] of [
      [2, `Lead sync completed (2 new leads, 0 new deposits). ${message}`],
      [0, message],
    ] as const) {
      answer({ processedLeads, message })
      await page.getByRole('button', { name: 'Run lead sync' }).click()
      await expect(page.getByRole('alert').getByText(sentence, { exact: true })).toBeVisible()
    }
  })

  await test.step('lead quality is read again after a sync that was called for beside it', async () => {
    await page.unrouteAll()
    await capline.db.updateTable('members').set({ role: 'admin' }).execute()
    bringLeads(capline, 1)
    await capline.sync()
    await page.goto('/analytics?tab=quality')
    const row = page.getByRole('table', { name: 'Lead Quality' }).getByRole('row', { name: /Source #44/ })
    const leads = row.getByRole('cell').first()
    await expect(leads).toHaveText('1')
    bringLeads(capline, 3)
    await page.keyboard.press('Control+K')
    await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toBeFocused()
    await page.keyboard.type('lead sync')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Lead sync completed (2 new leads')
    await expect(leads).toHaveText('3')
  })
})

/** That a message stands at the top right, and lets through what is pressed beneath it. */
async function expectAside(page: Page, toast: Locator): Promise<void> {
  const { x, y, width, height } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const right = (page.viewportSize()?.width ?? 0) - x - width
  expect([y < 200, right < 40], 'is at the top right').toEqual([true, true])
  const isOwn = ([left, top]: [number, number]) =>
    document.elementFromPoint(left, top)?.closest('[role="alert"]') !== null
  const middle: [number, number] = [x + width / 2, y + height / 2]
  expect(await page.evaluate(isOwn, middle), 'what lies beneath it can be pressed').toBe(false)
}
