export type SkipReason = 'already_running' | 'missing_configuration' | 'up_to_date'

/** What a run came to. `interrupted`: it was stopped half-way and goes on from its checkpoint. */
export interface SyncOutcome {
  status: 'success' | 'skipped' | 'error'
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
