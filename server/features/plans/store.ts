import { sql } from 'kysely'
import { formatHundredths, parseHundredths, type BasisPoints, type Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Plan } from '#domain/plans/plan.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** By geo, advertiser, source, then first day. */
export async function listPlans(db: Database): Promise<Plan[]> {
  const rows = await selectPlans(db)
    .orderBy(sql`kind desc, geo_key collate "C", advertiser_id collate "C", source_number collate "C", first_day, id`)
    .execute()
  return rows.map(toPlan)
}

/** Plans that have not ended before a day. */
export async function listPlansFrom(db: Database, day: Day): Promise<Plan[]> {
  const rows = await selectPlans(db)
    .where(({ or, eb }) => or([eb('last_day', 'is', null), eb('last_day', '>=', day)]))
    .orderBy('id')
    .execute()
  return rows.map(toPlan)
}

export async function listPlansByIds(db: Database, ids: readonly string[]): Promise<Map<string, Plan>> {
  const rows = await selectPlans(db)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, toPlan(row)]))
}

/**
 * Whether a plan that had not ended by a day was not looked at up to another one exactly: it is less far than before
 * after plans were set to make caps less far ahead.
 */
export async function hasUnseenDays(db: Database, since: Day, until: Day): Promise<boolean> {
  const row = await db
    .selectFrom('plans')
    .select('id')
    .where('first_day', '<=', until)
    .where(({ or, eb }) => or([eb('last_day', 'is', null), eb('last_day', '>=', since)]))
    .where('made_until', 'is distinct from', until)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function saveMadeUntil(tx: Tx, ids: readonly string[], until: Day): Promise<void> {
  await tx
    .updateTable('plans')
    .set({ made_until: until })
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
}

/**
 * Adds a plan, or replaces the one of its id. If its last day changes, its end can be told again; if it may make more or
 * other days, that it makes nothing.
 */
export async function upsertPlan(tx: Tx, plan: Plan): Promise<void> {
  const columns = {
    kind: plan.kind,
    geo: plan.geo,
    geo_key: foldGeo(plan.geo),
    advertiser_id: plan.advertiserId,
    source_number: plan.sourceNumber,
    numbers: sql<number[]>`${plan.numbers}::integer[]`,
    working_hours: plan.workingHours,
    always_on: plan.alwaysOn,
    cpa: plan.cpa === null ? null : formatHundredths(plan.cpa),
    crg: plan.crg === null ? null : formatHundredths(plan.crg),
    every_weeks: plan.everyWeeks,
    first_day: plan.firstDay,
    last_day: plan.lastDay,
    note: plan.note,
    created_by: plan.createdBy,
    version: plan.version,
    made_until: null,
  }
  await sql`
    delete from plan_notices told using plans p
    where told.plan_id = ${plan._id} and p.id = told.plan_id and (
      (told.kind = 'ended' and p.last_day is distinct from ${plan.lastDay}::date)
      or (told.kind = 'idle' and (p.first_day <> ${plan.firstDay}::date or ${mayMakeMore(plan)}))
    )`.execute(tx)
  await tx
    .insertInto('plans')
    .values({ id: plan._id, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}

/** What was told of the plan `from` counts as told of the one that continues it too, as far as it still holds. */
export async function copyNotices(tx: Tx, from: string, plan: Plan): Promise<void> {
  await sql`
    insert into plan_notices (plan_id, kind)
    select ${plan._id}, told.kind from plan_notices told join plans p on p.id = told.plan_id
    where p.id = ${from} and (told.kind = 'gone' or (told.kind = 'idle' and not ${mayMakeMore(plan)}))`.execute(tx)
}

/** Whether the new state of a plan may make caps on days on which its row `p` makes none. */
function mayMakeMore({ numbers, everyWeeks, lastDay }: Plan) {
  return sql`((p.numbers, p.every_weeks) is distinct from (${numbers}::integer[], ${everyWeeks})
    or coalesce(p.last_day, 'infinity') < coalesce(${lastDay}::date, 'infinity'))`
}

export async function deletePlans(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('plans')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
}

/** Marks notices as told; those that were not before, as `id kind`. */
export async function insertNotices(
  tx: Tx,
  notices: readonly { planId: string; kind: string }[],
): Promise<ReadonlySet<string>> {
  if (notices.length === 0) return new Set()
  const rows = await tx
    .insertInto('plan_notices')
    .values(notices.map(({ planId, kind }) => ({ plan_id: planId, kind })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['plan_id', 'kind'])
    .execute()
  return new Set(rows.map((row) => `${row.plan_id} ${row.kind}`))
}

function selectPlans(db: Database) {
  return db
    .selectFrom('plans')
    .select([
      'id',
      'kind',
      'geo',
      'advertiser_id',
      'source_number',
      'numbers',
      'working_hours',
      'always_on',
      'cpa',
      'crg',
      'every_weeks',
      'first_day',
      'last_day',
      'note',
      'created_by',
      'version',
    ])
}

function toPlan(row: Awaited<ReturnType<ReturnType<typeof selectPlans>['execute']>>[number]): Plan {
  return {
    _id: row.id,
    kind: row.kind === 'broker' ? 'broker' : 'affiliate',
    geo: row.geo,
    advertiserId: row.advertiser_id,
    sourceNumber: foldSource(row.source_number),
    numbers: row.numbers,
    workingHours: row.working_hours,
    alwaysOn: row.always_on,
    cpa: row.cpa === null ? null : parseHundredths<Cents>(row.cpa),
    crg: row.crg === null ? null : parseHundredths<BasisPoints>(row.crg),
    everyWeeks: row.every_weeks,
    firstDay: row.first_day,
    lastDay: row.last_day,
    note: row.note,
    createdBy: row.created_by,
    version: row.version,
  }
}
