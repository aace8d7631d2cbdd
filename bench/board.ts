import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { startTestPostgres } from '#testing/database.ts'
import { endGoodSync } from '#testing/suggestions.ts'
import { measureBeside } from './board-beside.ts'
import { BOARD_DAY, CAPS_OF_A_DAY, changeDay, DAYS_OF_CAPS, seedBoard, seedSessions } from './board-data.ts'
import { CONNECTIONS, headersOf, pace, saturate, type Target } from './load.ts'
import { ROOT, startProduct, startServerProcess, type ServerProcess } from './server-process.ts'
import { median, percentile, type BenchOptions, type Row } from './table.ts'
import { measureWhy } from './why.ts'

const WARM_UP_SECONDS = 4
const ROUNDS = 7
const SECONDS_A_ROUND = 4
const PACE = { perSecond: 200, seconds: 8, rounds: 5 }
const CHANGES_A_SECOND = 5
const SESSIONS = 4 * CONNECTIONS

/** How fast a day's board is answered, against the least that a server has to do for it. */
export async function measureBoard(parts: AsyncDisposableStack, { leads }: BenchOptions): Promise<Row[]> {
  const { product, bare, db } = await prepare(parts, leads)
  console.error('board: measuring')
  await saturate(product, WARM_UP_SECONDS)
  await saturate(bare, WARM_UP_SECONDS)
  const rate = (target: Target) => saturate(target, SECONDS_A_ROUND)
  const latest = async (target: Target) => percentile(await pace(target, PACE.perSecond, PACE.seconds), 0.99)
  const rates = await alternate(ROUNDS, product, bare, rate)
  const changing = await alternate(ROUNDS, product, bare, (target) => whileChanging(db, () => rate(target)))
  const apart = await alternate(ROUNDS, ofManyDays(product), ofManyDays(bare), rate)
  const times = await alternate(PACE.rounds, product, bare, latest)
  const changingTimes = await alternate(PACE.rounds, product, bare, (target) => whileChanging(db, () => latest(target)))
  const note = `${CAPS_OF_A_DAY} caps, ${leads.toLocaleString('en')} leads, load ${loadavg()[0]?.toFixed(1)}`
  const changes = `${CHANGES_A_SECOND} changes/s`
  return [
    describeRates(rates, { what: 'all of one day', note }),
    describeRates(changing, { what: `all of one day, ${changes}`, note }),
    describeRates(apart, { what: 'each of another day', note }),
    describeTimes(times, { what: 'all of one day', note }),
    describeTimes(changingTimes, { what: `all of one day, ${changes}`, note }),
    await measureWhy({ product, bare }, whyDay()),
    ...(await measureBeside(product, db)),
  ]
}

/** Today, of which there is a forecast, as long as the data have it. */
function whyDay(): Day {
  const today = zoneOf(DEFAULT_ZONE).dayOf(systemClock.now())
  return today <= BOARD_DAY && today > addDays(BOARD_DAY, -DAYS_OF_CAPS) ? today : BOARD_DAY
}

interface Prepared {
  product: Target
  bare: Target
  db: Database
}

async function prepare(parts: AsyncDisposableStack, leads: number): Promise<Prepared> {
  console.error(`board: preparing ${leads.toLocaleString('en')} leads`)
  const postgres = await startTestPostgres()
  parts.defer(() => postgres.stop())
  const database = await postgres.createDatabase()
  parts.defer(() => database.close())
  await seedBoard(database.db, leads)
  await endGoodSync(database.db, systemClock.now())
  const tokens = await seedSessions(database.db, SESSIONS)
  const aim = async (starting: Promise<ServerProcess>): Promise<Target> => {
    const server = await starting
    parts.defer(() => server.end())
    const target = { urlOf: () => `${server.address}/api/caps/day/${BOARD_DAY}`, tokens }
    await checkAnswer(target)
    return target
  }
  const product = startProduct({
    DATABASE_URL: database.url,
    SANDBOX: 'off',
    APP_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'warn',
  })
  const bare = [process.execPath, join(ROOT, 'bench/bare-board.ts')] as const
  return {
    product: await aim(product),
    bare: await aim(startServerProcess(bare, { DATABASE_URL: database.url })),
    db: database.db,
  }
}

/** While the day is changed, by turns by an edit of a cap and by what a sync counts: nothing that was read holds for long. */
async function whileChanging<T>(db: Database, measure: () => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const changing = (async () => {
    for (let change = 0; !stop.signal.aborted; change++) {
      await changeDay(db, change)
      await pause(1_000 / CHANGES_A_SECOND)
    }
  })()
  try {
    return await measure()
  } finally {
    stop.abort()
    await changing
  }
}

/** The same, each connection with a day of its own: nothing that one is answered serves another. */
function ofManyDays({ urlOf, tokens }: Target): Target {
  return { tokens, urlOf: (connection) => new URL(addDays(BOARD_DAY, -connection), urlOf(connection)).href }
}

/** Whoever answers something else is not measured. */
async function checkAnswer({ urlOf, tokens }: Target): Promise<void> {
  const url = urlOf(0)
  const response = await fetch(url, { headers: headersOf(tokens[0] ?? '') })
  const caps = z.array(z.object({ geo: z.string() })).parse(await response.json())
  if (caps.length === CAPS_OF_A_DAY && response.headers.get('content-encoding') === 'gzip') return
  throw new Error(`${url} answered ${caps.length} caps, ${response.headers.get('content-encoding')}`)
}

/** In turns, so that what else the machine does meets both. */
async function alternate(
  rounds: number,
  product: Target,
  bare: Target,
  measure: (target: Target) => Promise<number>,
): Promise<Figures> {
  const figures: Figures = { product: [], bare: [] }
  for (let round = 0; round < rounds; round++) {
    figures.product.push(await measure(product))
    figures.bare.push(await measure(bare))
  }
  return figures
}

interface Figures {
  product: number[]
  bare: number[]
}

function describeRates(rates: Figures, { what, note }: { what: string; note: string }): Row {
  const [product, bare] = [median(rates.product), median(rates.bare)]
  const ratio = product / bare
  return {
    bench: 'board',
    what: `a day's caps, ${CONNECTIONS} connections, ${what}`,
    figure: `${product.toFixed(0)}/s`,
    yardstick: `bare handler ${bare.toFixed(0)}/s`,
    ratio,
    goal: '>= 0.8',
    met: ratio >= 0.8,
    note,
  }
}

function describeTimes(times: Figures, { what, note }: { what: string; note: string }): Row {
  // What else the machine does can only add; each round is long enough for all pauses that the server has of itself.
  const [product, bare] = [Math.min(...times.product), Math.min(...times.bare)]
  return {
    bench: 'board',
    what: `p99 at ${PACE.perSecond}/s, ${what} (median round ${median(times.product).toFixed(1)} ms)`,
    figure: `${product.toFixed(1)} ms`,
    yardstick: `bare handler ${bare.toFixed(1)} ms`,
    ratio: product / bare,
    goal: '<= 20 ms',
    met: product <= 20,
    note,
  }
}
