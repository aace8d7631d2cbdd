import type { Page } from '@playwright/test'
import {
  afterTable,
  at,
  onBoard,
  onPlans,
  openDeal,
  press,
  REPORT,
  sectionIsThere,
  shown,
  tableIsThere,
  writeMessage,
  type Prepare,
  type Screen,
} from './screen.ts'

/** What opens over a screen, and what is seen once; what changes something comes last. */
export const DIALOGS: readonly Screen[] = [
  { name: 'first-visit', path: at('/'), prepare: visitFirst('capline.tour') },
  { name: 'admin-setup', path: at('/admin'), prepare: visitFirst('capline.setup') },
  { name: 'help', path: at('/'), prepare: onBoard((page) => press(page, 'About this screen')) },
  { name: 'suggestions', path: at('/'), prepare: onBoard(openSuggestions) },
  { name: 'views', path: at('/'), prepare: onBoard((page) => press(page, 'Views')) },
  { name: 'selection', path: at('/?view=cards'), prepare: onBoard(selectCaps) },
  { name: 'cap-leave', path: at('/?view=cards'), prepare: onBoard(leaveCap) },
  { name: 'cap-pause', path: at('/'), prepare: onBoard(fromWhy('Pause traffic')) },
  { name: 'cap-copy', path: at('/'), prepare: onBoard(fromWhy('Copy to…')) },
  { name: 'limit-periods', path: at('/'), prepare: onBoard(fromLimits('Periods')) },
  { name: 'limit-history', path: at('/'), prepare: onBoard(fromLimits('History')) },
  { name: 'closed-open', path: at(REPORT), prepare: afterTable('Open again') },
  { name: 'deposit-adjust', path: at(REPORT), prepare: adjustDeposit },
  { name: 'analytics-forecast', path: at('/analytics?tab=forecast'), prepare: (page) => shown(page, 'Views') },
  { name: 'analytics-views', path: at('/analytics'), prepare: afterTable('Views') },
  { name: 'analytics-files', path: at('/analytics'), prepare: afterTable('Schedule this table…') },
  { name: 'admin-changes', path: at('/admin'), prepare: inSection('History of the settings') },
  { name: 'team-sessions', path: at('/admin?section=team'), prepare: afterTable(/^Sessions/) },
  { name: 'team-remove', path: at('/admin?section=team'), prepare: afterTable('Remove') },
  { name: 'advertiser-history', path: at('/admin?section=advertisers'), prepare: afterTable(/^History$/) },
  { name: 'advertiser-delete', path: at('/admin?section=advertisers'), prepare: afterTable(/^Delete/) },
  { name: 'feed-setup', path: at('/admin?section=feeds'), prepare: inSection('Set up a feed') },
  { name: 'feed-test', path: at('/admin?section=feeds'), prepare: inSection('Test the lead API') },
  { name: 'api-key-new', path: at('/admin?section=api-keys'), prepare: inSection('Make a key') },
  { name: 'webhook-new', path: at('/admin?section=webhooks'), prepare: inSection('Add an endpoint') },
  { name: 'lead-columns', path: at('/leads'), prepare: (page) => press(page, 'Columns') },
  { name: 'messages-send', path: at('/messages'), prepare: afterWriting('Send message') },
  { name: 'messages-template', path: at('/messages'), prepare: afterWriting('Save as template') },
  { name: 'plan-new', path: at('/plans'), prepare: onPlans((page) => press(page, 'Add plan')) },
  { name: 'plan-delete', path: at('/plans'), prepare: onPlans((page) => press(page, /^Delete /)) },
  { name: 'undo', path: at('/?view=cards'), prepare: onBoard(changeNumber) },
]

/** Forgets what was seen before. */
function visitFirst(key: string): Prepare {
  return async (page) => {
    await page.evaluate((name) => localStorage.removeItem(name), key)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
}

async function openSuggestions(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Suggestions/ }).click()
  await page.getByRole('region', { name: 'Suggestions' }).waitFor()
}

async function selectCaps(page: Page): Promise<void> {
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('region', { name: 'Selected caps' }).waitFor()
}

/** Closes a form in which something is typed. */
async function leaveCap(page: Page): Promise<void> {
  await press(page, '+ Add cap')
  await page.getByLabel(/^Geo/).fill('DE')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
}

function fromWhy(name: string): Prepare {
  return async (page) => {
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByText('Course in numbers').waitFor()
    // The table below the drawer has some of its buttons too.
    await page.getByRole('button', { name, exact: true }).last().click()
    await page.getByRole('dialog').last().waitFor()
  }
}

function fromLimits(name: string): Prepare {
  return async (page) => {
    await press(page, /^All limits/)
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).first().click()
  }
}

function inSection(name: string): Prepare {
  return async (page) => {
    await sectionIsThere(page)
    await press(page, name)
  }
}

async function adjustDeposit(page: Page): Promise<void> {
  await tableIsThere(page)
  await openDeal(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Adjust/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: /^Deposit/ }).waitFor()
}

function afterWriting(name: string): Prepare {
  return async (page) => {
    await shown(page, 'Send message')
    await writeMessage(page)
    await press(page, name)
  }
}

async function changeNumber(page: Page): Promise<void> {
  await page.locator('button[aria-label^="Planned of"]').first().click()
  // One more than it is: the picture before changed it too.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
}
