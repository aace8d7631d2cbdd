import { sql } from 'kysely'
import type { PausedSpan } from '#domain/hours/paused-time.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import { PAUSE_REASONS, PAUSE_WAYS, type Pause } from '#domain/pauses/pause.ts'
import { PREPARED } from '#platform/db/connection.ts'
import { arrayLiteral, timestamp } from '#platform/db/expressions.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { lockName } from '#platform/db/locks.ts'

/** Pauses that stop traffic in a span, also ended ones; oldest first. */
export async function listPauses(db: Database, { from, until }: PausedSpan): Promise<Pause[]> {
  const rows = await selectPauses(db)
    .where(END, '>', timestamp(from))
    .$if(until !== null, (query) => query.where('begins', '<', timestamp(until ?? from)))
    .execute()
  return rows.map(toPause)
}

export async function listPausesByIds(db: Database, ids: readonly string[]): Promise<Pause[]> {
  const rows = await selectPauses(db)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return rows.map(toPause)
}

/** Pauses that were made at an instant or later, whenever they run. */
export async function listPausesSince(tx: Tx, since: Instant): Promise<Pause[]> {
  const rows = await selectPauses(tx).where('created_at', '>=', timestamp(since)).execute()
  return rows.map(toPause)
}

/** Serialises changes of pauses, so that each sees what runs. */
export async function lockAll(tx: Tx): Promise<void> {
  await lockName(tx, 'pauses')
}

/** Adds pauses, or overwrites existing ones. */
export async function savePauses(tx: Tx, pauses: readonly Pause[], now: Instant): Promise<void> {
  if (pauses.length === 0) return
  const rows = pauses.map((pause) => ({
    id: pause._id,
    geo: pause.geo,
    advertiser_id: pause.advertiserId,
    source_number: pause.sourceNumber,
    begins: formatInstant(pause.from),
    until: formatOptionalInstant(pause.until),
    reason: pause.reason,
    note: pause.note,
    begun_by: pause.by,
    way: pause.way,
    created_at: formatInstant(now),
    ended_at: formatOptionalInstant(pause.endedAt),
    ended_by: pause.endedBy,
  }))
  await tx
    .insertInto('pauses')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        until: ref('excluded.until'),
        reason: ref('excluded.reason'),
        note: ref('excluded.note'),
        ended_at: ref('excluded.ended_at'),
        ended_by: ref('excluded.ended_by'),
        // A pause whose end was told and that continues begins again.
        begun_told_at: toldUnlessAgain('begun_told_at'),
        ended_told_at: toldUnlessAgain('ended_told_at'),
      })),
    )
    .execute()
}

function toldUnlessAgain(column: 'begun_told_at' | 'ended_told_at') {
  return sql<string | null>`case when excluded.ended_at is null and pauses.ended_told_at is not null then null
    else ${sql.ref(`pauses.${column}`)} end`
}

/** Pauses that have ended after their beginning was told; each once. */
export async function takeEnded(tx: Tx, now: Instant): Promise<Pause[]> {
  const rows = await tx
    .updateTable('pauses')
    .set({ ended_told_at: formatInstant(now) })
    .where('ended_told_at', 'is', null)
    .where('begun_told_at', 'is not', null)
    .where(END, '<=', timestamp(now))
    .returningAll()
    .execute()
  return rows.map(toPause)
}

/** Pauses that have begun, running or not; each once. */
export async function takeBegun(tx: Tx, now: Instant): Promise<Pause[]> {
  const rows = await tx
    .updateTable('pauses')
    .set({
      begun_told_at: formatInstant(now),
      told_until: sql.ref('until'),
      ended_told_at: sql`case when ${END} <= ${formatInstant(now)}::timestamptz then ${formatInstant(now)}::timestamptz end`,
    })
    .where('begun_told_at', 'is', null)
    .where('begins', '<=', timestamp(now))
    .where(END, '>', sql.ref<Instant>('begins'))
    .returningAll()
    .execute()
  return rows.map(toPause)
}

