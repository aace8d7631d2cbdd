import type { CapKind, CapTerms } from '#domain/caps/cap.ts'
import { type DayClock, roundProgress } from '#domain/caps/pace.ts'
import { countPausedMinutes, isEverTaking } from '#domain/hours/paused-time.ts'
import { hoursOn } from '#domain/hours/stored-hours.ts'
import { END_OF_DAY, formatHours } from '#domain/hours/working-hours.ts'
import type { PlannedPlace } from '#domain/pauses/paused-caps.ts'
import { html, joinLines, type Markup } from '#domain/markup/html.ts'

/** A cap for messages. */
export interface CapLine {
  geo: string
  /** The flag of its geo, if there is one. */
  flag: string | null
  /** The advertiser's name, else its id; null for an affiliate cap. */
  advertiser: string | null
  sourceNumber: string
  cap: number
  delivered: number
  /** `24/7`, windows, or null if unknown. */
  hours: string | null
}

const KINDS: Readonly<Record<CapKind, string>> = { broker: 'Broker caps', affiliate: 'Affiliate caps' }

export function titleOf(kind: CapKind): string {
  return KINDS[kind]
}

/** ` · paused 10:00-14:00`; ` · paused` if that is all that is open of its day, and empty if nothing of it is. */
export function sayPausedHours(cap: CapTerms & PlannedPlace, { zone, pausedOf }: DayClock): string {
  const [hours, windows] = [hoursOn(cap, zone), pausedOf?.(cap) ?? []]
  if (countPausedMinutes(hours, windows, END_OF_DAY) === 0) return ''
  return isEverTaking(hours, windows)
    ? ` · paused ${formatHours({ kind: 'windows', windows: [...windows] })}`
    : ' · paused'
}

/** Delivered of planned leads, `60%`: at most 100. */
export function formatShare(delivered: number, planned: number): string {
  return `${Math.min(100, roundProgress(delivered, planned))}%`
}

export function describeGeo({ geo, flag }: Pick<CapLine, 'geo' | 'flag'>): string {
  return flag === null ? geo : `${flag} ${geo}`
}

/** `🇩🇪 DE · Alpha · #44` */
export function describeCapLine(line: CapLine): Markup {
  const who = line.advertiser === null ? `#${line.sourceNumber}` : `${line.advertiser} · #${line.sourceNumber}`
  return html`${describeGeo(line)} · ${who}`
}

/** A list under a heading; null if it is empty. */
export function listUnder(heading: Markup, lines: readonly Markup[]): Markup | null {
  return lines.length === 0 ? null : joinLines([heading, ...lines])
}

/** The note of a late message. `dueAt`: `08:00`. */
export function sayLate(dueAt: string | null): Markup | null {
  return dueAt === null ? null : html`<i>Sent late: this was due at ${dueAt}.</i>`
}

/** A source in reports and statements, `#44`; `none` is the label for leads without a source. */
export function nameSource(source: string, none: 'no source' | 'No source'): string {
  return source === '' ? none : `#${source}`
}
