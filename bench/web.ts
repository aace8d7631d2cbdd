import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { startTestPostgres } from '#testing/database.ts'
import { storageKeys } from '#web/lib/storage.ts'
import { seedSessions } from './board-data.ts'
import { bundleReact, GOAL_IN_REACTS, sizeOf } from './first-script.ts'
import { makeBare, timeKey, watchKeys, type KeyTimes } from './key-to-paint.ts'
import { startProduct } from './server-process.ts'
import { percentile, type Row } from './table.ts'
import { measureVisits } from './visits.ts'
import { boardDays, CAPS_A_COLUMN, DAYS_ON_THE_BOARD, seedWeb } from './web-data.ts'

const SLOW_DOWN = 4
const FRAME_MILLISECONDS = 1000 / 60
/** Digits over digits in a column of a sheet, and the keys that go from cell to cell; `~` is Enter, `v` the arrow down. */
const SHEET_TYPED = ['35~', '1270~', '8v', 'vvvv', '450~', '12v', '9~~~', '77v', '600~', 'vvvvvv']
/** Each key changes what the board shows; `<` takes the last letter off again. */
const TYPED = ['broker-4', '<<<<<<<<', '#12', '<<<', 'de 07', '<<<<<', 'er-1 fr', '<<<<<<<', 'it', '<<']
const ROUNDS = 2
/** Also on a machine that does much else. */
const PATIENCE_MILLISECONDS = 120_000
/** As the browser tests start it. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--no-first-run']

/** How much script the dashboard needs, and how soon a full board follows what is typed into its search. */
export async function measureWeb(parts: AsyncDisposableStack): Promise<Row[]> {
  const days = boardDays()
  const { address, token } = await prepare(parts, days)
  console.error('web: measuring')
  const browser = await openBrowser(parts)
  const board = `${address}/?days=${days.slice(2).join('.')}`
  const { page, scripts } = await openBoard(await newContext(browser, token), board)
  const keys = await timeTyping(page)
  const bare = await timeTyping(await openBarePage(await newContext(browser, token), address))
  const sheet = await timeSheet(page)
  const react = await bundleReact()
  return [
    describeScripts(sizeOf(scripts), sizeOf([react])),
    describeKeys('letter in the search', listTimes(keys, 'next'), listTimes(bare, 'next')),
    describeKeys('caps on the board', listTimes(keys, 'last'), listTimes(bare, 'last')),
    describeKeys('cell in a sheet', listTimes(sheet, 'next'), listTimes(bare, 'next')),
    ...(await measureVisits(parts, browser, react)),
  ]
}

async function prepare(parts: AsyncDisposableStack, days: ReturnType<typeof boardDays>) {
  console.error(`web: preparing ${(CAPS_A_COLUMN * DAYS_ON_THE_BOARD).toLocaleString('en')} caps`)
  const postgres = await startTestPostgres()
  parts.defer(() => postgres.stop())
  const database = await postgres.createDatabase()
  parts.defer(() => database.close())
  await seedWeb(database.db, days)
  const [token = ''] = await seedSessions(database.db, 1)
  const server = await startProduct({
    DATABASE_URL: database.url,
    SANDBOX: 'off',
    APP_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'warn',
  })
  parts.defer(() => server.end())
  return { address: server.address, token }
}

/** The Chromium that `npm run bench` found, else Playwright's own. */
async function openBrowser(parts: AsyncDisposableStack): Promise<Browser> {
  const path = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({ ...(path && { executablePath: path }), args: FLAGS })
  parts.defer(() => browser.close())
  return browser
}

async function newContext(browser: Browser, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [storageKeys.token, token] as const)
  return context
}

/** The board with nothing in any cache, and every script that it asked for before it was still. */
async function openBoard(context: BrowserContext, address: string): Promise<{ page: Page; scripts: Buffer[] }> {
  const page = await context.newPage()
  const asked: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') asked.push(response.body())
  })
  await page.goto(address)
  await page.locator('section[aria-busy="false"] [data-cap-id]').first().waitFor({ timeout: PATIENCE_MILLISECONDS })
  await page.waitForLoadState('networkidle').catch(() => undefined)
  // What the search itself brings is asked for by whoever opens it.
  const scripts = await Promise.all(asked)
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Search caps' }).focus()
  return { page, scripts }
}

async function openBarePage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${address}/healthz`)
  await makeBare(page)
  return page
}

/** The keys of somebody who plans a day of as many caps as a column has, one below the other. */
async function timeSheet(page: Page): Promise<KeyTimes[]> {
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Command or day' }).fill('copy')
  await page.getByRole('option', { name: /^Copy/ }).first().waitFor({ timeout: PATIENCE_MILLISECONDS })
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Copy caps from…' })
  await dialog.getByRole('table').waitFor({ timeout: PATIENCE_MILLISECONDS })
  await dialog
    .getByRole('textbox', { name: /^Planned/ })
    .first()
    .focus()
  return timeTyping(page, SHEET_TYPED)
}

async function timeTyping(page: Page, typed = TYPED): Promise<KeyTimes[]> {
  const session = await page.context().newCDPSession(page)
  await watchKeys(page)
  const keys = typed.flatMap((text) => text.split('')).map((key) => NAMES[key] ?? key)
  for (const key of keys) await timeKey(page, key)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  const times: KeyTimes[] = []
  for (let round = 0; round < ROUNDS; round++) for (const key of keys) times.push(await timeKey(page, key))
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return times
}

const NAMES: Readonly<Record<string, string>> = { '<': 'Backspace', '~': 'Enter', v: 'ArrowDown' }

function describeScripts(own: number, react: number): Row {
  const ratio = own / react
  return {
    bench: 'web',
    what: 'script before the dashboard can be used',
    figure: `${own.toFixed(0)} kB`,
    yardstick: `React + React DOM ${react.toFixed(0)} kB`,
    ratio,
    goal: `<= ${GOAL_IN_REACTS}`,
    met: ratio <= GOAL_IN_REACTS,
    note: 'gzip, every file that is asked for by itself',
  }
}

function listTimes(keys: readonly KeyTimes[], paint: keyof KeyTimes): number[] {
  return keys.map((times) => times[paint])
}

/** What a key shows, and the goal in milliseconds. */
const SHOWN = {
  'letter in the search': { from: 'the search to its letter', goal: 32 },
  'caps on the board': { from: 'the search to its caps', goal: 100 },
  'cell in a sheet': { from: `a sheet of ${CAPS_A_COLUMN.toLocaleString('en')} rows to its cell`, goal: 50 },
}

function describeKeys(shown: keyof typeof SHOWN, times: readonly number[], bare: readonly number[]): Row {
  const [p95, yardstick] = [percentile(times, 0.95), percentile(bare, 0.95)]
  const { from, goal } = SHOWN[shown]
  return {
    bench: 'web',
    what: `p95 from a key in ${from} on the screen`,
    figure: `${p95.toFixed(0)} ms`,
    yardstick: `bare page ${yardstick.toFixed(0)} ms (a frame is ${FRAME_MILLISECONDS.toFixed(0)} ms)`,
    ratio: p95 / yardstick,
    goal: `<= ${goal} ms`,
    met: p95 <= goal,
    note: `${(CAPS_A_COLUMN * DAYS_ON_THE_BOARD).toLocaleString('en')} caps, ${SLOW_DOWN}x CPU slow-down, median ${percentile(times, 0.5).toFixed(0)} ms (bare ${percentile(bare, 0.5).toFixed(0)} ms), load ${loadavg()[0]?.toFixed(1)}`,
  }
}
