import type { Instant } from '#domain/kernel/instant.ts'
import type { LogLevel } from '#domain/logs/entry.ts'

/** How far back, counted from now. */
export const PERIODS = ['1h', '24h', '7d'] as const

export type Period = (typeof PERIODS)[number]

/** The filters of the logs; an absent one does not filter. */
export interface LogView {
  search?: string
  area?: string
  level?: LogLevel
  requestId?: string
  /** Instead of `from` and `to`. */
  period?: Period
  from?: Instant
  to?: Instant
}
