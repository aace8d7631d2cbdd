import { sql } from 'kysely'
import { parseHundredths, type Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { ClosingLine, ClosingState } from '#domain/payouts/closing.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { lockName } from '#platform/db/locks.ts'

export interface StoredClosing {
  id: string
  reportId: string
  start: Day
  end: Day
  state: ClosingState
  version: number
  frozenAt: Instant
  frozenBy: string
  carriedAt: Instant | null
  approvedAt: Instant | null
  approvedBy: string | null
  /** From the approval on. */
  lines: ClosingLine[] | null
  paidOn: Day | null
  paymentReference: string | null
  paidAt: Instant | null
  paidBy: string | null
}

const COLUMNS = sql`id, report_id as "reportId", range_start as start, range_end as "end", state, version,
  frozen_at as "frozenAt", frozen_by as "frozenBy", carried_at as "carriedAt", approved_at as "approvedAt",
  approved_by as "approvedBy", lines, paid_on as "paidOn", payment_reference as "paymentReference", paid_at as "paidAt",
  paid_by as "paidBy"`

/** False if an existing one shares days with it. */
export async function insertClosing(
  tx: Tx,
  closing: { id: string; reportId: string; range: DayRange; frozenAt: Instant; frozenBy: string },
): Promise<boolean> {
  const { id, reportId, range, frozenAt, frozenBy } = closing
  const { rows } = await sql`
    insert into closings (id, report_id, range_start, range_end, frozen_at, frozen_by)
    values (${id}, ${reportId}, ${range.start}, ${range.end}, ${formatInstant(frozenAt)}, ${frozenBy})
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

export async function findClosing(db: Database, id: string): Promise<StoredClosing | null> {
  const { rows } = await sql<StoredClosing>`select ${COLUMNS} from closings where id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function findClosingByReport(db: Database, reportId: string): Promise<StoredClosing | null> {
  const { rows } = await sql<StoredClosing>`select ${COLUMNS} from closings where report_id = ${reportId}`.execute(db)
  return rows[0] ?? null
}

/** Nobody else changes it until the transaction ends. */
export async function lockClosing(tx: Tx, id: string): Promise<StoredClosing | null> {
  const { rows } = await sql<StoredClosing>`select ${COLUMNS} from closings where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

/** The latest first. */
export async function listClosings(db: Database): Promise<StoredClosing[]> {
  const { rows } = await sql<StoredClosing>`select ${COLUMNS} from closings order by range_start desc`.execute(db)
  return rows
}

/** The first closed week that shares days with a range; null if there is none. */
export async function findOverlapping(db: Database, { start, end }: DayRange): Promise<StoredClosing | null> {
  const { rows } = await sql<StoredClosing>`
    select ${COLUMNS} from closings where range_start <= ${end} and range_end >= ${start}
    order by range_start limit 1`.execute(db)
  return rows[0] ?? null
}

/** Every change of a closed week counts its version up. */
export async function touchClosing(tx: Tx, id: string): Promise<void> {
  await sql`update closings set version = version + 1 where id = ${id}`.execute(tx)
}

export async function approveClosing(
  tx: Tx,
  id: string,
  by: { at: Instant; name: string; lines: readonly ClosingLine[] },
): Promise<void> {
  await sql`
    update closings set state = 'approved', version = version + 1, approved_at = ${formatInstant(by.at)},
      approved_by = ${by.name}, lines = ${JSON.stringify(by.lines)}
    where id = ${id}`.execute(tx)
}

export async function reopenClosing(tx: Tx, id: string): Promise<void> {
  await sql`
    update closings set state = 'frozen', version = version + 1, approved_at = null, approved_by = null, lines = null
    where id = ${id}`.execute(tx)
}

export async function payClosing(
  tx: Tx,
  id: string,
  paid: { on: Day; reference: string; at: Instant; name: string },
): Promise<void> {
  await sql`
    update closings set state = 'paid', version = version + 1, paid_on = ${paid.on},
      payment_reference = ${paid.reference}, paid_at = ${formatInstant(paid.at)}, paid_by = ${paid.name}
    where id = ${id}`.execute(tx)
}

export async function deleteClosing(tx: Tx, id: string): Promise<void> {
  await sql`delete from closings where id = ${id}`.execute(tx)
}

/** One node at a time, so nothing is carried over twice. Its connection waits while another computes earlier weeks. */
export async function lockCarrying(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = '30min'`.execute(tx)
  await lockName(tx, 'closings.carry')
}

/** Serialises freezing and opening of weeks, so neighbouring weeks do not change in the meantime. */
export async function lockDays(tx: Tx): Promise<void> {
  await lockName(tx, 'closings.days')
}

/** Makes the frozen weeks after a day look at earlier weeks once more, unapproved until then. Their ids. */
export async function carryAnew(tx: Tx, after: Day): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update closings set carried_at = null, version = version + 1
    where state = 'frozen' and range_start > ${after} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The earliest frozen week, up to this one, that waits for the lines of the weeks before it. */
export async function findFirstWaiting(db: Database, upTo: string): Promise<StoredClosing | null> {
  const { rows } = await sql<StoredClosing>`
    select ${COLUMNS} from closings
    where carried_at is null and state = 'frozen'
      and range_start <= (select range_start from closings where id = ${upTo})
    order by range_start limit 1`.execute(db)
  return rows[0] ?? null
}

export async function markCarried(tx: Tx, id: string, at: Instant): Promise<void> {
  await sql`
    update closings set carried_at = ${formatInstant(at)}, version = version + 1 where id = ${id}`.execute(tx)
}

/** Approved and paid weeks before a day, the earliest first. */
export async function listClosedBefore(db: Database, day: Day): Promise<StoredClosing[]> {
  const { rows } = await sql<StoredClosing>`
    select ${COLUMNS} from closings where state <> 'frozen' and range_end < ${day} order by range_start`.execute(db)
  return rows
}

/** Those of these weeks that are closed stay as they are until the transaction ends. */
export async function shareClosed(tx: Tx, weeks: readonly StoredClosing[]): Promise<void> {
  const ids = weeks.map(({ id }) => id)
  await sql`
    select from closings where id = any (${ids}::text[]) and state <> 'frozen'
    order by range_start for share`.execute(tx)
}

/** Whether a week before a day is frozen and not approved yet. */
export async function hasFrozenBefore(db: Database, day: Day): Promise<boolean> {
  const { rows } = await sql`
    select from closings where state = 'frozen' and range_end < ${day} limit 1`.execute(db)
  return rows.length > 0
}

/** Closed weeks that end the day before a range or begin the day after it, and the zones of their days. */
export async function listBeside(db: Database, { start, end }: DayRange): Promise<(DayRange & { timezone: string })[]> {
  const { rows } = await sql<DayRange & { timezone: string }>`
    select c.range_start as start, c.range_end as "end", r.timezone
    from closings c join payout_reports r on r.id = c.report_id
    where c.range_end = ${start}::date - 1 or c.range_start = ${end}::date + 1
    order by c.range_start`.execute(db)
  return rows
}

/** Whether a later week has a line of this one. */
export async function isCarriedOn(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select from closing_adjustments where of_closing_id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

/** Differences of a closed week that later weeks carry already, by affiliate. */
export async function sumCarried(db: Database, ofClosingId: string): Promise<Map<string, Cents>> {
  const { rows } = await sql<{ affiliateId: string; amount: string }>`
    select affiliate_id as "affiliateId", sum(amount)::text as amount from closing_adjustments
    where of_closing_id = ${ofClosingId} and kind = 'carryOver' group by affiliate_id`.execute(db)
  return new Map(rows.map(({ affiliateId, amount }) => [affiliateId, parseHundredths<Cents>(amount)]))
}
