import { sql } from 'kysely'
import { addDays, dayNumberOf, fromDayNumber, type Day } from '#domain/kernel/day.ts'
import { instantFromMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE } from '#domain/kernel/zone.ts'
import { insertSession } from '#server/features/auth/session-store.ts'
import { replaceCounts } from '#server/features/leads/rebuild-store.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { insertMember } from '#testing/capline.ts'
import { fillLeads } from './lead-indexes.ts'

/** The day whose board is read: one of the last of two years of leads. */
export const BOARD_DAY = fromDayNumber(dayNumberOf(2026, 12, 30))
export const CAPS_OF_A_DAY = 500

const DAYS_OF_LEADS = 730
export const DAYS_OF_CAPS = 60
const LEADS_A_STATEMENT = 1_000_000

/** Fills an empty database; the same rows each time. The leads are spread evenly over two years and over the caps' keys. */
export async function seedBoard(db: Database, leads: number): Promise<void> {
  await sql`set synchronous_commit to off`.execute(db)
  await fillLeads(db, async () => {
    for (let first = 0; first < leads; first += LEADS_A_STATEMENT) {
      await insertLeads(db, first, Math.min(first + LEADS_A_STATEMENT, leads), leads)
    }
  })
  await replaceCounts(db)
  await insertCaps(db, {
    first: addDays(BOARD_DAY, 1 - DAYS_OF_CAPS),
    last: BOARD_DAY,
    capsOfADay: CAPS_OF_A_DAY,
  })
  await sql`vacuum analyze`.execute(db)
}

/** Sessions of as many members. */
export async function seedSessions(db: Database, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, newToken)
  await db.transaction().execute(async (tx) => {
    for (const [index, token] of tokens.entries()) {
      const { _id: memberId } = await insertMember(tx, { role: 'editor' })
      // Not all at the same instant, since each session's last use is noted once a minute.
      const now = instantFromMilliseconds(Date.now() - Math.round((index * MINUTE) / count))
      const session = { id: newId(), memberId, tokenHash: hashToken(token), address: '127.0.0.1', byPasskey: false }
      await insertSession(tx, { ...session, now })
    }
  })
  return tokens
}

/** One row of the board's day, by turns as an edit of a cap leaves it and as a sync leaves what it has counted. */
export async function changeDay(db: Database, change: number): Promise<void> {
  const id = `cap-${BOARD_DAY}-${String(change % CAPS_OF_A_DAY).padStart(4, '0')}`
  if (change % 2 === 0) {
    await db
      .updateTable('caps')
      .set((cap) => ({ version: cap('version', '+', 1), cap: cap('cap', '+', 1) }))
      .where('id', '=', id)
      .execute()
  } else {
    await sql`update delivered_by_broker set leads = leads + 1 where ctid = (
      select ctid from delivered_by_broker where day = ${BOARD_DAY} order by leads limit 1)`.execute(db)
  }
}

const START = sql`timestamptz '2025-01-01 00:00:00+00'`

/** The parts of a cap's key, from its number among those of a day. */
const key = {
  geo: sql`('{AT,AU,BE,BR,CA,CH,CZ,DE,DK,ES,FI,FR,GB,HU,IE,IT,JP,MX,NL,NO,NZ,PL,PT,SE,US}'::text[])[k % 25 + 1]`,
  advertiser: sql`'broker-' || lpad((k / 25)::text, 2, '0')`,
  source: sql`(100 + k * 7 % 40)::text`,
}

/** Their e-mails are forgotten already, so that the server under measurement has none to forget. */
async function insertLeads(db: Database, first: number, end: number, total: number): Promise<void> {
  await sql`
    insert into leads (connector, external_id, created_at, day, geo, geo_key, source_number, source_name,
      advertiser_id, advertiser_name, email, email_key, status)
    select 'generic', 'lead-' || lpad(i::text, 9, '0'), at, (at at time zone ${sql.lit(DEFAULT_ZONE)})::date,
      ${key.geo}, ${key.geo}, ${key.source}, 'Source ' || ${key.source}, ${key.advertiser},
      'Advertiser ' || ${key.advertiser}, null, left(encode(sha256(mail::bytea), 'base64'), 22), ('{New,Callback,NoAnswer,WrongNumber,FTD}'::text[])[i % 5 + 1]
    from generate_series(${sql.lit(first)}::bigint, ${sql.lit(end - 1)}::bigint) as i,
      lateral (select ${START} + i * (interval '1 day' * ${sql.lit(DAYS_OF_LEADS)}::int / ${sql.lit(total)}::int) as at,
        abs(hashint8(i)::bigint) % ${sql.lit(CAPS_OF_A_DAY)}::int as k,
        'person-' || i || '@example.org' as mail) as lead`.execute(db)
}

interface CapsToSeed {
  first: Day
  last: Day
  capsOfADay: number
}

/** As many broker caps for each day from the first to the last. */
export async function insertCaps(db: Database, { first, last, capsOfADay }: CapsToSeed): Promise<void> {
  await sql`
    insert into caps (id, kind, date, geo, geo_key, cap, advertiser_id, advertiser_name, source_number,
      working_hours, always_on, cpa, crg, created_by)
    select 'cap-' || day::date || '-' || lpad(k::text, 4, '0'), 'broker', day::date, ${key.geo}, ${key.geo}, 10 + k * 37 % 90,
      ${key.advertiser}, 'Advertiser ' || ${key.advertiser}, ${key.source},
      case when k % 3 > 0 then '09:00-18:00' end, k % 3 = 0, 400 + k % 60 * 10.25, 5 + k % 20 * 0.25, 'anna'
    from generate_series(0, ${sql.lit(capsOfADay - 1)}::int) as k,
      generate_series(date ${sql.lit(first)}, date ${sql.lit(last)}, interval '1 day') as day
    order by day, k`.execute(db)
}
