import { sql, type RawBuilder } from 'kysely'
import { CAP_KINDS } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { keysOfGeo } from '#domain/kernel/countries.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { cutNote } from '#domain/leads/fields.ts'
import type { Tracking } from '#domain/leads/row.ts'
import type { LeadFilter } from '#domain/leads/search.ts'
import type { Database } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'
import { hasFate } from './fate-store.ts'

export interface FoundLead {
  connector: string
  id: string
  createdAt: Instant
  geo: string
  sourceNumber: string
  sourceName: string | null
  advertiserId: string
  advertiserName: string | null
  email: string | null
  /** An e-mail was there and was forgotten. */
  forgotten: boolean
  status: string | null
  tracking: Tracking | null
  planned: boolean
  deposits: { at: Instant; estimated: boolean; payout: string | null }[]
}

/** A place among all leads, newest first. */
export type Position = Pick<FoundLead, 'connector' | 'id' | 'createdAt'>

/** A filter with the stored spellings of its status. `emailKey` is for a whole e-mail. */
export type StoredFilter = Omit<LeadFilter, 'status'> & {
  spellings: readonly string[] | null
  emailKey: string | null
}

/** Leads of a day with one key, or with all keys if the filter names none. */
export interface Bucket {
  day: Day
  geoKey: string | null
  advertiserId: string | null
  sourceNumber: string | null
  leads: number
}

/** Whether the filter says something that the counts by key know. */
export function namesKey({ geo, sourceNumber, advertiserId, unplanned, fate }: StoredFilter): boolean {
  return [geo, sourceNumber, advertiserId, fate].some((named) => named !== undefined) || unplanned === true
}

/** Local days, both included. */
export interface Days {
  first: Day
  last: Day
}

/** The first and last day with leads; null if there are none. */
export async function findDays(db: Database): Promise<Days | null> {
  const { first, last } = await db
    .selectFrom('delivered_by_broker')
    .select(({ fn }) => [fn.min('day').as('first'), fn.max('day').as('last')])
    .executeTakeFirstOrThrow()
  return first && last && { first, last }
}

/**
 * Places that may have such leads on some days, newest day first, from the counts, so that millions of leads are not
 * searched for the few of a source.
 */
export async function listBuckets(db: Database, filter: StoredFilter, { first, last }: Days): Promise<Bucket[]> {
  const keyed = namesKey(filter)
  let query = db
    .selectFrom('delivered_by_broker as d')
    .select(({ fn }) => ['d.day', fn.sum<number>('d.leads').as('leads')])
    .where('d.leads', '>', 0)
    .where('d.day', '>=', first)
    .where('d.day', '<=', last)
    .groupBy('d.day')
    .orderBy('d.day', 'desc')
  if (filter.geo !== undefined) query = query.where('d.geo_key', 'in', keysOfGeo(filter.geo))
  if (filter.sourceNumber !== undefined) query = query.where('d.source_number', '=', foldSource(filter.sourceNumber))
  if (filter.advertiserId !== undefined)
    query = query.where(sql`lower(d.advertiser_id)`, '=', sql`lower(${filter.advertiserId})`)
  if (filter.unplanned) query = query.where(sql<boolean>`not ${isPlanned('d')}`)
  if (filter.fate) query = query.where(hasFate('d', filter.fate))
  if (filter.spellings) {
    const { spellings } = filter
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('leads_by_status as s')
          .select('s.leads')
          .whereRef('s.day', '=', 'd.day')
          .where('s.status', '=', sql<string>`any(${spellings}::text[])`)
          // For a whole day, all leads are searched, whatever their source.
          .$if(keyed, (seen) => seen.whereRef('s.source_number', '=', 'd.source_number')),
      ),
    )
  }
  if (!keyed) {
    const rows = await query.execute()
    return rows.map((row) => ({ ...row, geoKey: null, advertiserId: null, sourceNumber: null }))
  }
  return query
    .select(['d.geo_key as geoKey', 'd.advertiser_id as advertiserId', 'd.source_number as sourceNumber'])
    .groupBy(['d.geo_key', 'd.advertiser_id', 'd.source_number'])
    .execute()
}

/** A place to search for leads of a filter, and the conditions to check there. */
export interface ListPlace {
  source: RawBuilder<unknown>
  conditions: readonly RawBuilder<unknown>[]
  /** Conditions that depend on caps. Few leads remain then. */
  ofCaps: readonly RawBuilder<unknown>[]
}

/** From after one position to before another; newest first, so later positions are older. */
export interface Stretch {
  after: Position | null
  before: Position | null
}

