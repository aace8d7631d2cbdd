import type { z } from 'zod/mini'
import type { Backfill, FeedStatus, feedStatusCalls, PART_STATUSES, SyncRun } from '#contract/feed-status.ts'
import { syncTexts } from '#contract/texts/feeds.ts'
import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import { problem, type Handlers } from '#platform/http/reply.ts'
import type { FeedDeps } from './service.ts'
import {
  listFeeds,
  readFeedStatus,
  readRuns,
  startBackfill,
  stopBackfill,
  type BackfillRefusal,
} from './status-service.ts'

const RUNS_SHOWN = 30

export function feedStatusRoutes(deps: FeedDeps): Handlers<typeof feedStatusCalls> {
  return {
    async readStatus() {
      const { intervalMinutes, connectors } = await readFeedStatus(deps)
      return { status: 200, body: { intervalMinutes, connectors: connectors.map(presentConnector) } }
    },
    async listRuns() {
      return { status: 200, body: (await readRuns(deps, RUNS_SHOWN)).map(presentRun) }
    },
    async listConnectors() {
      return { status: 200, body: await listFeeds(deps) }
    },
    async startBackfill({ body }, { member }) {
      const started = await startBackfill(deps, member, body)
      return started.ok ? { status: 201, body: presentBackfill(started.value) } : refuseBackfill(started)
    },
    async stopBackfill({ params }, { member }) {
      const stopped = await stopBackfill(deps, member, params.id)
      return stopped ? { status: 200, body: presentBackfill(stopped) } : problem(404, syncTexts.backfillUnknown)
    },
  }
}

function refuseBackfill({ reason }: BackfillRefusal) {
  switch (reason) {
    case 'backfill.connector':
      return problem(404, syncTexts.backfillUnknownConnector)
    case 'backfill.paused':
      return problem(409, syncTexts.backfillPaused)
    case 'backfill.span':
      return problem(400, syncTexts.backfillWrongSpan, {
        errors: [{ path: 'from', message: syncTexts.backfillWrongSpan }],
      })
    case 'backfill.running':
      return problem(409, syncTexts.backfillRunning)
  }
}

interface StoredCounts {
  pages: number
  new_leads: number
  changed_leads: number
  new_deposits: number
  changed_deposits: number
  bad_rows: number
  test_leads: number
}

function presentCounts(row: StoredCounts) {
  return {
    pages: row.pages,
    newLeads: row.new_leads,
    changedLeads: row.changed_leads,
    newDeposits: row.new_deposits,
    changedDeposits: row.changed_deposits,
    badRows: row.bad_rows,
    testLeads: row.test_leads,
  }
}

interface StoredTurn extends StoredCounts {
  started_at: Instant
  ended_at: Instant | null
  status: string | null
  message: string | null
}

function presentTurn(turn: StoredTurn) {
  return {
    startedAt: formatInstant(turn.started_at),
    endedAt: formatOptionalInstant(turn.ended_at),
    status: readPartStatus(turn.status),
    message: turn.message,
    ...presentCounts(turn),
  }
}

function readPartStatus(text: string | null): (typeof PART_STATUSES)[number] {
  return text === 'success' || text === 'unchanged' || text === 'paused' || text === 'error' || text === 'interrupted'
    ? text
    : 'running'
}

type StatusRow = Awaited<ReturnType<typeof readFeedStatus>>['connectors'][number]

function presentConnector({
  name,
  preset,
  host,
  isOfFile,
  isLink,
  paused,
  ...row
}: StatusRow): z.input<typeof FeedStatus> {
  return {
    name,
    preset,
    host,
    isOfFile,
    isLink,
    paused,
    last: row.last ? presentTurn(row.last) : null,
    lastGoodAt: formatOptionalInstant(row.lastGoodAt),
    failingSince: formatOptionalInstant(row.failingSince),
    nextRunAt: formatInstant(row.nextRunAt),
    newLeads: row.newToday?.leads ?? 0,
    newDeposits: row.newToday?.deposits ?? 0,
    backfill: row.backfill ? presentBackfill(row.backfill) : null,
  }
}

function presentBackfill(row: NonNullable<StatusRow['backfill']>): z.input<typeof Backfill> {
  return {
    id: row.id,
    connector: row.connector,
    from: formatInstant(row.from_at),
    to: formatInstant(row.to_at),
    requestedBy: row.requested_by,
    createdAt: formatInstant(row.created_at),
    endedAt: formatOptionalInstant(row.ended_at),
    state: readBackfillState(row.state),
    progress: row.progress,
    message: row.message,
    ...presentCounts(row),
  }
}

function readBackfillState(text: string): Backfill['state'] {
  return text === 'waiting' || text === 'running' || text === 'done' || text === 'stopped' ? text : 'failed'
}

type RunRow = Awaited<ReturnType<typeof readRuns>>[number]

function presentRun(run: RunRow): z.input<typeof SyncRun> {
  return {
    id: run.id,
    startedAt: formatInstant(run.started_at),
    endedAt: formatOptionalInstant(run.ended_at),
    requestedBy: run.requested_by,
    status: run.status === 'success' || run.status === 'skipped' || run.status === 'error' ? run.status : null,
    reason: readReason(run.reason),
    message: run.message,
    ...presentCounts(run),
    parts: run.parts.map((part) => ({
      connector: part.connector,
      ...presentTurn(part),
      bad: part.badRows.map(({ kind, position, reason }) => ({
        kind: kind === 'deposits' ? 'deposits' : 'leads',
        position,
        reason,
      })),
    })),
  }
}

function readReason(text: string | null): SyncRun['reason'] {
  return text === 'already_running' ||
    text === 'missing_configuration' ||
    text === 'up_to_date' ||
    text === 'interrupted'
    ? text
    : null
}
