import { once } from 'node:events'
import { createServer } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { z } from 'zod'
import { storageKeys } from '#web/lib/storage.ts'
import { openInstallation, type Installation } from '#testing/demo/installation.ts'
import { median, type Row } from './table.ts'

const KILOBIT = 1_024 / 8

/** As Lighthouse looks at pages: from a desk, and from a phone with a processor four times slower on a slow 4G. */
const PLACES = [
  {
    name: 'desk',
    viewport: { width: 1440, height: 900 },
    slowDown: 1,
    network: { latency: 40, downloadThroughput: 10_240 * KILOBIT, uploadThroughput: 10_240 * KILOBIT },
  },
  {
    name: 'phone',
    viewport: { width: 375, height: 812 },
    slowDown: 4,
    network: { latency: 150, downloadThroughput: 1_638 * KILOBIT, uploadThroughput: 750 * KILOBIT },
  },
] as const

const SCREENS: Readonly<Record<string, string>> = {
  board: '/',
  'full view': '/day/full',
  payouts: '/payouts?range=previous_week',
  analytics: '/analytics?view=range',
  admin: '/admin',
  leads: '/leads',
  messages: '/messages',
  logs: '/logs',
}

const ROUNDS = 3
/** What Core Web Vitals call good. */
const GOOD = { milliseconds: 2_500, shift: 0.1 }
/** A screen is there once nothing of it has changed for so long. */
const STILL_MILLISECONDS = 1_500

type Place = (typeof PLACES)[number]

const ViewAnswer = z.object({ milliseconds: z.number(), shift: z.number() })

/** When the largest thing in sight was painted, and how far things moved by themselves: LCP and CLS. */
type View = z.output<typeof ViewAnswer>

// Run by the page before all that is its own. Every shift counts, not only those of the worst five seconds.
const WATCH = `
  const view = { milliseconds: 0, shift: 0 }
  let changed = 0
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => (view.milliseconds = startTime))
  watch('layout-shift', ({ value, hadRecentInput }) => (view.shift += hadRecentInput ? 0 : value))
  new MutationObserver(() => (changed = performance.now())).observe(document, { subtree: true, childList: true })
  const isStill = () => view.milliseconds > 0 && performance.now() - changed > ${STILL_MILLISECONDS}
  window.readView = () => (isStill() ? view : null)`

/** How the screens of the demo world come to somebody whose browser has kept nothing, beside a line that React draws. */
export async function measureFirstViews(parts: AsyncDisposableStack, browser: Browser, react: Buffer): Promise<Row[]> {
  console.error('web: measuring how screens come')
  const installation = parts.adopt(await openInstallation(), ({ close }) => close())
  const bare = await serveBare(parts, react)
  const stored = await storedOf(installation)
  const rows: Row[] = []
  for (const place of PLACES) {
    const see = (url: string) => lookOften(browser, place, url, stored)
    const yardstick = await see(bare)
    const views = new Map<string, View>()
    for (const [screen, path] of Object.entries(SCREENS)) views.set(screen, await see(installation.address + path))
    rows.push(...describe(place, views, yardstick))
  }
  return rows
}

async function storedOf(installation: Installation): Promise<BrowserContextStorage> {
  const { token, member } = await installation.signIn('anna')
  const localStorage = [
    { name: storageKeys.token, value: token },
    { name: storageKeys.member, value: JSON.stringify(member) },
  ]
  return { cookies: [], origins: [{ origin: installation.address, localStorage }] }
}

type BrowserContextStorage = Awaited<ReturnType<BrowserContext['storageState']>>

async function lookOften(browser: Browser, place: Place, url: string, stored: BrowserContextStorage): Promise<View> {
  const views: View[] = []
  for (let round = 0; round < ROUNDS; round++) views.push(await look(browser, place, url, stored))
  return {
    milliseconds: median(views.map(({ milliseconds }) => milliseconds)),
    shift: Math.max(...views.map(({ shift }) => shift)),
  }
}

async function look(browser: Browser, place: Place, url: string, storageState: BrowserContextStorage): Promise<View> {
  const context = await browser.newContext({ viewport: place.viewport, storageState })
  try {
    await context.addInitScript(WATCH)
    const page = await context.newPage()
    await slowDown(page, place)
    await page.goto(url)
    for (;;) {
      const view = ViewAnswer.nullable().parse(await page.evaluate('window.readView()'))
      if (view) return view
      await pause(100)
    }
  } finally {
    await context.close()
  }
}

async function slowDown(page: Page, { network, slowDown: rate }: Place): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** A page with a script that draws a line, and nothing else. */
async function serveBare(parts: AsyncDisposableStack, script: Buffer): Promise<string> {
  const compressed = gzipSync(script, { level: 9 })
  const server = createServer((request, response) => {
    if (request.url === '/line.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' }).end(compressed)
    } else {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<!doctype html><title>A line</title><body><script src="/line.js" type="module"></script>')
    }
  })
  parts.defer(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

function describe(place: Place, views: ReadonlyMap<string, View>, yardstick: View): Row[] {
  const list = [...views]
  const [latest, time] = worstOf(list, ({ milliseconds }) => milliseconds)
  const [restless, moved] = worstOf(list, ({ shift }) => shift)
  const shared = { bench: 'web', note: `${list.length} screens of the demo world, load ${loadavg()[0]?.toFixed(1)}` }
  const paint = (what: string, milliseconds: number): Row => ({
    ...shared,
    what: `${place.name}: largest paint of ${what}`,
    figure: `${(milliseconds / 1_000).toFixed(2)} s`,
    yardstick: `a line by React ${(yardstick.milliseconds / 1_000).toFixed(2)} s`,
    ratio: milliseconds / yardstick.milliseconds,
    goal: `<= ${GOOD.milliseconds / 1_000} s`,
    met: milliseconds <= GOOD.milliseconds,
  })
  return [
    paint('the board', views.get('board')?.milliseconds ?? Number.NaN),
    paint(`the latest screen (${latest})`, time),
    {
      ...shared,
      what: `${place.name}: layout shift of the most restless screen (${restless})`,
      figure: moved.toFixed(3),
      yardstick: '-',
      ratio: null,
      goal: `<= ${GOOD.shift}`,
      met: moved <= GOOD.shift,
    },
  ]
}

function worstOf(views: readonly [string, View][], figureOf: (view: View) => number): [string, number] {
  const figures = views.map(([screen, view]): [string, number] => [screen, figureOf(view)])
  return figures.reduce((worst, each) => (each[1] > worst[1] ? each : worst))
}
