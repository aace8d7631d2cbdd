import type { logCalls } from '#contract/logs.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { LogEntry, LogFilter } from '#domain/logs/entry.ts'
import type { Database } from '#platform/db/database.ts'
import { problem, type Handlers } from '#platform/http/reply.ts'
import { makeLongFile } from '#platform/table-file.ts'
import type { XlsxCell, XlsxColumn } from '#platform/xlsx.ts'
import { readLogs, streamLogs } from './service.ts'

const HEADINGS = ['Timestamp', 'Level', 'Area', 'Message', 'Metadata', 'Request']
const COLUMNS = HEADINGS.map((heading): XlsxColumn => ({ heading, kind: 'text' }))

export function logRoutes({ db }: { db: Database }): Handlers<typeof logCalls> {
  return {
    async list({ query }) {
      const entries = await readLogs(db, query)
      return { status: 200, body: entries.map(presentEntry) }
    },
    async export({ query }) {
      const { format = 'csv', ...filter } = query
      const { area, level, search, requestId, from, to } = filter
      const days = [from, to].map((at) => at && formatInstant(at).slice(0, 16))
      const holds = ['debug-logs', area, level, (search ?? requestId) && 'search', ...days]
      const table = { name: 'Debug logs', columns: COLUMNS, parts: readRows(db, filter) }
      const made = await makeLongFile(format, holds, table)
      return typeof made === 'string' ? problem(400, made) : { status: 200, body: made }
    },
  }
}

function presentEntry({ at, ...entry }: LogEntry) {
  return { ...entry, createdAt: formatInstant(at) }
}

async function* readRows(db: Database, filter: LogFilter): AsyncGenerator<XlsxCell[][], void, void> {
  for await (const entries of streamLogs(db, filter)) {
    yield entries.map(({ at, level, area, message, metadata, requestId }) => [
      formatInstant(at),
      level,
      area,
      message,
      JSON.stringify(metadata),
      requestId,
    ])
  }
}
