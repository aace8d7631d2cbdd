import type { Sent } from '#contract/call.ts'
import { affiliateCapCalls, capCalls } from '#contract/caps.ts'
import { leadCalls } from '#contract/leads.ts'
import { limitCalls } from '#contract/limits.ts'
import { pauseCalls } from '#contract/pauses.ts'
import { payoutCalls } from '#contract/payouts.ts'
import { addDays } from '#domain/kernel/day.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'
import { createTestClock } from '#testing/clock.ts'
import { buildAffiliateDraft, buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { startTestPostgres, type TestDatabase } from '#testing/database.ts'
import { buildLeads } from '#testing/lead-sync.ts'
import { listReads, NOBODY } from '#testing/reads.ts'
import { GROWN_AT, GROWN_DAY, GROWN_PLACE, seedGrowth } from './growth-data.ts'
import { explainEach, listenToStatements, nameOf, type Explained } from './growth-statements.ts'
import { median, type BenchOptions, type Row } from './table.ts'

/** A tenth of three years, half of them, and all, with as many leads a day. */
const DAYS = [110, 548, 1_095]
/**
 * How much more a statement may read of ten times as much history, and of twice as much: the tree of an index may be a level
 * higher, and the planner may go another way in a small table.
 */
const MOST_GROWTH = { tenfold: 2, twofold: 1.2 }
const FEW_PAGES = 200
/** Rounds of a report of a week, each in turns in all sizes, and how much longer it may take. */
const REPORTS = 7
const MOST_LONGER = 1.2

/** Statements that are known to read more of more history, by how they begin, and why that is as it is. */
const KNOWN: readonly { begins: string; why: string }[] = [
  {
    begins: 'select (select count(*) from "leads" where day <>',
    why: 'which leads a change of zone would move: all are looked at, when an admin asks',
  },
  {
    begins: 'select "status", sum("leads") as "leads", max("day")',
    why: 'every status that leads ever had: from counts by day, not from leads',
  },
  {
    begins: 'select "d"."day", sum("d"."leads") as "leads", "d"."geo_key"',
    why: 'leads that nobody has: every day is looked at, in the counts',
  },
]

const LIMIT: Sent<typeof limitCalls.create>['body'] = {
  name: 'A month of Germany',
  side: 'broker',
  geos: ['DE'],
  advertiserIds: [],
  sourceNumbers: [],
  number: 1_000,
  unit: 'leads',
  period: 'month',
}

/** Which statements read more pages because there is more history, asked the same, and what a report of a week takes. */
export async function measureGrowth(parts: AsyncDisposableStack, { leads }: BenchOptions): Promise<Row[]> {
  const postgres = await startTestPostgres()
  parts.defer(() => postgres.stop())
  const leadsOfADay = Math.round(leads / (DAYS.at(-1) ?? 1))
  const databases: TestDatabase[] = []
  for (const days of DAYS) {
    // oxlint-disable no-await-in-loop -- one after the other, on few cores
    console.error(`growth: preparing ${days} days of ${leadsOfADay} leads`)
    const database = await postgres.createDatabase()
    await seedGrowth(database.db, { days, leadsOfADay })
    databases.push(database)
    // oxlint-enable no-await-in-loop
  }
  return measureSizes(parts, databases)
}

interface Size {
  capline: TestCapline
  admin: SignedIn
  statements: Map<string, Explained>
}

/** Of databases that are filled, the one with least history first. */
export async function measureSizes(parts: AsyncDisposableStack, databases: readonly TestDatabase[]): Promise<Row[]> {
  const sizes: Size[] = []
  for (const database of databases) {
    // oxlint-disable-next-line no-await-in-loop -- what this process sends is heard
    const size = await askSize(database)
    parts.defer(() => size.capline.close())
    sizes.push(size)
  }
  const pages = compareStatements(sizes.map(({ statements }) => statements))
  return [...pages, await timeReports(sizes)]
}

function compareStatements(sizes: readonly Map<string, Explained>[]): Row[] {
  const [small, large] = [sizes[0] ?? new Map<string, Explained>(), sizes.at(-1) ?? new Map<string, Explained>()]
  const half = sizes.at(-2) ?? small
  const rows = [...large].flatMap(([text, { pages }]): Row[] => {
    const [least, less] = [small.get(text)?.pages ?? pages, half.get(text)?.pages ?? pages]
    const isGrown =
      pages === Infinity ||
      (pages - least > FEW_PAGES && pages > MOST_GROWTH.tenfold * least && pages > MOST_GROWTH.twofold * less)
    return isGrown ? [describe(text, sizes)] : []
  })
  const unknown = rows.filter(({ met }) => !met)
  const common = [...large.keys()].filter((text) => sizes.every((size) => size.has(text)))
  const unlike = new Set(common.filter((text) => rows.every(({ what }) => what !== nameOf(text))))
  const sums = sizes.map((size) => [...unlike].reduce((sum, text) => sum + (size.get(text)?.pages ?? 0), 0))
  return [
    {
      bench: 'growth',
      what: 'statements that read more of more history',
      figure: `${unknown.length} of ${common.length}, ${rows.length - unknown.length} known`,
      yardstick: '-',
      ratio: null,
      goal: '0',
      met: unknown.length === 0,
      note: `${DAYS.join(', ')} days`,
    },
    {
      bench: 'growth',
      what: 'all others together',
      figure: `${(sums.at(-1) ?? 0).toLocaleString('en')} pages`,
      yardstick: `${sums
        .slice(0, -1)
        .map((sum) => sum.toLocaleString('en'))
        .join(' and ')} pages`,
      ratio: (sums.at(-1) ?? 0) / (sums[0] ?? 1),
      goal: '-',
      met: true,
      note: '',
    },
    ...rows.toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0)),
  ]
}

