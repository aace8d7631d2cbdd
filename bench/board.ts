import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { addDays } from '#domain/kernel/day.ts'
import { startTestPostgres } from '#testing/database.ts'
import { BOARD_DAY, CAPS_OF_A_DAY, seedBoard, seedSessions } from './board-data.ts'
import { CONNECTIONS, headersOf, pace, saturate, type Target } from './load.ts'
import { ROOT, startProduct, startServerProcess, type ServerProcess } from './server-process.ts'
import { median, percentile, type BenchOptions, type Row } from './table.ts'

const WARM_UP_SECONDS = 4
const ROUNDS = 7
const SECONDS_A_ROUND = 4
const PACE = { perSecond: 200, seconds: 8, rounds: 5 }
const SESSIONS = 4 * CONNECTIONS

/** How fast a day's board is answered, against the least that a server has to do for it. */
export async function measureBoard(parts: AsyncDisposableStack, { leads }: BenchOptions): Promise<Row[]> {
  const { product, bare } = await prepare(parts, leads)
  console.error('board: measuring')
  await saturate(product, WARM_UP_SECONDS)
  await saturate(bare, WARM_UP_SECONDS)
  const rates = await alternate(ROUNDS, product, bare, (target) => saturate(target, SECONDS_A_ROUND))
  const apart = await alternate(ROUNDS, ofManyDays(product), ofManyDays(bare), (target) =>
    saturate(target, SECONDS_A_ROUND),
  )
  const times = await alternate(PACE.rounds, product, bare, async (target) =>
    percentile(await pace(target, PACE.perSecond, PACE.seconds), 0.99),
  )
  const note = `${CAPS_OF_A_DAY} caps, ${leads.toLocaleString('en')} leads`
  return [
    describeRates(median(rates.product), median(rates.bare), { what: 'all of one day', note }),
    describeRates(median(apart.product), median(apart.bare), { what: 'each of another day', note }),
    // What else the machine does can only add; each round is long enough for all pauses that the server has of itself.
    describeTimes(Math.min(...times.product), Math.min(...times.bare), note),
  ]
}

async function prepare(parts: AsyncDisposableStack, leads: number): Promise<{ product: Target; bare: Target }> {
  console.error(`board: preparing ${leads.toLocaleString('en')} leads`)
  const postgres = await startTestPostgres()
  parts.defer(() => postgres.stop())
  const database = await postgres.createDatabase()
  parts.defer(() => database.close())
  await seedBoard(database.db, leads)
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
): Promise<{ product: number[]; bare: number[] }> {
  const figures: { product: number[]; bare: number[] } = { product: [], bare: [] }
  for (let round = 0; round < rounds; round++) {
    figures.product.push(await measure(product))
    figures.bare.push(await measure(bare))
  }
  return figures
}

function describeRates(product: number, bare: number, { what, note }: { what: string; note: string }): Row {
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

function describeTimes(product: number, bare: number, note: string): Row {
  return {
    bench: 'board',
    what: `p99 at ${PACE.perSecond}/s`,
    figure: `${product.toFixed(1)} ms`,
    yardstick: `bare handler ${bare.toFixed(1)} ms`,
    ratio: product / bare,
    goal: '<= 20 ms',
    met: product <= 20,
    note,
  }
}
