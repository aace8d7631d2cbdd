import type { Instant } from '#domain/kernel/instant.ts'

export const LOG_LEVELS = ['info', 'warn', 'error'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** The parts of the product that write to the debug logs. */
export const LOG_AREAS = [
  'advertisers',
  'ai',
  'analytics',
  'auth',
  'bot',
  'broadcast',
  'caps',
  'payouts',
  'publishers',
  'settings',
  'sync',
  'system',
  'team',
] as const

export type LogArea = (typeof LOG_AREAS)[number]

/** The default number of entries shown at once, and the maximum. */
export const DEFAULT_LIMIT = 200
export const LARGEST_LIMIT = 500

/**
 * A search covers only this many of the newest entries that match the other filters, so that a search for a rare word
 * ends soon too.
 */
export const MOST_SEARCHED = 200_000

export interface LogEntry {
  id: string
  at: Instant
  level: LogLevel
  area: string
  message: string
  metadata: Readonly<Record<string, unknown>>
  /** The request during which it was written; null if there was none. */
  requestId: string | null
}

/** Conditions that an entry must meet. A missing condition is ignored. */
export interface LogFilter {
  area?: string | undefined
  level?: LogLevel | undefined
  /** Part of the message, of the metadata or of the request's id, in any case. */
  search?: string | undefined
  requestId?: string | undefined
  /** Inclusive. */
  from?: Instant | undefined
  /** Exclusive. */
  to?: Instant | undefined
}

/** Clamps the wanted number of entries (spec, section 5). Without one it is the default. */
export function clampLimit(wanted: number | undefined): number {
  if (wanted === undefined || Number.isNaN(wanted)) return DEFAULT_LIMIT
  return Math.min(LARGEST_LIMIT, Math.max(1, Math.trunc(wanted)))
}
