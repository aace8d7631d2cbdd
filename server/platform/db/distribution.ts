import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { DatabaseRefusal } from './unavailable.ts'

/** The result of `distribute`. */
export interface Layout {
  /** Whether leads were distributed already. */
  wasThere: boolean
  leads: number
  shards: number
  workers: number
}

const known = new WeakMap<Database, Promise<boolean>>()

/**
 * Whether leads are distributed over the workers of Citus (decision 045). Asked once, because leads are distributed
 * while no node runs.
 */
export async function isDistributed(db: Database): Promise<boolean> {
  const asked = known.get(db) ?? askWhether(db)
  known.set(db, asked)
  // After a failure it is asked again.
  asked.catch(() => known.delete(db))
  return asked
}

async function askWhether(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as is`.execute(db)
  return rows[0]?.is === true && (await findLeads(db))
}

async function findLeads(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_dist_partition where logicalrelid = 'leads'::regclass`.execute(db)
  return rows.length > 0
}

/**
 * Distributes leads over the workers of Citus, by their ids; everything else stays on the coordinator. Safe to repeat.
 * Throws a DatabaseRefusal if the database is not Citus with workers.
 */
export async function distributeLeads(db: Database): Promise<Layout> {
  const { rows: extensions } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  if (extensions.length === 0) {
    throw new DatabaseRefusal(
      'This database is no Citus. Put citus first into shared_preload_libraries, restart, and run: create extension citus.',
    )
  }
  const workers = await listWorkers(db)
  if (workers.length === 0) {
    throw new DatabaseRefusal(
      "This Citus has no workers. Add each on the coordinator: select citus_add_node('10.0.0.11', 5432).",
    )
  }
  const wasThere = await findLeads(db)
  if (!wasThere) {
    await sql`select create_distributed_table('leads', 'external_id', colocate_with => 'none')`.execute(db)
  }
  // Also after an interrupted run: it removes the leads that the coordinator still has.
  await sql`select truncate_local_data_after_distributing_table('leads')`.execute(db)
  const { rows } = await sql<{ leads: number; shards: number }>`
    select (select count(*) from leads) as leads,
      (select count(*) from pg_dist_shard where logicalrelid = 'leads'::regclass) as shards`.execute(db)
  const { leads, shards } = rows[0] ?? { leads: 0, shards: 0 }
  return { wasThere, leads, shards, workers: workers.length }
}

interface Worker {
  host: string
  port: number
}

/** A worker that does not answer within this time is silent. */
const PATIENCE_MS = 1_000

/** Workers that hold leads and do not answer, as `host:port`. */
export async function listSilentWorkers(db: Database): Promise<string[]> {
  if (!(await isDistributed(db))) return []
  const workers = await listWorkers(db)
  const answers = await Promise.all(workers.map((worker) => answersInTime(db, worker)))
  return workers.filter((_, index) => answers[index] === false).map(({ host, port }) => `${host}:${port}`)
}

async function answersInTime(db: Database, { host, port }: Worker): Promise<boolean> {
  const asked = sql<{ answers: boolean }>`select citus_check_connection_to_node(${host}, ${port}::int) as answers`
  const answered = asked.execute(db).then(
    ({ rows }) => rows[0]?.answers === true,
    () => false,
  )
  return Promise.race([answered, wait(PATIENCE_MS, false, { ref: false })])
}

async function listWorkers(db: Database): Promise<Worker[]> {
  const { rows } = await sql<Worker>`
    select nodename as host, nodeport as port from pg_dist_node
    where isactive and shouldhaveshards and noderole = 'primary' order by nodename, nodeport`.execute(db)
  return rows
}
