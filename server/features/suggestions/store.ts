import { sql } from 'kysely'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { HitRate } from '#domain/suggestions/hit-rate.ts'
import { formatSuggestionKey, type Suggestion, type SuggestionState } from '#domain/suggestions/suggestion.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'

/** `content`, `facts` and `outcome` are JSON of ours. */
export type SuggestionRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

/** A suggestion in words: a sentence with a name for each fact. */
export interface WordedSuggestion {
  suggestion: Suggestion
  template: string
  facts: Readonly<Record<string, string>>
}

/** Adds those of a sweep, in its order, that were not said before; these, each with its id. */
export async function insertSuggestions(
  tx: Tx,
  sweep: { id: string; at: Instant },
  worded: readonly WordedSuggestion[],
): Promise<{ id: string; suggestion: Suggestion }[]> {
  if (worded.length === 0) return []
  const given = worded.map((one) => ({ ...one, id: newId() }))
  const rows = await tx
    .insertInto('suggestions')
    .values(
      given.map(({ id, suggestion, template, facts }, position) => ({
        id,
        key: formatSuggestionKey(suggestion),
        sweep_id: sweep.id,
        position,
        kind: suggestion.kind,
        day: suggestion.subject.day,
        content: JSON.stringify(suggestion),
        template,
        facts: JSON.stringify(facts),
        created_at: formatInstant(sweep.at),
      })),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .execute()
  const inserted = new Set(rows.map(({ id }) => id))
  return given.filter(({ id }) => inserted.has(id))
}

/** Which suggestions: those to which all of it applies. */
export interface Wanted {
  id?: string
  sweepId?: string
  /** Null: no message tells it. */
  messageId?: string | null
  state?: SuggestionState
  /** Null: what became of it is not known yet. */
  outcome?: null
  /** The first and the last day. */
  from?: Day
  to?: Day
}

/** The last sweep first, each in its order. */
export async function listSuggestions(db: Database, wanted: Wanted): Promise<SuggestionRow[]> {
  return select(db, wanted).execute()
}

/** Held until the transaction ends: of two who decide at once one comes first. */
export async function lockSuggestions(tx: Tx, wanted: Wanted): Promise<SuggestionRow[]> {
  return select(tx, wanted).forUpdate().execute()
}

/** A commit of caps of a kind, or of pauses. */
export interface DecidedBatch {
  id: string
  kind: CapKind | 'pause'
}

export interface Decision {
  by: string
  at: Instant
  where: 'web' | 'bot'
  /** The commit that it was applied as. */
  batch: DecidedBatch | null
}

/** Of a locked suggestion. Without a decision it is as if nobody had made one. */
export async function saveDecision(
  tx: Tx,
  id: string,
  state: SuggestionState,
  decision: Decision | null,
): Promise<void> {
  await tx
    .updateTable('suggestions')
    .set({
      state,
      decided_by: decision?.by ?? null,
      decided_in: decision?.where ?? null,
      decided_at: decision && formatInstant(decision.at),
      batch_id: decision?.batch?.id ?? null,
      batch_kind: decision?.batch?.kind ?? null,
    })
    .where('id', '=', id)
    .execute()
}

export async function saveOutcome(tx: Tx, id: string, outcome: object): Promise<void> {
  await tx
    .updateTable('suggestions')
    .set({ outcome: JSON.stringify(outcome) })
    .where('id', '=', id)
    .execute()
}

export interface ToldBands {
  day: Day
  hour: number
  at: Instant
  /** The range of all leads. */
  low: number
  high: number
  caps: readonly { id: string; low: number; high: number }[]
}

/** The first ones of a day and hour stand. */
export async function insertToldBands(db: Database, { day, hour, at, low, high, caps }: ToldBands): Promise<void> {
  await db
    .insertInto('told_bands')
    .values({
      day,
      hour,
      told_at: formatInstant(at),
      low,
      high,
      cap_ids: caps.map(({ id }) => id),
      cap_lows: caps.map((cap) => cap.low),
      cap_highs: caps.map((cap) => cap.high),
    })
    .onConflict((conflict) => conflict.columns(['day', 'hour']).doNothing())
    .execute()
}

export async function hasToldBands(db: Database, day: Day, hour: number): Promise<boolean> {
  const { rows } = await sql`select from told_bands where day = ${day}::date and hour = ${hour}`.execute(db)
  return rows.length > 0
}

/** Of all leads: how many of the ranges of some days held what came. */
export async function judgeAllBands(db: Database, from: Day, to: Day): Promise<HitRate> {
  const { rows } = await sql<HitRate>`
    select count(distinct day)::int4 as days, count(*)::int4 as told,
      count(*) filter (where coalesce(leads, 0) between low and high)::int4 as held
    from told_bands left join (
      select day, sum(leads) as leads from delivered_by_broker
      where day between ${from}::date and ${to}::date group by day
    ) came using (day)
    where day between ${from}::date and ${to}::date`.execute(db)
  return rows[0] ?? { days: 0, told: 0, held: 0 }
}

/**
 * The same of caps that still stand on their day. Where leads stop at a full cap nobody knows what more would have come: a cap
 * that ended exactly full is held by a range that reaches it.
 */
export async function judgeCapBands(db: Database, from: Day, to: Day): Promise<HitRate> {
  const { rows } = await sql<HitRate>`
    with came as materialized (
      select day, geo_key, source_number, advertiser_id, sum(leads) as leads
      from delivered_by_broker where day between ${from}::date and ${to}::date
      group by grouping sets ((day, geo_key, source_number, advertiser_id), (day, geo_key, source_number))
    ), ended as (
      select c.id, c.date as day, c.cap, coalesce(sum(came.leads), 0) as leads
      from caps c left join came
        on (came.day, came.geo_key, came.source_number) = (c.date, c.geo_key, c.source_number)
        and came.advertiser_id is not distinct from c.advertiser_id
      where c.date between ${from}::date and ${to}::date
      group by c.id, c.date, c.cap
    )
    select count(distinct day)::int4 as days, count(*)::int4 as told,
      count(*) filter (where leads <= high and (leads >= low or leads = cap))::int4 as held
    from (
      select day, unnest(cap_ids) as id, unnest(cap_lows) as low, unnest(cap_highs) as high
      from told_bands where day between ${from}::date and ${to}::date
    ) told join ended using (id, day)`.execute(db)
  return rows[0] ?? { days: 0, told: 0, held: 0 }
}

function select(db: Database, { id, sweepId, messageId, state, outcome, from, to }: Wanted) {
  let query = db
    .selectFrom('suggestions')
    .select([
      'id',
      'message_id as messageId',
      'day',
      'content',
      'template',
      'facts',
      'state',
      'created_at as createdAt',
      'decided_at as decidedAt',
      'decided_by as decidedBy',
      'decided_in as decidedIn',
      'batch_id as batchId',
      'batch_kind as batchKind',
      'outcome',
    ])
    .where(({ and }) => and({ id, sweep_id: sweepId, message_id: messageId, state, outcome }))
    .orderBy('created_at', 'desc')
    .orderBy('sweep_id', 'desc')
    .orderBy('position')
  if (from) query = query.where('day', '>=', from)
  if (to) query = query.where('day', '<=', to)
  return query
}
