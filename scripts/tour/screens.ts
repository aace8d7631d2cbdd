import type { Page } from '@playwright/test'
import type { Past } from '#testing/demo/past.ts'
import {
  afterTable,
  at,
  boardIsThere,
  onBoard,
  onPlans,
  openDeal,
  plansAreThere,
  press,
  pressKey,
  REPORT,
  sectionIsThere,
  shown,
  tableIsThere,
  writeMessage,
  type Prepare,
  type Screen,
} from './screen.ts'

/** Every screen and dialog, in the order of the menu. */
export const SCREENS: readonly Screen[] = [
  { name: 'login', path: at('/login'), isSignedOut: true, prepare: (page) => shown(page, 'Request code') },
  { name: 'login-code', path: at('/login'), isSignedOut: true, prepare: openCodeStep },
  { name: 'board', path: at('/'), prepare: boardIsThere },
  { name: 'board-compact', path: at('/?view=compact'), prepare: boardIsThere },
  { name: 'board-cards', path: at('/?view=cards'), prepare: boardIsThere },
  { name: 'board-publishers', path: at('/?mode=affiliate'), prepare: boardIsThere },
  { name: 'board-viewer', path: at('/'), as: 'carla', prepare: boardIsThere },
  { name: 'board-empty-day', path: at('/?days=2027-03-01'), prepare: boardIsThere },
  {
    name: 'board-nothing-fits',
    path: at('/?text=nobody'),
    prepare: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  { name: 'board-broken', path: at('/'), prepare: breakBoard },
  { name: 'menu', path: at('/'), only: 'phone', prepare: onBoard((page) => press(page, 'Open menu')) },
  { name: 'cap-new', path: at('/?view=cards'), prepare: onBoard((page) => press(page, '+ Add cap')) },
  { name: 'cap-day', path: at('/?view=cards'), prepare: onBoard(openDayOfCap) },
  { name: 'cap-refused', path: at('/?view=cards'), prepare: onBoard(refuseCap) },
  { name: 'cap-edit', path: at('/?view=cards'), prepare: onBoard((page) => press(page, /^Edit cap/)) },
  { name: 'cap-delete', path: at('/?view=cards'), prepare: onBoard((page) => press(page, /^Delete cap/)) },
  { name: 'calendar', path: at('/'), prepare: onBoard((page) => press(page, 'Calendar view')) },
  { name: 'copy', path: at('/'), prepare: onBoard((page) => press(page, 'Copy caps from…')) },
  { name: 'paste', path: at('/'), prepare: onBoard(openPaste) },
  { name: 'paste-message', path: at('/'), prepare: onBoard(pasteMessage) },
  { name: 'bulk', path: at('/?view=cards'), prepare: onBoard(openBulk) },
  { name: 'why', path: at('/'), prepare: onBoard(openWhy) },
  { name: 'history', path: at('/'), only: 'wide', prepare: onBoard(openHistory) },
  { name: 'commands', path: at('/'), prepare: onBoard((page) => pressKey(page, 'Control+k')) },
  { name: 'keys', path: at('/'), prepare: onBoard((page) => pressKey(page, '?')) },
  { name: 'sessions', path: at('/'), only: 'wide', prepare: onBoard((page) => press(page, 'My sessions')) },
  { name: 'full-day', path: at('/day/full'), prepare: (page) => shown(page, 'Tomorrow') },
  { name: 'full-day-empty', path: at('/day/2027-03-01/full'), prepare: (page) => shown(page, 'Tomorrow') },
  { name: 'payouts', path: at(REPORT), prepare: tableIsThere },
  { name: 'payouts-open', path: at(REPORT), prepare: openAffiliate },
  { name: 'payouts-why', path: at(REPORT), prepare: openDeal },
  { name: 'payouts-deals', path: at(REPORT), prepare: scrollTo('Deal') },
  { name: 'payouts-current', path: at('/payouts'), prepare: tableIsThere },
  {
    name: 'payouts-none',
    path: at('/payouts?range=custom&start=2024-01-01&end=2024-01-07'),
    prepare: (page) => shown(page, 'Queue calculation'),
  },
  { name: 'closed-adjust', path: at(REPORT), prepare: afterTable('Adjust') },
  { name: 'closed-approve', path: at(REPORT), prepare: afterTable('Approve') },
  { name: 'closed-history', path: at(REPORT), only: 'wide', prepare: afterTable('History') },
  { name: 'statement', path: statementOf, prepare: (page) => shown(page, 'Send on Telegram') },
  { name: 'statement-send', path: statementOf, prepare: (page) => press(page, 'Send on Telegram') },
  { name: 'analytics', path: ({ day }) => `/analytics?date=${day}`, prepare: tableIsThere },
  { name: 'analytics-range', path: at('/analytics?view=range'), prepare: tableIsThere },
  {
    name: 'analytics-pie',
    path: ({ day }) => `/analytics?date=${day}&chart=pie&group=broker`,
    prepare: tableIsThere,
  },
  { name: 'analytics-quality', path: at('/analytics?tab=quality'), prepare: scrollTo('Lead Quality') },
  { name: 'analytics-none', path: at('/analytics?date=2024-01-01'), prepare: (page) => shown(page, 'Export CSV') },
  { name: 'admin-bot', path: at('/admin'), prepare: sectionIsThere },
  { name: 'admin-zone', path: at('/admin?section=days'), prepare: openZone },
  ...'days terms team advertisers publishers feeds uploads statuses cap-text api-keys webhooks'
    .split(' ')
    .map((section) => ({
      name: `admin-${section}`,
      path: at(`/admin?section=${section}`),
      prepare: sectionIsThere,
    })),
  { name: 'admin-import', path: at('/admin?section=advertisers'), prepare: (page) => press(page, 'Bulk import') },
  { name: 'leads', path: at('/leads'), prepare: (page) => shown(page, 'Download the leads as CSV') },
  { name: 'leads-none', path: at('/leads?search=nobody'), prepare: (page) => shown(page, 'Download the leads as CSV') },
  { name: 'lead-story', path: at('/leads?deposited=true'), prepare: (page) => press(page, /^Open lead/) },
  { name: 'messages', path: at('/messages'), prepare: (page) => shown(page, 'Send message') },
  { name: 'messages-written', path: at('/messages'), prepare: writeMessage },
  { name: 'messages-sent', path: at('/messages'), prepare: openBroadcast },
  {
    name: 'messages-recipients',
    path: at('/messages'),
    prepare: (page) => press(page, 'Choose one by one'),
  },
  { name: 'plans', path: at('/plans'), prepare: plansAreThere },
  { name: 'plans-none', path: at('/plans'), prepare: findNoPlan },
  { name: 'plan-change', path: at('/plans'), prepare: onPlans(changePlan) },
  { name: 'plan-day', path: at('/plans'), prepare: onPlans(changeDayOfPlan) },
  { name: 'plan-history', path: at('/plans'), only: 'wide', prepare: onPlans((page) => press(page, /^History of/)) },
  { name: 'plans-of-day', path: at('/plans'), prepare: onPlans((page) => press(page, 'Make plans of a day…')) },
  { name: 'plan-holidays', path: at('/plans'), prepare: onPlans(openHolidays) },
  { name: 'limits', path: at('/'), prepare: onBoard((page) => press(page, /^All limits/)) },
  { name: 'limit-new', path: at('/'), prepare: onBoard(openLimit) },
  { name: 'limits-analytics', path: at('/analytics?tab=plan&view=range'), prepare: scrollTo('Limits') },
  { name: 'pauses', path: at('/'), prepare: onBoard(openPauses) },
  { name: 'logs', path: at('/logs'), prepare: (page) => shown(page, 'Refresh') },
  { name: 'logs-none', path: at('/logs?search=nothing-has-this'), prepare: (page) => shown(page, 'Refresh') },
]

function statementOf({ reportId, affiliateId }: Past): string {
  return `/payouts/${reportId}/statements/${affiliateId}`
}

async function findNoPlan(page: Page): Promise<void> {
  await plansAreThere(page)
  await page.getByLabel('Search plans').fill('nobody')
  await page.getByText('No plan matches.').waitFor()
}

async function changePlan(page: Page): Promise<void> {
  await press(page, /^Change /)
  await page.getByLabel('What changes').selectOption('From a day on')
  await page.getByRole('dialog').getByLabel('Fri').fill('5')
  await page.getByRole('button', { name: 'Show the next 4 weeks' }).click()
  await page.getByRole('button', { name: 'Save plan' }).waitFor()
}

async function changeDayOfPlan(page: Page): Promise<void> {
  await press(page, /^Change /)
  await page.getByLabel('What changes').selectOption('One day only')
  await page.getByLabel('Leads on this day').fill('7')
  await page.getByRole('button', { name: 'Show the day' }).click()
  await page.getByRole('button', { name: 'Save day' }).waitFor()
}

async function openHolidays(page: Page): Promise<void> {
  await press(page, 'Choose public holidays…')
  await page.getByLabel('All of them').check()
}

async function openLimit(page: Page): Promise<void> {
  await press(page, /^All limits/)
  await page.getByRole('button', { name: 'Add a limit' }).click()
  await page.getByLabel('Limit', { exact: true }).waitFor()
}

async function openPauses(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: /paused/i })
    .getByRole('button')
    .last()
    .click()
  await page.getByRole('dialog').first().waitFor()
}

