import { once } from 'node:events'
import { createServer } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page, Request } from '@playwright/test'
import { z } from 'zod'
import { storageKeys } from '#web/lib/storage.ts'
import { openInstallation, type Installation } from '#testing/demo/installation.ts'
import { median, type Row } from './table.ts'

const KILOBIT = 1_024 / 8

/** A desk, and a phone with a processor four times slower on a slow 4G: the latencies and rates that Lighthouse names. */
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
/** A screen is there once all that it asked for has come, and nothing of it has changed for so long. */
const STILL_MILLISECONDS = 1_500
const PATIENCE_MILLISECONDS = 120_000

type Place = (typeof PLACES)[number]

const ViewAnswer = z.object({ milliseconds: z.number(), shift: z.number(), cap: z.number() })

/**
 * When the largest thing in sight was painted, and how far things moved by themselves: LCP and CLS; and when the first cap was
 * there, which is what the board is opened for (0 on other screens).
 */
type View = z.output<typeof ViewAnswer>

// Run by the page before all that is its own. Every shift counts, not only those of the worst five seconds.
const WATCH = `
  const view = { milliseconds: 0, shift: 0, cap: 0 }
  let changed = 0
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => (view.milliseconds = startTime))
  watch('layout-shift', ({ value, hadRecentInput }) => (view.shift += hadRecentInput ? 0 : value))
  new MutationObserver(() => {
    changed = performance.now()
    if (view.cap === 0 && document.querySelector('[data-cap-id]')) view.cap = changed
  }).observe(document, { subtree: true, childList: true })
  const isStill = () => view.milliseconds > 0 && performance.now() - changed > ${STILL_MILLISECONDS}
  window.readView = () => (isStill() ? view : null)`

/** How a screen comes to somebody whose browser has kept nothing, and how it comes to them the next time. */
interface Visits {
  first: View
  again: View
}

/** How the screens of the demo world come, beside a line that React draws. */
export async function measureVisits(parts: AsyncDisposableStack, browser: Browser, react: Buffer): Promise<Row[]> {
  console.error('web: measuring how screens come')
  const installation = parts.adopt(await openInstallation(), ({ close }) => close())
  const bare = await serveBare(parts, react)
  const stored = await storedOf(installation)
  const rows: Row[] = []
  for (const place of PLACES) {
    const see = (url: string) => visitOften(browser, place, url, stored)
    const yardstick = await see(bare)
    const visits = new Map<string, Visits>()
    for (const [screen, path] of Object.entries(SCREENS)) visits.set(screen, await see(installation.address + path))
    rows.push(...describe(place, visits, yardstick))
  }
  return rows
}

async function storedOf(installation: Installation): Promise<Stored> {
  const { token, member } = await installation.signIn('anna')
  const localStorage = [
    { name: storageKeys.token, value: token },
    { name: storageKeys.member, value: JSON.stringify(member) },
    { name: storageKeys.tour, value: 'done' },
  ]
  return { cookies: [], origins: [{ origin: installation.address, localStorage }] }
}

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>

async function visitOften(browser: Browser, place: Place, url: string, stored: Stored): Promise<Visits> {
  const visits: Visits[] = []
  for (let round = 0; round < ROUNDS; round++) visits.push(await visit(browser, place, url, stored))
  return { first: sumUp(visits.map(({ first }) => first)), again: sumUp(visits.map(({ again }) => again)) }
}

function sumUp(views: readonly View[]): View {
  return {
    milliseconds: median(views.map(({ milliseconds }) => milliseconds)),
    shift: Math.max(...views.map(({ shift }) => shift)),
    cap: median(views.map(({ cap }) => cap)),
  }
}

async function visit(browser: Browser, place: Place, url: string, storageState: Stored): Promise<Visits> {
  const context = await browser.newContext({ viewport: place.viewport, storageState })
  try {
    await context.addInitScript(WATCH)
    const page = await context.newPage()
    await slowDown(page, place)
    return { first: await view(page, url), again: await view(page, url) }
  } finally {
    await context.close()
  }
}

async function view(page: Page, url: string): Promise<View> {
  const asked = followRequests(page)
  await page.goto(url)
  const deadline = performance.now() + PATIENCE_MILLISECONDS
  while (performance.now() < deadline) {
    const seen = ViewAnswer.nullable().parse(await page.evaluate('window.readView()'))
    if (seen && asked.size === 0) return seen
    await pause(100)
  }
  throw new Error(`${url} does not come to rest`)
}

/** What the page has asked for and not been given yet; the stream of events never ends. */
function followRequests(page: Page): ReadonlySet<Request> {
  const asked = new Set<Request>()
  page.on('request', (request) => !request.url().endsWith('/api/events') && asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return asked
}

async function slowDown(page: Page, { network, slowDown: rate }: Place): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

const SCRIPT_HEADERS = {
  'content-type': 'text/javascript',
  'content-encoding': 'gzip',
  'cache-control': 'max-age=31536000, immutable',
}

/** A page with a script that draws a line, and nothing else. */
async function serveBare(parts: AsyncDisposableStack, script: Buffer): Promise<string> {
  const compressed = gzipSync(script, { level: 9 })
  const server = createServer((request, response) => {
    if (request.url === '/line.js') {
      response.writeHead(200, SCRIPT_HEADERS).end(compressed)
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

function describe(place: Place, visits: ReadonlyMap<string, Visits>, yardstick: Visits): Row[] {
  const list = [...visits]
  const timeOf = (when: keyof Visits) => (each: Visits) => each[when].milliseconds
  const [latest, time] = worstOf(list, timeOf('first'))
  const [latestAgain, timeAgain] = worstOf(list, timeOf('again'))
  const [restless, shift] = worstOf(list, ({ first, again }) => Math.max(first.shift, again.shift))
  const board = visits.get('board')?.first
  const note = `${list.length} screens of the demo world, load ${loadavg()[0]?.toFixed(1)}`
  const row = (what: string, milliseconds: number, bare: View): Row => ({
    bench: 'web',
    what: `${place.name}, ${what}`,
    figure: `${(milliseconds / 1_000).toFixed(2)} s`,
    yardstick: `a line by React ${(bare.milliseconds / 1_000).toFixed(2)} s`,
    ratio: milliseconds / bare.milliseconds,
    goal: `<= ${GOOD.milliseconds / 1_000} s`,
    met: milliseconds <= GOOD.milliseconds,
    note,
  })
  return [
    row('first visit, the board: largest paint', board?.milliseconds ?? Number.NaN, yardstick.first),
    row('first visit, the board: its first cap', board?.cap ?? Number.NaN, yardstick.first),
    row(`first visit, the latest screen (${latest}): largest paint`, time, yardstick.first),
    row(`later visits, the latest screen (${latestAgain}): largest paint`, timeAgain, yardstick.again),
    {
      bench: 'web',
      what: `${place.name}, the most restless screen (${restless}): layout shift`,
      figure: shift.toFixed(3),
      yardstick: '-',
      ratio: null,
      goal: `<= ${GOOD.shift}`,
      met: shift <= GOOD.shift,
      note,
    },
  ]
}

function worstOf(visits: readonly [string, Visits][], figureOf: (visits: Visits) => number): [string, number] {
  const figures = visits.map(([screen, each]): [string, number] => [screen, figureOf(each)])
  return figures.reduce((worst, each) => (each[1] > worst[1] ? each : worst))
}
