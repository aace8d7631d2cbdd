import type { Instant } from '#domain/kernel/instant.ts'
import { type Result, accept, refuse } from '#domain/kernel/result.ts'
import type { Zone } from '#domain/kernel/zone.ts'

/** Minutes of a local day: `from` is included, `to` is not; 0 to 1440. */
export interface Window {
  from: number
  to: number
}

/** The hours in which a cap takes leads. `unknown` (nothing was written) restricts nothing. */
export type Hours = { kind: 'unknown' } | { kind: 'always' } | { kind: 'windows'; windows: Window[] }

export type HoursRefusal = { reason: 'hours.unreadable'; part: string } | { reason: 'hours.empty-window'; part: string }

export const END_OF_DAY = 24 * 60

const PART = /^(\d{1,2})(?::?(\d{2}))?\s*[-–—]\s*(\d{1,2})(?::?(\d{2}))?$/

/**
 * Parses hours as people write them (docs/rules.md, Days and hours): `09:00-17:00, 20:00-24:00`, `9-17`, `24/7`,
 * nothing. Windows that touch or overlap are merged, in order. A window over midnight stays as written.
 */
export function parseHours(text: string | null | undefined): Result<Hours, HoursRefusal> {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return accept({ kind: 'unknown' })
  if (/^24\s*\/\s*7$/.test(trimmed)) return accept({ kind: 'always' })
  const windows: Window[] = []
  for (const part of trimmed.split(',').map((piece) => piece.trim())) {
    const window = parseWindow(part)
    if (!window.ok) return window
    windows.push(window.value)
  }
  return accept(fromWindows(windows))
}

/**
 * The stored form: `09:00-17:00, 20:00-24:00`. Returns null for always on and for unknown; a flag tells these apart.
 */
export function formatHours(hours: Hours): string | null {
  if (hours.kind !== 'windows') return null
  return hours.windows.map((window) => `${formatMinutes(window.from)}-${formatMinutes(window.to)}`).join(', ')
}

/**
 * Whether a wall-clock minute (0 to 1439) lies in the hours. A window over midnight covers both ends of the same day.
 */
export function isOpen(hours: Hours, minutes: number): boolean {
  if (hours.kind !== 'windows') return true
  return hours.windows.some(({ from, to }) =>
    from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to,
  )
}

/** 545 is `09:05`, 1440 is `24:00`. */
export function formatMinutes(minutes: number): string {
  const pad = (value: number) => value.toString().padStart(2, '0')
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

function parseWindow(part: string): Result<Window, HoursRefusal> {
  const match = PART.exec(part)
  if (!match) return refuse({ reason: 'hours.unreadable', part })
  const from = toMinutes(match[1], match[2])
  const to = toMinutes(match[3], match[4])
  if (from === null || to === null) return refuse({ reason: 'hours.unreadable', part })
  if (from === to) return refuse({ reason: 'hours.empty-window', part })
  return from === END_OF_DAY ? refuse({ reason: 'hours.unreadable', part }) : accept({ from, to })
}

function toMinutes(hour = '', minute = '0'): number | null {
  const minutes = Number(hour) * 60 + Number(minute)
  return Number(minute) < 60 && minutes <= END_OF_DAY ? minutes : null
}

/** Merges windows that touch or overlap. The two ends of a day stay one window if somebody wrote one over midnight. */
function fromWindows(written: Window[]): Hours {
  const merged: Window[] = []
  for (const piece of written.flatMap(splitAtMidnight).toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && piece.from <= last.to) last.to = Math.max(last.to, piece.to)
    else merged.push({ ...piece })
  }
  const [first, last] = [merged[0], merged.at(-1)]
  if (first?.from === 0 && first.to === END_OF_DAY) return { kind: 'always' }
  const joins = first && last && first.from === 0 && last.to === END_OF_DAY && written.some(runsOverMidnight)
  if (!joins) return { kind: 'windows', windows: merged }
  return { kind: 'windows', windows: [...merged.slice(1, -1), { from: last.from, to: first.to }] }
}

function runsOverMidnight({ from, to }: Window): boolean {
  return to > 0 && to < from
}

/** A window as parts of its day from early to late. A window over midnight has two parts. */
export function splitAtMidnight({ from, to }: Window): Window[] {
  if (from < to) return [{ from, to }]
  const evening = { from, to: END_OF_DAY }
  return to === 0 ? [evening] : [{ from: 0, to }, evening]
}

/** `2026-11-21 14:32`, by the clock of a zone. */
export function formatLocal(instant: Instant, zone: Zone): string {
  const { day, minutes } = zone.localTimeOf(instant)
  return `${day} ${formatMinutes(minutes)}`
}
