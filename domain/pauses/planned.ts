import { addDays, type Day } from '#domain/kernel/day.ts'
import { formatScope, MAX_PAUSE_NOTE_LENGTH, type PauseScope } from './pause.ts'

/** Traffic that a message stops, or lets flow again, on whole days. */
export interface PlannedAct extends PauseScope {
  act: 'pause' | 'resume'
  /** The first day of it. */
  from: Day
  /** Of a pause the day on which traffic flows again; null: until somebody ends it. */
  until: Day | null
  /** The words that asked for it. */
  note: string | null
}

/** `pause BR`, `resume 2 geos`: what acts do, in a few words; empty where there are none. */
export function sayActs(acts: readonly PlannedAct[]): string[] {
  return (['pause', 'resume'] as const).flatMap((verb) => {
    const own = acts.filter(({ act }) => act === verb)
    const geos = new Set(own.map(({ geo }) => geo))
    const [only, ...others] = geos
    if (only === undefined) return []
    return [`${verb} ${others.length === 0 ? (only ?? 'all geos') : `${geos.size} geos`}`]
  })
}

/** What is read of a message, as far as it is about a pause. */
export interface ActRow {
  action: string
  days: readonly Day[]
  geos: readonly string[]
  advertiserId: string | null
  sourceNumber: string
  quote: string
  /** Of a pause: until somebody ends it. */
  isEndless: boolean
  /** What was not said: an advertiser's geo without a source is that of all of them. */
  assumed: readonly string[]
}

/** Pauses and resumptions of rows: days that follow each other are one pause, and of one place there is one resumption. */
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

/** Runs of days without a gap; what has no end is one from its first day on. */
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
