import { DAY, formatInstant, HOUR, MINUTE, type Instant } from '#domain/kernel/instant.ts'

export const SYNC_STATUSES = ['success', 'skipped', 'error'] as const
export const SKIP_REASONS = ['already_running', 'missing_configuration', 'up_to_date'] as const

export type SkipReason = (typeof SKIP_REASONS)[number]

/** The outcome of a run. `interrupted`: it was stopped half-way and continues from its checkpoint. */
export interface SyncOutcome {
  status: (typeof SYNC_STATUSES)[number]
  reason: SkipReason | 'interrupted' | null
  /** The sentence of an error. */
  message: string | null
  /** New rows. */
  processedLeads: number
  processedDeposits: number
}

export function skipSync(reason: SkipReason): SyncOutcome {
  return { status: 'skipped', reason, message: null, processedLeads: 0, processedDeposits: 0 }
}

// The sentence about a failing feed, the same everywhere.

export function sayFeedFails(connector: string, why: string | null): string {
  return `The lead feed ${connector} fails: ${why ?? 'it gave no reason.'} Totals may be incomplete until it works again.`
}

/** The sentence about a recovered feed. `milliseconds`: how long it failed. */
export function sayFeedIsBack(connector: string, milliseconds: number): string {
  return `The lead feed ${connector} works again, after ${describeSpan(milliseconds)}.`
}

/** `until`: when the source accepts calls again. Null: the run has lasted long enough. */
export function sayPause(until: Instant | null): string {
  if (until === null) return 'The lead feed has more pages than one sync can read. The next sync continues.'
  return `The lead feed accepts no more calls for now. The sync continues at ${formatInstant(until).slice(11, 16)} UTC.`
}

/** `message`: why a source could not be read. */
export function sayAgain(message: string, at: Instant): string {
  return `${message} It is tried again at ${formatInstant(at).slice(11, 16)} UTC.`
}

/** Milliseconds as `2 d 3 h`, `3 h 20 min`, `20 min`. */
export function describeSpan(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY)
  const hours = Math.floor(milliseconds / HOUR) % 24
  const minutes = Math.floor(milliseconds / MINUTE) % 60
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`
  return `${Math.max(1, minutes)} min`
}
