import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page, type Request } from '@playwright/test'
import type { Installation } from '#testing/demo/installation.ts'
import type { Screen } from './screen.ts'

/** Widths of a desk and of a phone, in CSS pixels. */
export const SIZES = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'phone', width: 375, height: 812 },
] as const
export const SCHEMES = ['light', 'dark'] as const

/** Where pictures go and what takes them. */
interface Studio {
  /** Whether a picture is to be taken, by its name without the scheme. */
  isWanted(name: string): boolean
  browser: string
  folder: string
}

const LAUNCH_FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']

/** Takes each screen in each size and scheme; the names of those that did not come, which stop no others. */
export async function takePictures(
  installation: Installation,
  screens: readonly Screen[],
  studio: Studio,
): Promise<string[]> {
  await mkdir(studio.folder, { recursive: true })
  const browser = await chromium.launch({ executablePath: studio.browser, args: LAUNCH_FLAGS })
  const missed: string[] = []
  try {
    for (const screen of screens) {
      for (const size of SIZES.filter(({ name }) => (screen.only ?? name) === name)) {
        const name = `${screen.name}-${size.name}`
        if (!studio.isWanted(name)) continue
        const why = await takeScreen(browser, installation, { screen, size, path: join(studio.folder, name) })
        console.log(why === null ? `  ${name}` : `  ${name}: ${why}`)
        if (why !== null) missed.push(name)
      }
    }
    return missed
  } finally {
    await browser.close()
  }
}

interface Shot {
  screen: Screen
  size: (typeof SIZES)[number]
  /** Without the scheme and the ending. */
  path: string
}

/** What kept it from being taken; null where nothing did. */
async function takeScreen(browser: Browser, installation: Installation, shot: Shot): Promise<string | null> {
  const { screen, size, path } = shot
  const stored = screen.isSignedOut ? {} : await keepSession(installation, screen.as ?? 'anna')
  const page = await openPage(browser, installation, size, stored)
  const openRequests = countOpenRequests(page)
  try {
    await page.goto(installation.address + screen.path(installation.past))
    await screen.prepare?.(page, size.name)
    await takeBoth(page, path, openRequests)
    return null
  } catch (error) {
    await page.screenshot({ path: `${path}-missed.png` }).catch(() => null)
    return String(error).split('\n')[0] ?? ''
  } finally {
    await page.context().close()
  }
}

async function keepSession(installation: Installation, handle: string): Promise<Record<string, string>> {
  const { token, member } = await installation.signIn(handle)
  // The tour of a first visit would lie over each picture, and the line of a finished setup above each section.
  const seen = { 'capline.tour': 'done', 'capline.setup': 'done' }
  return { 'capline.token': token, 'capline.member': JSON.stringify(member), ...seen }
}

async function openPage(
  browser: Browser,
  { address }: Installation,
  size: (typeof SIZES)[number],
  stored: Record<string, string>,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: size.width, height: size.height },
    deviceScaleFactor: 1,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    storageState: {
      cookies: [],
      origins: [{ origin: address, localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })) }],
    },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  return page
}

/** How many requests have no answer yet; the stream of events, which never ends, is none of them. */
function countOpenRequests(page: Page): () => number {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (!request.url().includes('/api/events')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => open.size
}

/** Looks this often whether everything is answered, and takes what is so twice in a row, or after so many looks. */
const LOOK_EVERY_MS = 150
const MOST_LOOKS = 100

async function waitUntilQuiet(page: Page, openRequests: () => number): Promise<void> {
  for (let looks = 0, quiet = 0; quiet < 2 && looks < MOST_LOOKS; looks += 1) {
    quiet = openRequests() === 0 ? quiet + 1 : 0
    await page.waitForTimeout(LOOK_EVERY_MS)
  }
}

/** The page in both schemes, once nothing is loaded any more. */
async function takeBoth(page: Page, path: string, openRequests: () => number): Promise<void> {
  await waitUntilQuiet(page, openRequests)
  for (const unfinished of ['[aria-busy="true"]', '.mantine-Skeleton-root']) {
    await page.locator(unfinished).first().waitFor({ state: 'detached' })
  }
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
    // Colours that are on their way to the other scheme arrive at once.
    await page.screenshot({ path: `${path}-${colorScheme}.png`, animations: 'disabled' })
  }
}
