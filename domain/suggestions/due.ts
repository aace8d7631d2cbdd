import { addMilliseconds, MINUTE, type Instant } from '#domain/kernel/instant.ts'

/** What sweeps are made for. */
export interface SweepPlan {
  enabled: boolean
  intervalMinutes: number
  /** The text that the last request for a sweep came with; empty: nobody ever asked. */
  token: string
}

/** Where the sweeps stand. */
export interface SweepProgress {
  sweptAt: Instant | null
  /** The last request that was answered. */
  token: string
}

/** What a sweep is made for; the token is that of the request. */
export type SweepReason = { cause: 'interval'; token: null } | { cause: 'force'; token: string }

/** Whether somebody asked for a sweep that was not answered. */
export function isAsked(plan: Pick<SweepPlan, 'token'>, progress: Pick<SweepProgress, 'token'>): boolean {
  return plan.token !== '' && plan.token !== progress.token
}

/** Why a sweep is to be made now; null where none is. */
export function findReason(plan: SweepPlan, progress: SweepProgress, now: Instant): SweepReason | null {
  if (isAsked(plan, progress)) return { cause: 'force', token: plan.token }
  const next = findNextSweep(plan, progress, now)
  return next !== null && next <= now ? { cause: 'interval', token: null } : null
}

/** When the interval is over; null where there is none. A clock that was set back does not stop the loop. */
export function findNextSweep(plan: SweepPlan, { sweptAt }: SweepProgress, now: Instant): Instant | null {
  if (!plan.enabled) return null
  if (sweptAt === null || sweptAt > now) return now
  return addMilliseconds(sweptAt, plan.intervalMinutes * MINUTE)
}
