import { addDays, type Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { covers, formatScope, isStandingAt, MAX_PAUSE_NOTE_LENGTH, type Pause, type PauseScope } from './pause.ts'

/** A pause or resumption of whole days, as a message asks for it. */
export interface PlannedAct extends PauseScope {
  act: 'pause' | 'resume'
  /** Its first day. */
  from: Day
  /** For a pause, the day on which traffic flows again; null means without a set end. */
  until: Day | null
  /** The words that asked for it. */
  note: string | null
}

/** Pauses as the resumptions among the acts, done now, leave them: a pause that they end before it begins is none. */
export function resumeAll(
  pauses: readonly Pause[],
  acts: readonly PlannedAct[],
  { zone, now }: { zone: Zone; now: Instant },
): Pause[] {
  return pauses.flatMap((pause) => {
    const [from] = acts.flatMap((act) => (act.act === 'resume' && covers(act, pause) ? [act.from] : [])).toSorted()
    if (from === undefined) return [pause]
    const start = zone.startOf(from)
    const at = start > now ? start : now
    if (!isStandingAt(pause, at)) return [pause]
    return pause.from < at ? [{ ...pause, until: at }] : []
  })
}

/** Acts in a few words: `pause BR`, `resume 2 geos`; empty if there are none. */
export function sayActs(acts: readonly PlannedAct[]): string[] {
  return (['pause', 'resume'] as const).flatMap((verb) => {
    const own = acts.filter(({ act }) => act === verb)
    const geos = new Set(own.map(({ geo }) => geo))
    const [only, ...others] = geos
    if (only === undefined) return []
    return [`${verb} ${others.length === 0 ? (only ?? 'all geos') : `${geos.size} geos`}`]
  })
}

/** The part of a message's reading that concerns pauses. */
export interface ActRow {
  action: string
  days: readonly Day[]
  geos: readonly string[]
  advertiserId: string | null
  sourceNumber: string
  quote: string
  /** For a pause: without a set end. */
  isEndless: boolean
  /** Values that the message leaves out: an advertiser and geo without a source means all sources. */
  assumed: readonly string[]
}

/** Turns rows into pauses and resumptions: consecutive days become one pause, and each place has one resumption. */
export function planActs(rows: readonly ActRow[]): PlannedAct[] {
  const acts = new Map<string, PlannedAct>()
  for (const { action, days, geos, advertiserId, quote, isEndless, ...row } of rows) {
    if (action !== 'pause' && action !== 'resume') continue
    const isOfAll = advertiserId !== null && row.assumed.includes('sourceNumber')
    const sourceNumber = isOfAll ? null : row.sourceNumber
    for (const geo of geos) {
      for (const { from, until } of spansOf(days, action === 'resume' || isEndless)) {
        const note = quote.slice(0, MAX_PAUSE_NOTE_LENGTH)
        const act = { act: action, geo, advertiserId, sourceNumber, from, until, note } as const
        const key = JSON.stringify([action, formatScope(act), action === 'pause' && from, until])
        const known = acts.get(key)
        if (!known || act.from < known.from) acts.set(key, act)
      }
    }
  }
  return [...acts.values()]
}

/** Runs of consecutive days. A pause without an end is one run from its first day on. */
function spansOf(days: readonly Day[], isEndless: boolean): { from: Day; until: Day | null }[] {
  const sorted = [...new Set(days)].toSorted()
  const [first] = sorted
  if (first === undefined) return []
  if (isEndless) return [{ from: first, until: null }]
  const spans: { from: Day; until: Day }[] = []
  for (const day of sorted) {
    const last = spans.at(-1)
    if (last?.until === day) last.until = addDays(day, 1)
    else spans.push({ from: day, until: addDays(day, 1) })
  }
  return spans
}
