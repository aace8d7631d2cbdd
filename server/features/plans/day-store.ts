import { sql } from 'kysely'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { PlanDay } from '#domain/plans/decide.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** The results of some plans for their days from one on. */
export async function listPlanDays(db: Database, planIds: readonly string[], from: Day): Promise<PlanDay[]> {
  const rows = await selectDays(db)
    .where('plan_id', '=', sql<string>`any(${planIds}::text[])`)
    .where('day', '>=', from)
    .execute()
  return rows
}

/** The caps of a day that plans made. */
export async function listDaysOf(db: Database, day: Day): Promise<PlanDay[]> {
  return selectDays(db).where('day', '=', day).where('cap_id', 'is not', null).orderBy('plan_id').execute()
}

/** A day of a plan whose cap a person made and that stands no more. */
export interface CaplessDay {
  planId: string
  day: Day
  kind: CapKind
  capId: string
}

/** Those from a day on that lie before the end of their plan. */
export async function listCaplessDays(db: Database, from: Day): Promise<CaplessDay[]> {
  const { rows } = await sql<CaplessDay>`
    select d.plan_id as "planId", d.day, p.kind, d.cap_id as "capId"
    from plan_days d join plans p on p.id = d.plan_id and (p.last_day is null or p.last_day >= d.day)
    where d.day >= ${from} and d.cap_id is not null and d.cap_version is null
      and not exists (select from caps c where c.id = d.cap_id)`.execute(db)
  return rows
}

/** Takes days for their plans. Returns the days that were free, as `planId day`. */
export async function insertPlanDays(tx: Tx, days: readonly PlanDay[]): Promise<ReadonlySet<string>> {
  if (days.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    insert into plan_days (plan_id, day, cap_id, cap_version)
    select * from unnest(${days.map(({ planId }) => planId)}::text[], ${days.map(({ day }) => day)}::date[],
      ${days.map(({ capId }) => capId)}::text[], ${days.map(({ capVersion }) => capVersion)}::int[])
    on conflict do nothing returning concat(plan_id, ' ', day) as key`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}

/** Their caps as the plan leaves them now. */
export async function updatePlanDays(tx: Tx, days: readonly PlanDay[]): Promise<void> {
  if (days.length === 0) return
  await sql`
    update plan_days p set cap_version = n.version
    from unnest(${days.map(({ planId }) => planId)}::text[], ${days.map(({ day }) => day)}::date[],
      ${days.map(({ capVersion }) => capVersion)}::int[]) as n (plan_id, day, version)
    where p.plan_id = n.plan_id and p.day = n.day`.execute(tx)
}

/** A person has the day from now on; the cap is the one that they made for the plan, not the plan's own. */
export async function saveDayOfPerson(tx: Tx, { planId, day, capId }: Omit<PlanDay, 'capVersion'>): Promise<void> {
  await sql`
    insert into plan_days as p (plan_id, day, cap_id) values (${planId}, ${day}, ${capId})
    on conflict (plan_id, day) do update
      set cap_id = case when p.cap_version is null then p.cap_id end, cap_version = null`.execute(tx)
}

export async function deletePlanDays(tx: Tx, days: readonly { planId: string; day: Day }[]): Promise<void> {
  if (days.length === 0) return
  await sql`
    delete from plan_days p
    using unnest(${days.map(({ planId }) => planId)}::text[], ${days.map(({ day }) => day)}::date[]) as n (plan_id, day)
    where p.plan_id = n.plan_id and p.day = n.day`.execute(tx)
}

/** The days of one plan from one on become those of another, but for those that it has itself. */
export async function movePlanDays(tx: Tx, move: { from: string; to: string; since: Day }): Promise<void> {
  await sql`
    update plan_days p set plan_id = ${move.to}
    where p.plan_id = ${move.from} and p.day >= ${move.since}
      and not exists (select from plan_days own where own.plan_id = ${move.to} and own.day = p.day)`.execute(tx)
}

function selectDays(db: Database) {
  return db.selectFrom('plan_days').select(['plan_id as planId', 'day', 'cap_id as capId', 'cap_version as capVersion'])
}
