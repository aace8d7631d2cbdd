import type { Page, Request } from '@playwright/test'
import { insertAdvertiser } from '#testing/caps.ts'
import { expect, test } from './capline.ts'

/** Answers 404 where nothing was calculated for these days. */
const NO_REPORT_YET = /\/payouts\/reports\/latest/

const LONG = 'x'.repeat(600)

/**
 * What somebody may have typed, pasted in part or been sent, each with the heading of the screen that it names. What each part
 * of an address says by itself is shown where it is read (`search.test.ts` of the screen); here they come together.
 */
const ADDRESSES: readonly (readonly [address: string, heading: string | RegExp])[] = [
  ['/?mode=Affiliate&sort=planned&pace=slow&days=7&geo=DE&geo=AT&text=%00', 'Today & Tomorrow at a glance'],
  [
    `/?mode=affiliate&mode=broker&text=${LONG}&geo=%22%5Cud800%22&broker[]=1&source={}&sort=constructor&days=2026-02-30..soon`,
    'Today & Tomorrow at a glance',
  ],
  ['/day/2026-02-30/full?date=x', /^Today/],
  ['/day/2199-12-31/full', /2199/],
  ['/day/full?date=2026-11-20&date=x', /^Today/],
  ['/day//full', /^Today/],
  ['/payouts?range=custom&range=custom&start=nope&end=', 'Payout calculations'],
  ['/payouts?range=custom&start=1970-01-01&end=2199-12-31', 'Payout calculations'],
  ['/payouts/nope/statements/44', 'Payout calculations'],
  [
    `/analytics?view=bogus&group=bogus&group=geo&chart=donut&date=nope&compare=x&by=x&auto=x&geo=%00&broker=%22%5Cud800%22&source=${LONG}`,
    'Performance Analytics',
  ],
  ['/analytics?view=range&start=2026-11-21&end=2026-11-14&rows=bogus&sort=constructor', 'Performance Analytics'],
  ['/admin?section=nope', 'Control Center'],
  [
    `/leads?from=x&to=2026-02-30&fate=lost&unplanned=maybe&page=2&search=a%00b&geo=%00&status=${LONG}&connector=%22%5Cud800%22`,
    'Leads',
  ],
  ['/messages?broadcast=..%2F..%2Fauth%2Fme&broadcast=1', 'Message center'],
  ['/logs?time=bogus&level=fatal&live=x&area=%00&search=%20%00%20&request=%22%5Cud800%22', 'Debug logs'],
  ['/logs?time=custom&from=1970-01-01T00:00&to=2026-13-99T10:00', 'Debug logs'],
  ['/constructor?__proto__=x&utm=x', 'Today & Tomorrow at a glance'],
  ['/login?from=%2F%09%2Fexample.test', 'Today & Tomorrow at a glance'],
  ['/login?from=%2Fpayouts&from=%2Fleads', 'Today & Tomorrow at a glance'],
  ['/login?from=%2F%3Fmode%3DAffiliate', 'Today & Tomorrow at a glance'],
]

test('every address shows a screen, whatever stands in it, and asks for nothing that is refused', async ({
  page,
  capline,
  signIn,
  consoleNoise,
}) => {
  test.slow()
  consoleNoise.allow(/status of 404/)
  await insertAdvertiser(capline.db)
  await signIn('admin')
  const calls = watchCalls(page)
  const titles = new Map<string, string>()
  let selects = 0
  for (const [address, heading] of ADDRESSES) {
    await test.step(address, async () => {
      // Nobody tells of what the page before asked for as it was left. A page without a script asks for nothing.
      await page.goto('/healthz')
      calls.awaited.clear()
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible()
      await expect.poll(() => [...calls.awaited].map((request) => request.url())).toEqual([])
      expect(calls.refused).toEqual([])
      await expect(page).toHaveTitle(/^.+ · Capline$/)
      titles.set(String(heading), await page.title())
      expect(page.url(), 'the address says what is shown').not.toMatch(/bogus|nope|example|Affiliate/)
      const chevrons = page.getByRole('main').locator('[data-combobox-chevron]')
      const widths = await chevrons.evaluateAll((signs) => signs.map((sign) => sign.getBoundingClientRect().width))
      selects += widths.length
      expect(
        Math.max(0, ...widths),
        'selects look alike, whichever screen is the first to be seen',
      ).toBeLessThanOrEqual(18)
    })
  }
  expect(selects).toBeGreaterThan(5)
  expect(new Set(titles.values()).size, 'each screen has a title of its own').toBe(titles.size)
})

/** The calls that are not answered yet, and those that were refused. */
function watchCalls(page: Page) {
  const awaited = new Set<Request>()
  const refused: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/events') awaited.add(request)
  })
  page.on('requestfinished', (request) => awaited.delete(request))
  page.on('requestfailed', (request) => awaited.delete(request))
  page.on('response', (response) => {
    if (response.status() >= 400 && !NO_REPORT_YET.test(response.url()))
      refused.push(`${response.status()} ${response.url()}`)
  })
  return { awaited, refused }
}
