import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { analyticsCalls } from '#contract/analytics.ts'
import { createClient, type Client } from '#contract/client.ts'
import { systemClock } from '#platform/clock.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { startTestPostgres, type TestPostgres } from '#testing/database.ts'
import { askDuck, fillDuck, fillRollup, KEYS_OF_A_DAY, MEASURED_DAY, MEASURED_RANGE } from './analytics-data.ts'
import type { Duck } from './duck.ts'
import { makeFolder, startProduct } from './server-process.ts'
import { median, type BenchOptions, type Row } from './table.ts'

const ROUNDS = 5
/** A tenth of fewer leads would not have all keys on each day, and so be another question. */
const WORTH_COMPARING = 10_000_000

/** Totals of what was answered, so that nobody is measured who counted something else. */
interface Totals {
  leads: number
  deposits: number
}

/** A day or a range, as both are asked for it; each answers its totals. */
interface Question {
  name: string
  product: (call: Client) => Promise<Totals>
  duck: string
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'a day',
    product: async (call) => (await call(analyticsCalls.daily, { query: { date: MEASURED_DAY } })).totals,
    duck: askDuck(MEASURED_DAY, MEASURED_DAY),
  },
  {
    name: '365 days',
    product: async (call) => {
      const { start, end } = MEASURED_RANGE
      return (await call(analyticsCalls.range, { query: { startDate: start, endDate: end } })).totals
    },
    duck: askDuck(MEASURED_RANGE.start, MEASURED_RANGE.end),
  },
]

interface Side {
  leads: number
  call: Client
  duck: Duck
}

/** How fast a day and a year are answered with an empty cache, against DuckDB counting the rows themselves. */
export async function measureAnalytics(parts: AsyncDisposableStack, { leads }: BenchOptions): Promise<Row[]> {
  const folder = await makeFolder(parts)
  const postgres = await startTestPostgres()
  parts.defer(() => postgres.stop())
  const tenth = leads >= WORTH_COMPARING ? await prepare(parts, postgres, folder, Math.round(leads / 10)) : null
  const all = await prepare(parts, postgres, folder, leads)
  console.error('analytics: measuring')
  const rows: Row[] = []
  for (const question of QUESTIONS) rows.push(...(await compare(question, all, tenth)))
  return rows
}

async function prepare(
  parts: AsyncDisposableStack,
  postgres: TestPostgres,
  folder: string,
  leads: number,
): Promise<Side> {
  console.error(`analytics: preparing ${leads.toLocaleString('en')} leads`)
  const database = await postgres.createDatabase()
  parts.defer(() => database.close())
  const duck = await fillDuck(parts, folder, leads)
  await fillRollup(database.pool, duck, folder)
  const server = await startProduct({
    DATABASE_URL: database.url,
    SANDBOX: 'off',
    APP_SECRET: randomBytes(32).toString('hex'),
    ROLES: 'web',
    LOG_LEVEL: 'warn',
  })
  parts.defer(() => server.end())
  const member = await insertMember(database.db, { role: 'admin' })
  const token = await insertSession(database.db, member, systemClock)
  return { leads, duck, call: createClient({ root: server.address, fetch, token: () => token }) }
}

async function compare(question: Question, all: Side, tenth: Side | null): Promise<Row[]> {
  const times = { all: [] as number[], tenth: [] as number[], duck: [] as number[] }
  // In turns, so that what else the machine does meets all; the first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const [ours, theirs] = [await ask(question, all), await askTheirs(question, all)]
    const less = tenth && (await ask(question, tenth))
    if (JSON.stringify(ours.totals) !== JSON.stringify(theirs.totals)) {
      throw new Error(`${question.name}: ${JSON.stringify(ours.totals)} is not ${JSON.stringify(theirs.totals)}`)
    }
    if (round === 0) continue
    times.all.push(ours.milliseconds)
    if (less) times.tenth.push(less.milliseconds)
    times.duck.push(theirs.milliseconds)
  }
  const [ours, theirs] = [median(times.all), median(times.duck)]
  const show = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`
  const count = (side: Side) => side.leads.toLocaleString('en')
  const note = `${count(all)} leads, ${KEYS_OF_A_DAY} keys a day, load ${loadavg()[0]?.toFixed(1)}`
  const common = { bench: 'analytics', figure: show(ours), note }
  const against = {
    ...common,
    what: `${question.name}, cache empty`,
    yardstick: `DuckDB ${show(theirs)}`,
    ratio: ours / theirs,
    goal: '< 1',
    met: ours < theirs,
  }
  if (!tenth) return [against]
  const less = median(times.tenth)
  const grown = {
    ...common,
    what: `${question.name}, ten times the leads`,
    yardstick: `${count(tenth)} leads ${show(less)}`,
    ratio: ours / less,
    goal: '<= 1.2',
    met: ours / less <= 1.2,
  }
  return [against, grown]
}

async function ask({ product }: Question, { call }: Side) {
  await call(analyticsCalls.invalidateCache, {})
  const started = performance.now()
  const { leads, deposits } = await product(call)
  return { totals: { leads, deposits }, milliseconds: performance.now() - started }
}

async function askTheirs({ duck: statement }: Question, { duck }: Side) {
  const started = performance.now()
  const rows = (await duck.runAndReadAll(statement)).getRowObjectsJson()
  const milliseconds = performance.now() - started
  const total = rows.find(({ grouped }) => Number(grouped) === NOTHING_GROUPED)
  return { totals: { leads: Number(total?.['leads']), deposits: Number(total?.['deposits']) }, milliseconds }
}

/** `grouping` of the set that is grouped by none of the four. */
const NOTHING_GROUPED = 0b1111
