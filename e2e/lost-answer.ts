import type { Page } from '@playwright/test'

/**
 * Lets the server do what the next call of an address asks, and cuts the connection before it answers; with a `status`,
 * something between answers instead, in words of its own.
 */
export async function loseNextAnswer(page: Page, address: string, status?: number): Promise<void> {
  await page.route(
    address,
    async (route) => {
      await route.fetch()
      await (status === undefined ? route.abort() : route.fulfill({ status, body: '<html>' }))
    },
    { times: 1 },
  )
}
