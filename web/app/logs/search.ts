import { parseDay } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { LOG_LEVELS, type LogLevel } from '#domain/logs/entry.ts'
import { PERIODS, type LogView, type Period } from '#web/features/logs/api.ts'
import { readWord } from '../read-word.ts'

/** What the address says of the logs. Times are wall clocks of the configured zone, `2026-11-21T10:00`. */
export interface LogSearch {
  search?: string
  area?: string
  level?: LogLevel
  request?: string
  time?: Period | 'custom'
  from?: string
  to?: string
  live?: true
}

const WORDS = ['search', 'area', 'request'] as const
const WALL_CLOCK = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/

export function readLogSearch(raw: Record<string, unknown>): LogSearch {
  const { from, to, time, live } = raw
  const level = LOG_LEVELS.find((known) => known === raw['level'])
  const period = time === 'custom' ? time : PERIOD_NAMES.find((known) => known === time)
  return {
    ...Object.fromEntries(WORDS.flatMap((name) => readWord(name, raw[name]))),
    ...(level && { level }),
    ...(period && { time: period }),
    ...(period === 'custom' && isWallClock(from) && { from }),
    ...(period === 'custom' && isWallClock(to) && { to }),
    ...(live === true && { live }),
  }
}

const PERIOD_NAMES: readonly Period[] = Object.keys(PERIODS).flatMap((name) => (isPeriod(name) ? [name] : []))

function isPeriod(name: string): name is Period {
  return name in PERIODS
}

function isWallClock(value: unknown): value is string {
  return typeof value === 'string' && WALL_CLOCK.test(value)
}

export function viewOf({ search, area, level, request, time, from, to }: LogSearch, zone: Zone): LogView {
  const [start, end] = [instantOf(from, zone), instantOf(to, zone)]
  return {
    ...(search && { search }),
    ...(area && { area }),
    ...(level && { level }),
    ...(request && { requestId: request }),
    ...(time && time !== 'custom' && { period: time }),
    ...(start !== null && { from: start }),
    ...(end !== null && { to: end }),
  }
}

/** The instant at which a zone's clock shows this; null where nothing, or nothing that there is, was typed. */
function instantOf(text: string | undefined, zone: Zone): Instant | null {
  const [, date = '', hour, minute] = WALL_CLOCK.exec(text ?? '') ?? []
  const day = parseDay(date)
  if (!day) return null
  return zone.instantAt({ day, minutes: Number(hour) * 60 + Number(minute) })
}
