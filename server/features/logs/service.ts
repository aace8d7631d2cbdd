import { LOG_LEVELS, type LogEntry, type LogFilter } from '#domain/logs/entry.ts'
import type { Database } from '#platform/db/database.ts'
import { findPosition, listEntries, type EntryRow, type Position } from './store.ts'

/** A page of entries, newest first; `before` is the id of the last entry of the page before. */
export async function readLogs(
  db: Database,
  query: LogFilter & { limit: number; before?: string | undefined },
): Promise<LogEntry[]> {
  const after = query.before === undefined ? null : await findPosition(db, Number(query.before))
  // After the retention time nothing older is left.
  if (query.before !== undefined && !after) return []
  return (await listEntries(db, { ...query, after })).map(toEntry)
}

const EXPORT_PAGE = 1_000
const MOST_EXPORTED = 100_000

/** All matching entries, newest first, page by page, so that no export holds much. */
export async function* streamLogs(db: Database, filter: LogFilter): AsyncGenerator<LogEntry[], void, void> {
  let after: Position | null = null
  for (let count = 0; count < MOST_EXPORTED; count += EXPORT_PAGE) {
    const rows: EntryRow[] = await listEntries(db, { ...filter, limit: EXPORT_PAGE, after })
    if (rows.length > 0) yield rows.map(toEntry)
    const last = rows.at(-1)
    if (!last || rows.length < EXPORT_PAGE) return
    after = { at: last.at, id: last.id }
  }
}

function toEntry({ id, metadata, level, ...row }: EntryRow): LogEntry {
  return {
    ...row,
    id: String(id),
    level: LOG_LEVELS.find((known) => known === level) ?? 'info',
    metadata: readMetadata(metadata),
  }
}

function readMetadata(text: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(text)
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
}