async function breakBoard(page: Page): Promise<void> {
  await page.route('**/api/caps/day/*', (route) =>
    route.fulfill({
      status: 503,
      json: { message: 'The database cannot be reached. Please try again in a few seconds.' },
    }),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).first().waitFor({ timeout: 30_000 })
}

async function openCodeStep(page: Page): Promise<void> {
  await page.getByRole('textbox').first().fill('anna')
  // A new browser for each picture: only a few of them are sent a code.
  await page.getByRole('button', { name: 'I have a code' }).click()
  await page.getByRole('button', { name: 'Back' }).waitFor()
}

async function refuseCap(page: Page): Promise<void> {
  await press(page, '+ Add cap')
  await page.getByRole('dialog').getByRole('button', { name: 'Create cap' }).click()
}

async function openPaste(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Paste caps' }).click()
  const dialog = page.getByRole('dialog', { name: /^Paste/ })
  await dialog
    .getByRole('textbox', { name: /^Rows/ })
    .fill('DE 40 #44 B-101 1200+10% 09:00-17:00\nFR 25 #12 nobody\nIT many')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('table').waitFor()
}

/** A message with a cap, a pause, and a question. */
async function pasteMessage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Paste caps' }).click()
  const dialog = page.getByRole('dialog', { name: /^Paste/ })
  await dialog.getByLabel('From').fill('Trellis')
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: /^Rows/ }).fill('AU 15 tomorrow\npause BE\nUK 20 frozen')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('region', { name: 'Questions about the message' }).waitFor()
}

