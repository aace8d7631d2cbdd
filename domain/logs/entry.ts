import type { Instant } from '#domain/kernel/instant.ts'

export const LOG_LEVELS = ['info', 'warn', 'error'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** The parts of the product that say something in the debug logs. */
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

/** How many entries are shown at once where nothing is said, and at most. */
export const DEFAULT_LIMIT = 200
export const LARGEST_LIMIT = 500

/** A search looks through the newest so many that fit otherwise, so that one for a word that nobody wrote ends soon too. */
export const MOST_SEARCHED = 200_000

export interface LogEntry {
  id: string
  at: Instant
  level: LogLevel
  area: string
  message: string
  metadata: Readonly<Record<string, unknown>>
  /** The request that ran while it was written; null where none did. */
  requestId: string | null
}

/** Which entries are meant; what is left out narrows nothing. */
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

/** The wanted number of entries within its limits (spec, section 5); the default where none is wanted. */
export function clampLimit(wanted: number | undefined): number {
  if (wanted === undefined || Number.isNaN(wanted)) return DEFAULT_LIMIT
  return Math.min(LARGEST_LIMIT, Math.max(1, Math.trunc(wanted)))
}
