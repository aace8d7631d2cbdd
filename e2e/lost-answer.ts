import type { Page } from '@playwright/test'

/** Lets the server do what the next call of an address asks, and cuts the connection before it answers. */
export async function loseNextAnswer(page: Page, address: string): Promise<void> {
  await page.route(
    address,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
}
