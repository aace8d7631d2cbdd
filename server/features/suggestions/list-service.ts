import type { Cap } from '#domain/caps/cap.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { isAsked } from '#domain/suggestions/sweep.ts'
import { listCapIds, planAction } from '#domain/suggestions/follow.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { readCapsByIds } from '#server/features/caps/standing-service.ts'
import { readSettings, readToday } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import type { Markup } from '#domain/markup/html.ts'
import { readStored, sayInHtml, type StoredSuggestion } from './content-service.ts'
import { listSuggestionsOf } from './store.ts'
import { findLastSweep, findState, type SweepRow } from './sweep-store.ts'

export type { SweepRow }

export interface ListDeps {
  db: Database
  clock: Clock
  log: Log
}

export interface ShownSuggestion extends StoredSuggestion {
  /** Whether it can still be applied. */
  fits: boolean
}

export interface SuggestionsOfDay {
  /** The first one that was asked for. */
  day: Day
  suggestions: ShownSuggestion[]
  lastSweep: SweepRow | null
  /** The last one that looked at this day. */
  sweepOfDay: SweepRow | null
  sweepPending: boolean
  settings: Settings
}

/** What was suggested for a day; for today and tomorrow, which sweeps look at, where none is named. */
export async function readSuggestionsOf(
  { db, clock, log }: ListDeps,
  asked: Day | undefined,
): Promise<SuggestionsOfDay> {
  const settings = await readSettings(db)
  const today = zoneOf(settings.timezone).dayOf(clock.now())
  const day = asked ?? today
  const days = asked ? [asked] : [today, addDays(today, 1)]
  const stored = await readStored(db, await listSuggestionsOf(db, days), log)
  return {
    day,
    suggestions: await judgeFit(db, stored, today),
    lastSweep: await findLastSweep(db),
    sweepOfDay: await findLastSweep(db, day),
    sweepPending: isAsked({ token: settings.aiSuggestionForceToken }, await findState(db)),
    settings,
  }
}

/** The sentences of those for a day and the next one that nobody has decided about, and that still fit; the last sweep first. */
export async function readOpenSentences(db: Database, today: Day): Promise<Markup[]> {
  const stored = await readStored(db, await listSuggestionsOf(db, [today, addDays(today, 1)]))
  const open = stored.filter(({ state }) => state === 'open')
  return (await judgeFit(db, open, today)).filter(({ fits }) => fits).map(sayInHtml)
}

export async function showSuggestion(
  { db, clock }: Pick<ListDeps, 'db' | 'clock'>,
  stored: StoredSuggestion,
): Promise<ShownSuggestion> {
  const [shown] = await judgeFit(db, [stored], await readToday({ db, clock }))
  return shown ?? { ...stored, fits: false }
}

async function judgeFit(db: Database, stored: readonly StoredSuggestion[], today: Day): Promise<ShownSuggestion[]> {
  const ids = stored.flatMap(({ suggestion }) => listCapIds(suggestion.action))
  const caps: ReadonlyMap<string, Cap> = ids.length === 0 ? new Map() : await readCapsByIds(db, ids)
  return stored.map((one) => ({ ...one, fits: planAction(one.suggestion, caps, today).ok }))
}
