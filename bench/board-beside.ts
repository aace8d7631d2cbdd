import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { addDays } from '#domain/kernel/day.ts'
import type { Database } from '#platform/db/database.ts'
import { BOARD_DAY, CAPS_OF_A_DAY } from './board-data.ts'
import { pace, saturate, type Target } from './load.ts'
import { median, percentile, type Row } from './table.ts'

/** What stands beside the caps of a board where a team makes much of it. */
const PLANS = 200
const PAUSES = 50
const LIMITS = 50
const WHAT = `${PLANS} plans, ${PAUSES} pauses, ${LIMITS} limits`

const ROUNDS = 5
const SECONDS = 4
const MOST_TIMES = 1.1
const LIMITS_A_SECOND = 5
const MOST_MS = 200

/** Whether a day's board is as fast beside plans, pauses, and limits, in turns with none of them; and how fast limits are counted. */
export async function measureBeside(product: Target, db: Database): Promise<Row[]> {
  console.error('board: beside plans, pauses, and limits')
  const rates = { beside: [] as number[], alone: [] as number[] }
  const times: number[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    rates.alone.push(await saturate(product, SECONDS))
    await plant(db)
    rates.beside.push(await saturate(product, SECONDS))
    times.push(await pace(ofLimits(product), LIMITS_A_SECOND, SECONDS))
    await clear(db)
  }
  const [beside, alone] = [median(rates.beside), median(rates.alone)]
  const best = Math.min(...times.map((each) => percentile(each, 0.99)))
  const note = `${CAPS_OF_A_DAY} caps, load ${loadavg()[0]?.toFixed(1)}`
  return [
    {
      bench: 'board',
      what: `a day's caps beside ${WHAT}`,
      figure: `${beside.toFixed(0)}/s`,
      yardstick: `without them ${alone.toFixed(0)}/s`,
      ratio: alone / beside,
      goal: `<= ${MOST_TIMES}`,
      met: alone / beside <= MOST_TIMES,
      note,
    },
    {
      bench: 'board',
      what: `${LIMITS} limits of a day, p99 at ${LIMITS_A_SECOND}/s`,
      figure: `${best.toFixed(1)} ms`,
      yardstick: `half within ${median(times.map((each) => median(each))).toFixed(1)} ms`,
      ratio: null,
      goal: `<= ${MOST_MS} ms`,
      met: best <= MOST_MS,
      note,
    },
  ]
}

function ofLimits({ urlOf, tokens }: Target): Target {
  return { tokens, urlOf: () => new URL(`/api/limits?date=${BOARD_DAY}`, urlOf(0)).href }
}

/** Plans of a place each that made caps of the day; pauses of geos, sources, and both; limits of a week and of a month. */
async function plant(db: Database): Promise<void> {
  await sql`
    insert into plans (id, kind, geo, geo_key, advertiser_id, source_number, numbers, every_weeks, first_day, created_by, made_until)
    select 'plan-' || k, 'broker', geo, geo_key, advertiser_id, source_number, '{9,9,9,9,9,9,9}', 1, ${BOARD_DAY}::date, 'bench',
      ${addDays(BOARD_DAY, 400)}::date
    from (select row_number() over (order by id) as k, * from caps where date = ${BOARD_DAY} and kind = 'broker') c
    where k <= ${PLANS}`.execute(db)
  await sql`
    insert into plan_days (plan_id, day, cap_id, cap_version)
    select p.id, c.date, c.id, c.version from plans p
    join caps c on c.date = ${BOARD_DAY} and (c.geo_key, c.advertiser_id, c.source_number) = (p.geo_key, p.advertiser_id, p.source_number)
    on conflict do nothing`.execute(db)
  await sql`
    insert into pauses (id, geo, source_number, begins, reason, begun_by, way, created_at)
    select 'pause-' || k, case when k % 3 = 0 then null else 'G' || k end, (100 + k)::text, ${BOARD_DAY}::date, 'other', 'bench', 'board',
      now() from generate_series(1, ${PAUSES}::int) k`.execute(db)
  await sql`
    insert into limits (id, name, side, geos, advertiser_ids, source_numbers, number, unit, period, version, created_at, updated_at)
    select 'limit-' || k, 'Limit ' || k, 'broker', case k % 3 when 0 then '{}'::text[] else '{DE,AT,CH}' end, '{}',
      case k % 2 when 0 then '{}'::text[] else array[(100 + k)::text] end, 500, 'leads',
      case k % 2 when 0 then 'week' else 'month' end, 1, now(), now() from generate_series(1, ${LIMITS}::int) k`.execute(
    db,
  )
}

async function clear(db: Database): Promise<void> {
  await sql`truncate plans, plan_days, pauses, limits`.execute(db)
}