/** Leads of some buckets. */
export function findInBuckets(buckets: readonly Bucket[], filter: StoredFilter): ListPlace {
  const column = <K extends keyof Bucket>(name: K) => buckets.map((bucket) => bucket[name])
  const days = [...new Set(column('day'))]
  const source = namesKey(filter)
    ? sql`unnest(${column('day')}::date[], ${column('geoKey')}::text[], ${column('advertiserId')}::text[],
          ${column('sourceNumber')}::text[]) as k (day, geo_key, advertiser_id, source_number)
        cross join lateral (
          select * from leads where day = k.day and geo_key = k.geo_key and advertiser_id = k.advertiser_id
            and source_number = k.source_number
        ) l`
    : onDays(days)
  return { source, conditions: restOf(filter, sql`p.counted_lead_day = any(${days}::date[])`), ofCaps: [] }
}

/**
 * Consecutive days, newest first. A day of any zone lies between these instants; knowing them, the newest leads are
 * found without passing later ones.
 */
function onDays(days: readonly Day[]): RawBuilder<unknown> {
  const [last, first] = [days[0], days.at(-1)]
  return sql`(
    select * from leads where day = any(${days}::date[])
      and created_at >= ${first}::date - interval '2 days' and created_at < ${last}::date + interval '3 days'
  ) l`
}

/** So many e-mails that begin alike are looked through at most. */
const MOST_NAMESAKES = 20_000

/** Leads with an id, a click id, or an e-mail (deleted or not), or whose existing e-mail begins with the text. */
export function findByText(filter: StoredFilter & { search: string }): ListPlace {
  const prefix = `${filter.search.replace(/[\\%_]/g, '\\$&')}%`
  const source = sql`(
    select * from leads
    where connector = any(select distinct connector from feeds) and external_id = ${filter.search}
    union
    (select * from leads where tracking ->> 'clickId' = ${cutNote(filter.search)} limit ${MOST_NAMESAKES})
    union
    (select * from leads where lower(email) like lower(${prefix}) order by lower(email) using ~<~ limit ${MOST_NAMESAKES})
    union
    (select * from leads where email_key = ${filter.emailKey} limit ${MOST_NAMESAKES})
  ) l`
  return { source, conditions: [...restOf(filter), ...keyOf(filter)], ofCaps: capsOf(filter) }
}

/** One lead by its name. */
export function findOne({ connector, id }: { connector: string; id: string }): ListPlace {
  const source = sql`(select * from leads where connector = ${connector} and external_id = ${id}) l`
  return { source, conditions: [], ofCaps: [] }
}

/** Leads with a deposit on the days that the filter names. */
export function findByDeposits(filter: StoredFilter): ListPlace {
  const source = sql`(
    select * from leads where (connector, external_id) in (
      select p.found_connector, p.found_lead_id from deposits p
      where p.found_lead_id is not null and ${sql.join(depositKeyOf(filter), sql` and `)}
    )
  ) l`
  return { source, conditions: [...restOf(filter), ...keyOf(filter)], ofCaps: capsOf(filter) }
}

/** Whether the filter names days of deposits. */
export function namesDeposits({ paidFrom, paidTo }: StoredFilter): boolean {
  return paidFrom !== undefined || paidTo !== undefined
}

export async function listConnectorNames(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('feeds').select('connector').distinct().orderBy('connector').execute()
  return rows.map(({ connector }) => connector)
}

/** Conditions that the counts by key do not cover. The caller names the deposits `p` of the leads, if it knows them. */
function restOf(filter: StoredFilter, near = sql`true`): RawBuilder<unknown>[] {
  const { connector, spellings, deposited } = filter
  return [
    ...(connector === undefined ? [] : [sql`l.connector = ${connector}`]),
    ...(spellings === null ? [] : [sql`l.status = any(${spellings}::text[])`]),
    ...(deposited ? [hasDeposit(near)] : []),
    ...(namesDeposits(filter) ? [hasDeposit(sql.join([near, ...depositKeyOf(filter)], sql` and `))] : []),
  ]
}

