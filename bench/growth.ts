import { capCalls } from '#contract/caps.ts'
import { payoutCalls } from '#contract/payouts.ts'
import { addDays } from '#domain/kernel/day.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'
import { createTestClock } from '#testing/clock.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { startTestPostgres, type TestPostgres } from '#testing/database.ts'
import { buildLeads } from '#testing/lead-sync.ts'
import { GROWN_AT, GROWN_DAY, seedGrowth, type Years } from './growth-data.ts'
import { explainEach, listenToStatements, type Explained } from './growth-statements.ts'
import type { BenchOptions, Row } from './table.ts'

/** Three years, and a fifth of them. */
const DAYS = { few: 219, many: 1_095 }
/** How much more a statement may read of five times as much history: the tree of an index may be a level higher. */
const MOST_GROWTH = 2
const FEW_PAGES = 200

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

const MONTH = `startDate=${addDays(GROWN_DAY, -29)}&endDate=${GROWN_DAY}`

/** What is asked for is the same in every size. */
export const PATHS: readonly string[] = [
  `/caps/day/${GROWN_DAY}`,
  `/caps/summary?date=${GROWN_DAY}`,
  `/caps/days?start=${addDays(GROWN_DAY, -29)}&end=${GROWN_DAY}`,
  '/caps/recent',
  `/caps/total?date=${GROWN_DAY}`,
  `/caps/history?date=${GROWN_DAY}`,
  `/caps/cap-${GROWN_DAY}-0001/why`,
  `/pauses/day/${GROWN_DAY}`,
  '/pauses',
  '/limits',
  '/advertisers',
  '/advertisers/unregistered',
  '/publishers',
  '/publishers/unregistered',
  '/lead-sync/freshness',
  '/lead-sync/status',
  '/lead-sync/runs',
  '/lead-sync/connectors',
  '/payouts/reports',
  '/payouts/closings',
  `/analytics/daily?date=${GROWN_DAY}`,
  `/analytics/range?${MONTH}`,
  `/analytics/quality?${MONTH}`,
  `/analytics/planned?${MONTH}`,
  '/leads',
  '/leads?geo=DE',
  '/leads?geo=ZZ',
  '/leads?advertiserId=nobody',
  '/leads?status=Nothing',
  '/leads?search=nobody',
  `/leads?sort=geo&from=${addDays(GROWN_DAY, -29)}&to=${GROWN_DAY}`,
  `/leads?sort=deposit&descending=true&from=${GROWN_DAY}&to=${GROWN_DAY}`,
  '/leads/columns',
  '/leads/connectors',
  '/leads/statuses',
  '/debug-logs',
  '/debug-logs?level=error',
  '/debug-logs?search=nothing-of-the-kind',
  '/settings/timezone/preview?zone=Europe/Berlin',
  '/settings/history',
  '/suggestions',
  `/forecasts/${GROWN_DAY}`,
  '/plans',
  '/plans/history',
  '/team-members/history',
  '/messages/broadcasts',
]

/** Which statements read more pages because there is more history, asked the same. */
export async function measureGrowth(parts: AsyncDisposableStack, { leads }: BenchOptions): Promise<Row[]> {
  const postgres = await startTestPostgres()
  parts.defer(() => postgres.stop())
  const leadsOfADay = Math.round(leads / DAYS.many)
  const small = await measureYears(postgres, { days: DAYS.few, leadsOfADay })
  const large = await measureYears(postgres, { days: DAYS.many, leadsOfADay })
  const rows = [...large].flatMap(([text, { pages, milliseconds }]): Row[] => {
    const before = small.get(text)
    if (!before) return []
    const ratio = pages / Math.max(1, before.pages)
    const isGrown = pages - before.pages > FEW_PAGES && ratio > MOST_GROWTH
    return isGrown ? [describe(text, { before, pages, milliseconds, ratio })] : []
  })
  const unknown = rows.filter(({ met }) => !met)
  return [
    {
      bench: 'growth',
      what: 'statements that read more of more history',
      figure: `${unknown.length} of ${large.size}, ${rows.length - unknown.length} known`,
      yardstick: `${DAYS.few} days`,
      ratio: null,
      goal: '0',
      met: unknown.length === 0,
      note: `${leads.toLocaleString('en')} leads over three years`,
    },
    ...rows.toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0)),
  ]
}

function describe(
  text: string,
  { before, pages, milliseconds, ratio }: Explained & { before: Explained; ratio: number },
): Row {
  const what = text.replaceAll(/\s+/g, ' ').trim()
  const known = KNOWN.find(({ begins }) => what.startsWith(begins))
  return {
    bench: 'growth',
    what: what.slice(0, 80),
    figure: `${pages.toLocaleString('en')} pages, ${milliseconds.toFixed(0)} ms`,
    yardstick: `${before.pages.toLocaleString('en')} pages, ${before.milliseconds.toFixed(0)} ms`,
    ratio,
    goal: known ? '-' : `<= ${MOST_GROWTH}`,
    met: known !== undefined,
    note: known?.why ?? '',
  }
}

async function measureYears(postgres: TestPostgres, years: Years): Promise<Map<string, Explained>> {
  console.error(`growth: preparing ${years.days} days of ${years.leadsOfADay} leads`)
  const database = await postgres.createDatabase()
  await seedGrowth(database.db, years)
  // A report looks for deposits of its leads before its days too.
  await insertSetting(database.db, 'payout_settle_earlier', 'true')
  console.error('growth: asking')
  const heard = listenToStatements()
  const capline = await startTestCapline({ database, clock: createTestClock(formatInstant(GROWN_AT)) })
  try {
    await ask(capline, await capline.signIn('admin'))
    return await explainEach(database, heard.stop())
  } finally {
    heard.stop()
    await capline.close()
  }
}

async function ask(capline: TestCapline, admin: SignedIn): Promise<void> {
  for (const path of PATHS) {
    const headers = { authorization: `Bearer ${admin.token}` }
    const response = await fetch(`${capline.address}/api${path}`, { headers })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
  await insertAdvertiser(capline.db)
  const cap = await admin.call(capCalls.create, { body: buildCapDraft({ date: GROWN_DAY }) })
  const { version } = cap
  await admin.call(capCalls.update, {
    params: { id: cap._id },
    body: buildCapDraft({ date: GROWN_DAY, cap: 30, version }),
  })
  capline.source.put('leads', ...buildLeads(100, GROWN_AT))
  await capline.sync()
  await report(admin)
}

async function report({ call }: SignedIn): Promise<void> {
  const { id } = await call(payoutCalls.queue, { body: { start: addDays(GROWN_DAY, -29), end: GROWN_DAY } })
  for (;;) {
    const { status } = await call(payoutCalls.read, { params: { id }, query: {} })
    if (status === 'success') return
    if (status !== 'pending' && status !== 'running') throw new Error(`the report is ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function insertSetting(db: Database, key: string, value: string): Promise<void> {
  const updated_at = formatInstant(GROWN_AT)
  await db.insertInto('settings').values({ key, value, updated_at, updated_by: 'bench' }).execute()
}
