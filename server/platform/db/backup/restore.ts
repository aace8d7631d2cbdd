import { sql } from 'kysely'
import { codeOf } from '../../error-code.ts'
import type { Log } from '../../log.ts'
import { connect, type Database, type Tx } from '../database.ts'
import { listExecuted, listMigrations, migrate, migrateWithin } from '../migrate.ts'
import { DatabaseRefusal } from '../unavailable.ts'
import { End, Head, ROW_STYLE, TableHead, type BackupTotals, type Sequence, type UnfinishedJob } from './format.ts'
import { readLines } from './lines.ts'
import { listTables } from './tables.ts'

export interface RestoreOptions {
  /** The address of PostgreSQL itself, not of a transaction pooler. */
  url: string
  file: string
  log: Log
  /** Sends an unfinished job, in the transaction of the rows. */
  sendAgain(tx: Tx, job: UnfinishedJob): Promise<void>
  /** Settles open work that may have been done after the backup, in the same transaction. */
  settleOpen(tx: Tx): Promise<void>
}

/** Work after the rows are restored. */
type Hooks = Pick<RestoreOptions, 'sendAgain' | 'settleOpen'>

/**
 * Restores all rows of a backup into an empty database, and migrates it to this code, all or nothing. Throws a
 * DatabaseRefusal if the file is not a complete backup, or the database is in use.
 */
export async function restoreBackup({ url, file, log, ...hooks }: RestoreOptions): Promise<BackupTotals> {
  const lines = readLines(file)
  const { db, close } = connect(url, { max: 2, onError: () => undefined })
  try {
    const [first = '', ...others] = await nextLines(lines, file)
    const head = readHead(first, file)
    await refuseUnfit(db, head)
    await migrate(url, log, head.migrations.at(-1) ?? '')
    const totals = await db.transaction().execute(async (tx) => {
      const { end, ...filled } = await fill(tx, file, others, lines)
      await migrateWithin(tx, log)
      await finish(tx, end, hooks)
      return filled
    })
    await sql`analyze`.execute(db)
    return totals
  } finally {
    await lines.return(undefined)
    await close()
  }
}

async function nextLines(lines: AsyncGenerator<string[]>, file: string): Promise<string[]> {
  const more = await readMore(lines, file)
  if (more === null) throw notWhole(file)
  return more
}

/** Null at the end, after the compressed file has proved complete too. */
async function readMore(lines: AsyncGenerator<string[]>, file: string): Promise<string[] | null> {
  try {
    const next = await lines.next()
    return next.done === true ? null : next.value
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
      throw new DatabaseRefusal(`${file} cannot be read (${code}).`, { cause: error })
    }
    if (code === 'Z_BUF_ERROR') throw notWhole(file)
    if (code?.startsWith('Z_') || error instanceof TypeError) throw notOurs(file)
    throw error
  }
}

function notWhole(file: string): DatabaseRefusal {
  return new DatabaseRefusal(`${file} is not whole: its end is missing. Nothing was restored.`)
}

function notOurs(file: string): DatabaseRefusal {
  return new DatabaseRefusal(`${file} is no backup of Capline, or is damaged. Nothing was restored.`)
}

function readHead(line: string, file: string): Head {
  const read = Head.safeParse(parseLine(line, file))
  if (!read.success) throw notOurs(file)
  return read.data
}

function parseLine(line: string, file: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw notOurs(file)
  }
}

async function refuseUnfit(db: Database, { migrations }: Head): Promise<void> {
  const known = await listMigrations()
  const newer = migrations.filter((name) => !known.includes(name))
  if (newer.length > 0) {
    throw new DatabaseRefusal(
      `The backup is of a newer version of Capline: it has ${newer.join(', ')}. Use that version.`,
    )
  }
  const executed = await listExecuted(db)
  const ahead = executed.filter((name) => !migrations.includes(name))
  const isUsed = executed.length > 0 && (await hasRows(db))
  if (isUsed || ahead.length > 0) throw inUse()
}

function inUse(): DatabaseRefusal {
  return new DatabaseRefusal(
    'The database is in use already. A backup goes into an empty one: set DATABASE_URL, or DATA_DIR, to a new one.',
  )
}

/** Whether there are rows from people or other systems. Rows of migrations do not count. */
async function hasRows(db: Database): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from members) or exists (select 1 from caps) or exists (select 1 from leads)
      or exists (select 1 from changes) as used`.execute(db)
  return rows[0]?.used ?? false
}

async function fill(
  tx: Tx,
  file: string,
  first: string[],
  lines: AsyncGenerator<string[]>,
): Promise<BackupTotals & { end: End }> {
  for (const setting of ROW_STYLE) await sql.raw(setting).execute(tx)
  const known = new Map((await listTables(tx)).map((table) => [table.table, table]))
  const tables = sql.join([...known.keys()].map((table) => sql.table(table)))
  // From here on nobody writes. Somebody may have started after the check above.
  await sql`lock table ${tables} in access exclusive mode`.execute(tx)
  if (await hasRows(tx)) throw inUse()
  await sql`truncate ${tables}`.execute(tx)
  const totals = { tables: 0, rows: 0 }
  let open: TableHead | null = null
  for (let piece = first; ; piece = await nextLines(lines, file)) {
    let rows: string[] = []
    const flush = async () => {
      if (open && rows.length > 0) await insertRows(tx, open, rows)
      totals.rows += rows.length
      rows = []
    }
    for (const line of piece) {
      const value = parseLine(line, file)
      if (typeof value === 'string') {
        rows.push(value)
        continue
      }
      await flush()
      const end = End.safeParse(value)
      if (end.success) {
        const isWhole = end.data.rows === totals.rows && end.data.tables === totals.tables
        if (!isWhole || (await readMore(lines, file)) !== null) throw notOurs(file)
        for (const sequence of end.data.sequences) await advance(tx, sequence)
        return { ...totals, end: end.data }
      }
      open = openTable(TableHead.safeParse(value), known, file)
      totals.tables += 1
    }
    await flush()
  }
}

function openTable(
  read: ReturnType<typeof TableHead.safeParse>,
  known: Map<string, TableHead>,
  file: string,
): TableHead {
  const own = read.success ? known.get(read.data.table) : undefined
  // A row is read in the order of its columns.
  if (!read.success || own?.columns.join() !== read.data.columns.join()) throw notOurs(file)
  return read.data
}

async function insertRows(tx: Tx, { table, columns }: TableHead, rows: readonly string[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const values = sql.join(columns.map((column) => sql`(read.row).${sql.ref(column)}`))
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${values} from unnest(${rows}::text[]) as written (text),
      -- Each is read once and not once a column.
      lateral (select written.text::${sql.table(table)} as row offset 0) as read`.execute(tx)
}

/** After the migration: open work is settled by this code, which knows only its own tables. */
async function finish(tx: Tx, { jobs }: End, { sendAgain, settleOpen }: Hooks): Promise<void> {
  for (const job of jobs) await sendAgain(tx, job)
  await settleOpen(tx)
}

async function advance(tx: Tx, { table, column, last }: Sequence): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last})`.execute(tx)
}
