import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import { codeOf } from '../../error-code.ts'
import type { Database, Tx } from '../database.ts'
import { listExecuted } from '../migrate.ts'
import { readOneState } from '../one-state.ts'
import { DatabaseRefusal } from '../unavailable.ts'
import { ROW_STYLE, type BackupTotals, type End, type Head, type TableHead, type UnfinishedJob } from './format.ts'
import { listSequences, listTables } from './tables.ts'

const UNWRITABLE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'])

/**
 * Writes all rows of all tables into a new file that only its owner may read, in their state at one instant. Others
 * continue to work and do not wait. Throws a DatabaseRefusal if the file exists already or cannot be written.
 */
export async function saveBackup(db: Database, file: string, now: Instant): Promise<BackupTotals> {
  const totals = { tables: 0, rows: 0 }
  if (existsSync(file)) throw new DatabaseRefusal(`${file} is there already. Name a new file.`)
  // Only a whole one has its name, also if this process is killed.
  const draft = `${file}.${randomUUID()}.part`
  try {
    await readOneState(db, async (tx) => {
      // A slow disk or reader delays only this transaction, which blocks nobody.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      const lines = Readable.from(writeLines(tx, now, totals), { objectMode: false, highWaterMark: 1 << 16 })
      const to = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(lines, createGzip({ level: 6 }), to)
    })
    await rename(draft, file)
  } catch (error) {
    const code = codeOf(error)
    await rm(draft, { force: true }).catch(() => undefined)
    if (code !== null && UNWRITABLE.has(code)) {
      throw new DatabaseRefusal(`${file} cannot be written (${code}).`, { cause: error })
    }
    throw error
  }
  return totals
}

async function* writeLines(tx: Tx, now: Instant, totals: BackupTotals): AsyncGenerator<string> {
  for (const setting of ROW_STYLE) await sql.raw(setting).execute(tx)
  const tables = await listTables(tx)
  const [first, ...others] = await listExecuted(tx)
  if (first === undefined) throw new DatabaseRefusal('There is nothing to save: the database has no tables.')
  const head: Head = { capline: 'backup', version: 1, madeAt: formatInstant(now), migrations: [first, ...others] }
  yield lineOf(head)
  for (const table of tables) {
    yield lineOf(table)
    totals.tables += 1
    for await (const rows of readRows(tx, table)) {
      totals.rows += rows.length
      for (const row of rows) yield lineOf(row)
    }
  }
  const end: End = { ...totals, sequences: await listSequences(tx), jobs: await listUnfinished(tx) }
  yield lineOf(end)
}

/** A payout's row can be as long as all the leads of a deal. */
const ROWS_AT_ONCE = 200

async function* readRows(tx: Tx, { table }: TableHead): AsyncGenerator<string[]> {
  await sql`declare saved no scroll cursor for select t::text as row from ${sql.table(table)} t`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from saved`.execute(tx)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await sql`close saved`.execute(tx)
}

/** Jobs that are not done yet. Work that is due by the clock comes again by itself. */
async function listUnfinished(tx: Tx): Promise<UnfinishedJob[]> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(tx)
  if (!rows[0]?.there) return []
  const found = await sql<UnfinishedJob>`
    select name as queue, data as payload from pgboss.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'
    order by created_on, id`.execute(tx)
  return found.rows
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}
