export const SYNC_STATUSES = ['success', 'skipped', 'error'] as const
export const SKIP_REASONS = ['already_running', 'missing_configuration', 'up_to_date'] as const

export type SkipReason = (typeof SKIP_REASONS)[number]

/** What a run came to. `interrupted`: it was stopped half-way and goes on from its checkpoint. */
export interface SyncOutcome {
  status: (typeof SYNC_STATUSES)[number]
  reason: SkipReason | 'interrupted' | null
  /** The sentence of an error. */
  message: string | null
  /** Rows that were new. */
  processedLeads: number
  processedDeposits: number
}

export function skipSync(reason: SkipReason): SyncOutcome {
  return { status: 'skipped', reason, message: null, processedLeads: 0, processedDeposits: 0 }
}
