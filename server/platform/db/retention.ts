import { sql, type RawBuilder } from 'kysely'
import { addMilliseconds, DAY, formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database } from './database.ts'
import { pause } from './pauses.ts'
import type { DB } from './tables.ts'

interface Rule {
  table: keyof DB
  /** The column from which a row's age is counted. A row without a value stays. */
  since: string
  keptMilliseconds: number
  /** Rows that stay whatever their age. */
  except?: RawBuilder<unknown>
}

/** Runs with the newest good turn of a connector: they tell up to when its leads are known, however long it fails. */
const LAST_GOOD_RUNS = sql`exists (
  select from sync_parts part
  where part.run_id = sync_runs.id and part.status in ('success', 'unchanged') and not exists (
    select from sync_parts later
    where later.connector = part.connector and later.status in ('success', 'unchanged')
      and later.started_at > part.started_at
  )
)`

/** Images that a message has or may still get. */
const PICTURES_OF_BROADCASTS = sql`exists (
  select from broadcasts where broadcasts.picture_id = broadcast_pictures.id
)`

/** Those of messages that are still to be sent. */
const WAITING_DOCUMENTS = sql`exists (
  select from outbox where outbox.document_id = outbox_documents.id and outbox.state in ('queued', 'sending')
)`

/** A limit over a range of any length is told once. */
const SHARES_OF_RANGES = sql`(
  key like 'reached:limit:%' and split_part(key, ':', 3) in (select id from limits where period = 'range')
)`

/** How long runs of a feed are kept. */
export const RUNS_KEPT = 90 * DAY

/** Rows that are removed by themselves, and after how long. All others stay until somebody removes them. */
export const RETENTION: readonly Rule[] = [
  // A repeat comes within minutes; a later request is a new one.
  { table: 'idempotency_keys', since: 'created_at', keptMilliseconds: DAY },
  // Longer than the hours that limits look back.
  { table: 'login_codes', since: 'created_at', keptMilliseconds: DAY },
  { table: 'code_requests', since: 'requested_at', keptMilliseconds: DAY },
  { table: 'passkey_steps', since: 'expires_at', keptMilliseconds: DAY },
  { table: 'sign_in_quotas', since: 'used_at', keptMilliseconds: DAY },
  // The longest life of a session, and its longest time without use.
  { table: 'sessions', since: 'created_at', keptMilliseconds: 30 * DAY },
  { table: 'sessions', since: 'last_seen_at', keptMilliseconds: 7 * DAY },
  { table: 'cap_text_questions', since: 'asked_at', keptMilliseconds: 30 * DAY },
  { table: 'debug_logs', since: 'at', keptMilliseconds: 90 * DAY },
  { table: 'outbox', since: 'settled_at', keptMilliseconds: 90 * DAY },
  { table: 'outbox_documents', since: 'created_at', keptMilliseconds: DAY, except: WAITING_DOCUMENTS },
  // After this time nothing that is due by the clock can come up again.
  { table: 'told', since: 'at', keptMilliseconds: 90 * DAY, except: SHARES_OF_RANGES },
  { table: 'bot_updates', since: 'received_at', keptMilliseconds: 90 * DAY },
  { table: 'broadcasts', since: 'created_at', keptMilliseconds: 90 * DAY },
  { table: 'broadcast_pictures', since: 'uploaded_at', keptMilliseconds: DAY, except: PICTURES_OF_BROADCASTS },
  { table: 'cap_plans', since: 'created_at', keptMilliseconds: 90 * DAY },
  { table: 'muted_caps', since: 'at', keptMilliseconds: 90 * DAY },
  { table: 'suggestions', since: 'created_at', keptMilliseconds: 90 * DAY },
  { table: 'suggestion_messages', since: 'at', keptMilliseconds: 90 * DAY },
  { table: 'suggestion_sweeps', since: 'at', keptMilliseconds: 90 * DAY },
  { table: 'told_bands', since: 'told_at', keptMilliseconds: 90 * DAY },
  { table: 'webhook_messages', since: 'settled_at', keptMilliseconds: 14 * DAY },
  { table: 'sync_runs', since: 'started_at', keptMilliseconds: RUNS_KEPT, except: LAST_GOOD_RUNS },
]

/** Small enough not to delay others on the same table. */
const BATCH = 1_000
const BREATH_MS = 50

/** Removes expired rows in small batches. Returns their number. */
export async function removeExpired(db: Database, rule: Rule, now: Instant, signal: AbortSignal): Promise<number> {
  const before = formatInstant(addMilliseconds(now, -rule.keptMilliseconds))
  const [table, since, isKept] = [sql.table(rule.table), sql.ref(rule.since), rule.except ?? sql`false`]
  let removed = 0
  while (!signal.aborted) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where ${since} < ${before}::timestamptz and not ${isKept} limit ${BATCH}
      ))
    `.execute(db)
    removed += Number(numAffectedRows)
    if (numAffectedRows < BATCH) break
    await pause(BREATH_MS, signal)
  }
  return removed
}
