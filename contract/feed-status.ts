import { z } from 'zod/mini'
import { SKIP_REASONS, SYNC_STATUSES } from '#domain/leads/feed-run.ts'
import { defineCall } from './call.ts'
import { body, day, instant, verbatim } from './fields.ts'
import { syncTexts } from './texts/feeds.ts'

export const PART_STATUSES = ['running', 'success', 'unchanged', 'paused', 'error', 'interrupted'] as const
export const BACKFILL_STATES = ['waiting', 'running', 'done', 'failed', 'stopped'] as const

/** The results of pages. */
const counts = {
  pages: z.number(),
  newLeads: z.number(),
  changedLeads: z.number(),
  newDeposits: z.number(),
  changedDeposits: z.number(),
  badRows: z.number(),
  testLeads: z.number(),
}

const turn = {
  startedAt: instant,
  /** Null while it runs. */
  endedAt: z.nullable(instant),
  status: z.enum(PART_STATUSES),
  message: z.nullable(z.string()),
  ...counts,
}

export const Backfill = z.object({
  id: z.string(),
  connector: z.string(),
  from: instant,
  to: instant,
  requestedBy: z.string(),
  createdAt: instant,
  endedAt: z.nullable(instant),
  state: z.enum(BACKFILL_STATES),
  /** 0 to 1. */
  progress: z.number(),
  message: z.nullable(z.string()),
  ...counts,
})

export type Backfill = z.output<typeof Backfill>

export const ConnectorName = z.object({ name: z.string(), preset: z.string(), host: z.string() })

export const FeedStatus = z.object({
  ...ConnectorName.shape,
  /** The feed comes from the server's environment or its file, and is changed there. */
  isOfFile: z.boolean(),
  /** The feed is a published table, and is removed where files are. */
  isLink: z.boolean(),
  /** The feed is not requested; its leads stay. */
  paused: z.boolean(),
  /** Its part in the newest run; null if it never ran. */
  last: z.nullable(z.object(turn)),
  /** When the tables last had all data of the feed. */
  lastGoodAt: z.nullable(instant),
  failingSince: z.nullable(instant),
  nextRunAt: instant,
  /** New rows of the last 24 hours, also those that backfills brought. */
  newLeads: z.number(),
  newDeposits: z.number(),
  backfill: z.nullable(Backfill),
})

export type FeedStatus = z.output<typeof FeedStatus>

export const SyncRun = z.object({
  id: z.string(),
  startedAt: instant,
  endedAt: z.nullable(instant),
  requestedBy: z.string(),
  status: z.nullable(z.enum(SYNC_STATUSES)),
  reason: z.nullable(z.enum([...SKIP_REASONS, 'interrupted'])),
  message: z.nullable(z.string()),
  ...counts,
  parts: z.array(
    z.object({
      connector: z.string(),
      ...turn,
      /** The first rows that could not be used. `position` counts the rows of the feed from 0. */
      bad: z.array(z.object({ kind: z.enum(['leads', 'deposits']), position: z.number(), reason: z.string() })),
    }),
  ),
})

export type SyncRun = z.output<typeof SyncRun>

const span = syncTexts.backfillWrongSpan

export const feedStatusCalls = {
  readStatus: defineCall({
    method: 'GET',
    path: '/lead-sync/status',
    access: 'admin',
    summary: 'The state of each lead feed',
    answers: { 200: z.object({ intervalMinutes: z.number(), connectors: z.array(FeedStatus) }) },
  }),
  listRuns: defineCall({
    method: 'GET',
    path: '/lead-sync/runs',
    access: 'admin',
    summary: 'The newest 30 runs of the lead sync, with the result of each feed',
    answers: { 200: z.array(SyncRun) },
  }),
  listConnectors: defineCall({
    method: 'GET',
    path: '/lead-sync/connectors',
    access: 'admin',
    summary: 'The lead feeds that are configured',
    answers: { 200: z.array(ConnectorName) },
  }),
  startBackfill: defineCall({
    method: 'POST',
    path: '/lead-sync/backfills',
    access: 'admin',
    summary: 'Reads the leads of some local days again, in parallel to the usual runs',
    body: body({ connector: verbatim, from: day(span), to: day(span) }),
    answers: { 201: Backfill },
    refusals: [400, 404, 409],
  }),
  stopBackfill: defineCall({
    method: 'POST',
    path: '/lead-sync/backfills/:id/stop',
    access: 'admin',
    summary: 'Stops a backfill; the rows that came stay',
    params: z.object({ id: verbatim }),
    answers: { 200: Backfill },
    refusals: [400, 404],
  }),
} as const
