import { z } from 'zod/mini'
import { SKIP_REASONS, SYNC_STATUSES } from '#domain/leads/feed-run.ts'
import { defineCall } from './call.ts'
import { instant } from './fields.ts'

/** The result of a lead sync. `processed…` count new rows. */
export const SyncResult = z.object({
  status: z.enum(SYNC_STATUSES),
  processedLeads: z.number(),
  processedDeposits: z.number(),
  reason: z.nullable(z.enum(SKIP_REASONS)),
  message: z.nullable(z.string()),
})

export type SyncResult = z.output<typeof SyncResult>

export const feedCalls = {
  runSync: defineCall({
    method: 'POST',
    path: '/lead-sync/run',
    access: 'capEditor',
    summary: 'Runs a lead sync and waits for it, at most 60 s; then it continues in the background',
    answers: { 200: SyncResult },
  }),
  freshness: defineCall({
    method: 'GET',
    path: '/lead-sync/freshness',
    access: 'member',
    summary: 'When leads were last synced, for the board',
    shared: true,
    answers: {
      200: z.object({
        /** When the last successful run ended. */
        syncedAt: z.nullable(instant),
        running: z.boolean(),
        intervalMinutes: z.number(),
        configured: z.boolean(),
      }),
    },
  }),
} as const