function describe(text: string, sizes: readonly Map<string, Explained>[]): Row {
  const known = KNOWN.find(({ begins }) => text.replaceAll(/\s+/g, ' ').trim().startsWith(begins))
  const told = sizes.map((size) => size.get(text) ?? { pages: Number.NaN, milliseconds: Number.NaN })
  const say = ({ pages, milliseconds }: Explained) =>
    `${pages.toLocaleString('en')} pages, ${milliseconds.toFixed(0)} ms`
  return {
    bench: 'growth',
    what: nameOf(text),
    figure: told.slice(-1).map(say).join(),
    yardstick: told.slice(0, -1).map(say).join('; '),
    ratio: (told.at(-1)?.pages ?? 0) / Math.max(1, told[0]?.pages ?? 0),
    goal: known ? '-' : `<= ${MOST_GROWTH.tenfold}`,
    met: known !== undefined,
    note: known?.why ?? '',
  }
}

async function askSize(database: TestDatabase): Promise<Size> {
  // A report looks for deposits of its leads before its days too.
  await insertSetting(database.db, 'payout_settle_earlier', 'true')
  console.error('growth: asking')
  const heard = listenToStatements()
  const capline = await startTestCapline({ database, clock: createTestClock(formatInstant(GROWN_AT)) })
  try {
    const admin = await capline.signIn('admin')
    await ask(capline, admin)
    return { capline, admin, statements: await explainEach(database, heard.stop()) }
  } finally {
    heard.stop()
  }
}

/** A report of the last seven days, until it is stored. */
async function timeReports(sizes: readonly Size[]): Promise<Row> {
  const times = sizes.map((): number[] => [])
  for (let round = 0; round <= REPORTS; round += 1) {
    for (const [index, { admin }] of sizes.entries()) {
      const begun = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- in turns
      await report(admin, 7)
      if (round > 0) times[index]?.push(performance.now() - begun)
    }
  }
  const medians = times.map(median)
  const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 1)
  return {
    bench: 'growth',
    what: 'a report of 7 days, stored',
    figure: `${medians.at(-1)?.toFixed(0)} ms`,
    yardstick: `${medians
      .slice(0, -1)
      .map((each) => each.toFixed(0))
      .join(' and ')} ms`,
    ratio,
    goal: `<= ${MOST_LONGER}`,
    met: ratio <= MOST_LONGER,
    note: `median of ${REPORTS}, in turns`,
  }
}

/** What people do on a day, and then every read of what is there. */
async function ask(capline: TestCapline, admin: SignedIn): Promise<void> {
  const { call } = admin
  await insertAdvertiser(capline.db)
  const cap = await call(capCalls.create, { body: buildCapDraft({ date: GROWN_DAY }) })
  const { version } = cap
  await call(capCalls.update, {
    params: { id: cap._id },
    body: buildCapDraft({ date: GROWN_DAY, cap: 30, version }),
  })
  const affiliateCap = await call(affiliateCapCalls.create, { body: buildAffiliateDraft({ date: GROWN_DAY }) })
  const { limit } = await call(limitCalls.create, { body: LIMIT })
  await call(pauseCalls.begin, { body: { scopes: [{ geo: 'DE' }], reason: 'quality' } })
  capline.source.put('leads', ...buildLeads(100, GROWN_AT))
  await capline.sync()
  const id = await report(admin, 30)
  const { summary } = await call(payoutCalls.read, { params: { id }, query: {} })
  const [deal] = summary?.deals ?? []
  const { first } = await call(leadCalls.search, { query: {} })
  if (!deal) throw new Error('the report has no deals')
  const place = {
    ...GROWN_PLACE,
    affiliateCapId: affiliateCap._id,
    cursor: first ?? '',
    limitId: limit._id,
    report: { id, capId: deal.capId, sourceNumber: deal.sourceNumber },
  }
  for (const path of listReads(place)) {
    const headers = { authorization: `Bearer ${admin.token}` }
    const response = await fetch(`${capline.address}/api${path}`, { headers })
    const isNobody = response.status === 404 && path.includes(NOBODY)
    if (!response.ok && !isNobody) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
}

/** Queues a report of so many days up to the last, and waits until it is stored. */
async function report({ call }: SignedIn, days: number): Promise<string> {
  const { id } = await call(payoutCalls.queue, { body: { start: addDays(GROWN_DAY, 1 - days), end: GROWN_DAY } })
  for (;;) {
    const { status } = await call(payoutCalls.read, { params: { id }, query: { brief: 'true' } })
    if (status === 'success') return id
    if (status !== 'pending' && status !== 'running') throw new Error(`the report is ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function insertSetting(db: Database, key: string, value: string): Promise<void> {
  const updated_at = formatInstant(GROWN_AT)
  await db.insertInto('settings').values({ key, value, updated_at, updated_by: 'bench' }).execute()
}