/** What names no day, and the calendar beside it. */
async function openDayOfCap(page: Page): Promise<void> {
  await press(page, '+ Add cap')
  await page.getByLabel(/^Date/).fill('soon')
  await page.getByLabel(/^Date/).blur()
  await page.getByLabel(/^Date/).press('Alt+ArrowDown')
}

async function openBulk(page: Page): Promise<void> {
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('region', { name: 'Selected caps' }).getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel(/^Value for/).fill('+10%')
  await page.getByLabel(/^Value for/).press('Enter')
}

async function openWhy(page: Page): Promise<void> {
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText('Course in numbers').waitFor()
}

async function openHistory(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^More for \w{3}/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await page.getByRole('dialog').waitFor()
}

async function openAffiliate(page: Page): Promise<void> {
  await tableIsThere(page)
  await page.getByRole('button', { name: /#/ }).and(page.locator('[aria-expanded]')).first().click()
  await page
    .getByRole('button', { name: /#/ })
    .and(page.locator('[aria-expanded="true"]'))
    .first()
    .scrollIntoViewIfNeeded()
}

/** Of an element, whose own type is known to browsers alone. */
interface Scrolled {
  scrollIntoView(options: { block: 'start' }): void
}

function scrollTo(heading: string): Prepare {
  return async (page) => {
    const found = page.getByRole('heading', { name: heading }).first()
    await found.waitFor()
    await found.evaluate((element: Scrolled) => element.scrollIntoView({ block: 'start' }))
  }
}

async function openZone(page: Page): Promise<void> {
  const zone = page
    .getByRole('combobox', { name: 'Timezone' })
    .or(page.getByRole('textbox', { name: 'Timezone' }))
    .first()
  await zone.click()
  await page.getByRole('option', { name: /Tokyo/ }).click()
  await page.getByText(/to another day\./).waitFor()
}

async function openBroadcast(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('button').last().click()
}