function hasDeposit(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(l.connector, l.external_id) in (
    select p.found_connector, p.found_lead_id from deposits p where p.found_lead_id is not null and ${which}
  )`
}

/** The key under which a deposit counts. */
function depositKeyOf({ paidFrom, paidTo, geo, sourceNumber, advertiserId }: StoredFilter): RawBuilder<unknown>[] {
  return [
    ...(paidFrom === undefined ? [] : [sql`p.day >= ${paidFrom}`]),
    ...(paidTo === undefined ? [] : [sql`p.day <= ${paidTo}`]),
    ...(geo === undefined ? [] : [sql`p.counted_geo_key in (${sql.join(keysOfGeo(geo))})`]),
    ...(sourceNumber === undefined ? [] : [sql`p.counted_source_number = ${foldSource(sourceNumber)}`]),
    ...(advertiserId === undefined ? [] : [sql`lower(p.counted_advertiser_id) = lower(${advertiserId})`]),
  ]
}

function keyOf(filter: StoredFilter): RawBuilder<unknown>[] {
  const { from, to } = filter
  // Of deposits it is their own key that is narrowed.
  const { geo, sourceNumber, advertiserId }: Partial<StoredFilter> = namesDeposits(filter) ? {} : filter
  return [
    ...(geo === undefined ? [] : [sql`l.geo_key in (${sql.join(keysOfGeo(geo))})`]),
    ...(sourceNumber === undefined ? [] : [sql`l.source_number = ${foldSource(sourceNumber)}`]),
    ...(advertiserId === undefined ? [] : [sql`lower(l.advertiser_id) = lower(${advertiserId})`]),
    ...(from === undefined ? [] : [sql`l.day >= ${from}`]),
    ...(to === undefined ? [] : [sql`l.day <= ${to}`]),
  ]
}

function capsOf({ unplanned, fate }: StoredFilter): RawBuilder<unknown>[] {
  return [...(unplanned ? [sql`not ${isPlanned('l')}`] : []), ...(fate ? [hasFate('l', fate)] : [])]
}

function within({ after, before }: Stretch): RawBuilder<unknown>[] {
  return [...(after ? beyond(after, sql`<`) : []), ...(before ? beyond(before, sql`>`) : [])]
}

/** On one side of a position; the instant alone too, which has an index. */
function beyond({ createdAt, connector, id }: Position, side: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const at = timestamp(createdAt)
  return [
    sql`l.created_at ${side}= ${at}`,
    sql`(l.created_at, l.connector, l.external_id) ${side} (${at}, ${connector}, ${id})`,
  ]
}

/** The newest leads of a place. */
export async function listLeads(db: Database, place: ListPlace, stretch: Stretch, limit: number): Promise<FoundLead[]> {
  const { rows } = await sql<Omit<FoundLead, 'deposits'> & { deposits: FoundLead['deposits'] | null }>`
    with l as materialized (${selectLeads(place, stretch, sql`order by ${NEWEST_FIRST} limit ${limit}`)})
    select ${LEAD_FIELDS} from l order by ${NEWEST_FIRST}`.execute(db)
  return rows.map((row) => ({ ...row, deposits: row.deposits ?? [] }))
}

/** How many leads a place has, up to a number that is enough. */
export async function countLeads(db: Database, place: ListPlace, stretch: Stretch, enough: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${selectLeads(place, stretch, sql`limit ${enough}`)}) found`.execute(db)
  return rows[0]?.count ?? 0
}

const NEWEST_FIRST = sql`l.created_at desc, l.connector desc, l.external_id desc`

/** The first leads of a place in a span, with their caps. */
function selectLeads(
  { source, conditions, ofCaps }: ListPlace,
  stretch: Stretch,
  first: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const rows = sql`select l.* from ${source} ${whereAll([...conditions, ...within(stretch)])}`
  if (ofCaps.length === 0) return sql`${rows} ${first}`
  return sql`with near as materialized (${rows}) select l.* from near l ${whereAll(ofCaps)} ${first}`
}

/** A `where` of all conditions, or nothing. */
export function whereAll(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}

function depositsOf(what: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${what} from deposits p where p.found_connector = l.connector and p.found_lead_id = l.external_id`
}

/** The fields of a found lead, of a row `l`. */
export const LEAD_FIELDS = sql`l.connector, l.external_id as id, l.created_at as "createdAt", l.geo,
  l.source_number as "sourceNumber", l.source_name as "sourceName", l.advertiser_id as "advertiserId",
  l.advertiser_name as "advertiserName", l.email, l.email is null and l.email_key is not null as forgotten, l.status,
  l.tracking, ${isPlanned('l')} as planned,
  (${depositsOf(sql`jsonb_agg(jsonb_build_object('at', (extract(epoch from p.created_at) * 1000)::int8,
    'estimated', p.estimated, 'payout', p.payout::text) order by p.created_at, p.external_id)`)}) as deposits`

/** Whether a cap of either kind has the key of a row. The kinds are named, since the index of keys begins with them. */
export function isPlanned(row: 'd' | 'l'): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql<boolean>`exists (
    select from caps c
    where c.kind = any(${CAP_KINDS}::text[]) and c.date = ${of('day')} and c.geo_key = ${of('geo_key')}
      and c.source_number = ${of('source_number')}
      and (c.kind = 'affiliate' or c.advertiser_id = ${of('advertiser_id')})
  )`
}
