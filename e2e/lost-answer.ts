import type { Page } from '@playwright/test'

/**
 * Lets the server do what the next change at an address asks, and cuts the connection before it answers; with a `status`,
 * something between answers instead, in words of its own.
 */
export async function loseNextAnswer(page: Page, address: string, status?: number): Promise<void> {
  let isLost = false
  await page.route(address, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.fallback()
    isLost = true
    await route.fetch()
    await (status === undefined ? route.abort() : route.fulfill({ status, body: '<html>' }))
  })
}
