import type { SyncResult } from '#contract/feeds.ts'
import { openBoard } from './board-page.ts'
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

test('whatever a sync comes to is said at the top right, and the board is read again', async ({ page, signIn }) => {
  await signIn('editor')
  await openBoard(page)
  for (const [result, sentence] of RESULTS) {
    await page.route('**/api/lead-sync/run', (route) => route.fulfill({ json: { ...NOTHING, ...result } }), {
      times: 1,
    })
    const readAgain = ['caps/day', 'caps/summary', 'caps/total'].map(async (path) =>
      page.waitForResponse((response) => response.url().includes(`/api/${path}`)),
    )
    await page.getByRole('button', { name: 'Run lead sync' }).click()
    const toast = page.getByRole('alert').filter({ hasText: sentence })
    await expect(toast).toBeVisible()
    await Promise.all(readAgain)
    const { x, y, width } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0 }
    const right = (page.viewportSize()?.width ?? 0) - x - width
    expect([y < 200, right < 40], 'is at the top right').toEqual([true, true])
  }
})