/** Running pauses whose beginning was told with another end; each end once. */
export async function takeMoved(tx: Tx, now: Instant): Promise<Pause[]> {
  const rows = await tx
    .updateTable('pauses')
    .set({ told_until: sql.ref('until') })
    .where('begun_told_at', 'is not', null)
    .where(sql<boolean>`until is distinct from told_until`)
    .where(END, '>', timestamp(now))
    .returningAll()
    .execute()
  return rows.map(toPause)
}

/** Marks pauses whose leads are told. Returns the ids that were not marked before. */
export async function takeWithLeads(tx: Tx, ids: readonly string[], now: Instant): Promise<Set<string>> {
  const rows = await tx
    .updateTable('pauses')
    .set({ leads_told_at: formatInstant(now) })
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('leads_told_at', 'is', null)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Leads of some traffic in a stretch of time. */
export interface CountedSpan extends Pick<Pause, '_id' | 'geo' | 'advertiserId' | 'sourceNumber'> {
  span: PausedSpan
}

/** How many leads came in each, by its id. */
export async function countLeadsIn(db: Database, spans: readonly CountedSpan[]): Promise<Map<string, number>> {
  if (spans.length === 0) return new Map()
  const texts = (read: (span: CountedSpan) => string | null) => sql`${arrayLiteral(spans.map(read))}::text[]`
  const { rows } = await sql<{ id: string; leads: number }>`
    select s.id, count(*)::int as leads
    from unnest(${texts(({ _id }) => _id)}, ${texts(({ geo }) => geo && foldGeo(geo))},
      ${texts(({ advertiserId }) => advertiserId)}, ${texts(({ sourceNumber }) => sourceNumber && foldSource(sourceNumber))},
      ${texts(({ span }) => formatInstant(span.from))}, ${texts(({ span }) => formatOptionalInstant(span.until))})
      as s (id, geo_key, advertiser_id, source_number, begins, ends)
    join leads l
      on l.created_at >= s.begins::timestamptz and l.created_at < coalesce(s.ends, 'infinity')::timestamptz
        and (s.geo_key is null or l.geo_key = s.geo_key)
        and (s.advertiser_id is null or l.advertiser_id = s.advertiser_id)
        and (s.source_number is null or l.source_number = s.source_number)
    group by s.id`.execute(db)
  const counted = new Map(rows.map(({ id, leads }) => [id, leads]))
  return new Map(spans.map(({ _id }) => [_id, counted.get(_id) ?? 0]))
}

/** As `pauses_by_end` has it. */
const END = sql<Instant>`coalesce(least(until, ended_at), 'infinity'::timestamptz)`

/** By name: a prepared statement that names none would fail once a migration adds one beneath a running node. */
const COLUMNS = [
  'id',
  'geo',
  'advertiser_id',
  'source_number',
  'begins',
  'until',
  'reason',
  'note',
  'begun_by',
  'way',
  'ended_at',
  'ended_by',
] as const

function selectPauses(db: Database) {
  return db.selectFrom('pauses').modifyFront(PREPARED).select(COLUMNS).orderBy('begins').orderBy('id')
}

type PauseRow = Awaited<ReturnType<ReturnType<typeof selectPauses>['executeTakeFirstOrThrow']>>

function toPause(row: PauseRow): Pause {
  return {
    _id: row.id,
    geo: row.geo,
    advertiserId: row.advertiser_id,
    sourceNumber: row.source_number,
    from: row.begins,
    until: row.until,
    reason: PAUSE_REASONS.find((reason) => reason === row.reason) ?? 'other',
    note: row.note,
    by: row.begun_by,
    way: PAUSE_WAYS.find((way) => way === row.way) ?? 'board',
    endedAt: row.ended_at,
    endedBy: row.ended_by,
  }
}
