import type { logCalls } from '#contract/logs.ts'
import { formatCsv, formatCsvHead } from '#domain/kernel/csv.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { LogEntry, LogFilter } from '#domain/logs/entry.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/reply.ts'
import { makeFile } from '#platform/http/table-file.ts'
import { readLogs, streamLogs } from './service.ts'

const COLUMNS = ['Timestamp', 'Level', 'Area', 'Message', 'Metadata', 'Request']

export function logRoutes({ db }: { db: Database }): Handlers<typeof logCalls> {
  return {
    async list({ query }) {
      const entries = await readLogs(db, query)
      return { status: 200, body: entries.map(presentEntry) }
    },
    async export({ query }) {
      const { area, level, search, requestId, from, to } = query
      const days = [from, to].map((at) => at && formatInstant(at).slice(0, 16))
      const holds = ['debug-logs', area, level, (search ?? requestId) && 'search', ...days]
      return { status: 200, body: makeFile('csv', holds, writeCsv(db, query)) }
    },
  }
}

function presentEntry({ at, ...entry }: LogEntry) {
  return { ...entry, createdAt: formatInstant(at) }
}

async function* writeCsv(db: Database, filter: LogFilter): AsyncGenerator<string, void, void> {
  yield formatCsvHead(COLUMNS)
  for await (const entries of streamLogs(db, filter)) {
    yield formatCsv(
      entries.map(({ at, level, area, message, metadata, requestId }) => [
        formatInstant(at),
        level,
        area,
        message,
        JSON.stringify(metadata),
        requestId,
      ]),
    )
  }
}
