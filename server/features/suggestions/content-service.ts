import { z } from 'zod'
import { type Cap, CAP_KINDS } from '#domain/caps/cap.ts'
import { withoutHeld } from '#domain/caps/room.ts'
import { formatMinutes } from '#domain/hours/working-hours.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { refuse, type Result } from '#domain/kernel/result.ts'
import { type LocalTime, type Zone, zoneOf } from '#domain/kernel/zone.ts'
import { escapeHtml, Markup } from '#domain/markup/html.ts'
import { createPausedOf } from '#domain/pauses/paused-caps.ts'
import { formatSweep, sweepKeyboard, type SweepMessage } from '#domain/sentences/sweep.ts'
import { type FitRefusal, type Outcome, planAction } from '#domain/suggestions/follow.ts'
import { createHasRoom } from '#domain/suggestions/fit-room.ts'
import { isGapOpen } from '#domain/suggestions/room-gap.ts'
import { isHeld, isStopped } from '#domain/suggestions/seen-cap.ts'
import {
  shapeSuggestion,
  type Suggestion,
  SUGGESTION_KINDS,
  SUGGESTION_STATES,
  type SuggestionState,
} from '#domain/suggestions/suggestion.ts'
import { isAsked } from '#domain/suggestions/sweep.ts'
import { fillWording } from '#domain/suggestions/wording.ts'
import { subjectOf } from '#server/features/caps/edit-service.ts'
import { findUndos, type Undo } from '#server/features/history/service.ts'
import { readLeft } from '#server/features/limits/service.ts'
import { KEPT_PAUSE } from '#server/features/pauses/service.ts'
import { readSettings, readZone } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { StoredDay } from '#platform/json.ts'
import type { Log } from '#platform/log.ts'
import type { Reply } from '#platform/telegram/commands.ts'
import { readCapsOf, readPausesAhead } from './learn-service.ts'
import {
  type DecidedBatch,
  type Decision,
  listSuggestions,
  type SuggestionRow,
  type Wanted,
  type WordedSuggestion,
} from './store.ts'
import { findLastSweep, findState, lockSweepMessage, type SweepRow } from './sweep-store.ts'

/** A suggestion as it was stored, and what became of it. */
export interface StoredSuggestion extends WordedSuggestion {
  id: string
  messageId: string | null
  state: SuggestionState
  createdAt: Instant
  decision: Decision | null
  outcome: Outcome | null
}

/** How the values of a suggestion are stored, each by its type. */
const { subject, actions, evidence } = shapeSuggestion({
  text: z.string(),
  textOrNull: z.string().nullable(),
  capKindOrNull: z.enum(CAP_KINDS).nullable(),
  day: StoredDay,
  geoOrNull: z.string().transform(foldGeo).nullable(),
  sourceOrNull: z.string().transform(foldSource).nullable(),
  count: z.int(),
  number: z.number(),
  numberOrNull: z.number().nullable(),
  quantiles: z.object({ p10: z.number(), p50: z.number(), p90: z.number() }),
  fullAt: z.object({ p10: z.number().nullable(), p50: z.number().nullable(), p90: z.number().nullable() }),
  chart: z.object({ usual: z.array(z.number()), came: z.array(z.number()) }),
})

const Content: z.ZodType<Suggestion> = z.object({
  kind: z.enum(SUGGESTION_KINDS),
  subject: z.object(subject),
  action: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('set-cap'), ...actions['set-cap'] }),
      z.object({ kind: z.literal('move'), ...actions.move }),
      z.object({ kind: z.literal('set-hours'), ...actions['set-hours'] }),
    ])
    .nullable(),
  evidence: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('pace'), ...evidence.pace }),
    z.object({ kind: z.literal('conversion'), ...evidence.conversion }),
    z.object({ kind: z.literal('room'), ...evidence.room }),
    z.object({ kind: z.literal('idle-hours'), ...evidence['idle-hours'] }),
    z.object({ kind: z.literal('halving'), ...evidence.halving }),
    z.object({ kind: z.literal('invalid'), ...evidence.invalid }),
  ]),
  confidence: z.number(),
  gain: z.object({ leads: z.number(), cents: z.custom<Cents>(Number.isSafeInteger).nullable() }),
})

const Row = z.object({
  content: Content,
  facts: z.record(z.string(), z.string()),
  state: z.enum(SUGGESTION_STATES),
  decidedIn: z.enum(['web', 'bot']).nullable(),
  batchKind: z.enum([...CAP_KINDS, 'pause']).nullable(),
  outcome: z.object({ helped: z.boolean().nullable(), leads: z.int() }).nullable(),
})

/**
 * Suggestions as they were stored. What another version wrote and this one cannot read is left out: it must not keep the
 * others from being seen. One whose commit stands taken back in the history of its caps was taken back; in those of
 * before that stands beside it too.
 */
export async function readStored(db: Database, rows: readonly SuggestionRow[], log?: Log): Promise<StoredSuggestion[]> {
  const stored = rows.flatMap((row) => parseRow(row, log) ?? [])
  const applied = stored.flatMap(({ state, decision }) => (state === 'applied' && decision?.batch) || [])
  const undos = new Map<string, Undo>()
  for (const [kind, batches] of Map.groupBy(applied, (batch) => batch.kind)) {
    const found = await findUndos(
      db,
      historyOf(kind),
      batches.map(({ id }) => id),
    )
    for (const [id, undo] of found) undos.set(id, undo)
  }
  return stored.map((one) => {
    const undo = undos.get(one.decision?.batch?.id ?? '')
    if (!undo || !one.decision) return one
    return { ...one, state: 'undone', decision: { ...one.decision, by: undo.actor, at: undo.at }, outcome: null }
  })
}

/** The history's name of what a decision changed. */
export function historyOf(kind: DecidedBatch['kind']): string {
  return kind === 'pause' ? KEPT_PAUSE.subject : subjectOf(kind)
}

/** The last sweep first, each in its order. */
export async function readSuggestions(db: Database, wanted: Wanted, log?: Log): Promise<StoredSuggestion[]> {
  return readStored(db, await listSuggestions(db, wanted), log)
}

function parseRow(row: SuggestionRow, log?: Log): StoredSuggestion | null {
  const { id, messageId, template, createdAt, decidedAt: at, decidedBy: by, batchId } = row
  const { data, error } = Row.safeParse(row)
  if (!data) {
    log?.warn({ event: 'suggestion.unreadable', id, err: error }, 'a suggestion cannot be read and is left out')
    return null
  }
  const { content: suggestion, facts, state, decidedIn: where, batchKind } = data
  const batch = batchId === null || batchKind === null ? null : { id: batchId, kind: batchKind }
  const decision = at === null || by === null || where === null ? null : { by, at, where, batch }
  // What was taken back later than the day after is no result any more.
  const outcome = state === 'applied' ? data.outcome : null
  return { id, messageId, suggestion, template, facts, state, createdAt, decision, outcome }
}

/** Its sentence for a message. */
function sayInHtml({ template, facts }: Pick<StoredSuggestion, 'template' | 'facts'>): Markup {
  return new Markup(fillWording(escapeHtml(template), facts, escapeHtml))
}

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

/** What was suggested for a day; for today and tomorrow, which sweeps look at, where none is named. */
export async function readSuggestionsOf({ db, clock, log }: ListDeps, asked: Day | undefined) {
  const settings = await readSettings(db)
  const now = zoneOf(settings.timezone).localTimeOf(clock.now())
  const day = asked ?? now.day
  const to = asked ?? addDays(now.day, 1)
  const stored = await readSuggestions(db, { from: day, to }, log)
  const fits = await readFit(db, stored, now)
  return {
    day,
    suggestions: stored.map((one) => ({ ...one, fits: fits(one) })),
    lastSweep: await findLastSweep(db),
    /** The last one that looked at this day. */
    sweepOfDay: await findLastSweep(db, day),
    sweepPending: isAsked(settings, await findState(db)),
    settings,
  }
}

/** Those for today and tomorrow that nobody has decided about, and that still fit; the last sweep first. */
export async function readOpen(db: Database, now: LocalTime): Promise<StoredSuggestion[]> {
  const open = await readSuggestions(db, { from: now.day, to: addDays(now.day, 1), state: 'open' })
  return open.filter(await readFit(db, open, now))
}

export async function readOpenSentences(db: Database, now: LocalTime): Promise<Markup[]> {
  return (await readOpen(db, now)).map(sayInHtml)
}

export async function showSuggestion(
  { db, clock }: Pick<ListDeps, 'db' | 'clock'>,
  stored: StoredSuggestion,
): Promise<ShownSuggestion> {
  const fits = await readFit(db, [stored], (await readZone(db)).localTimeOf(clock.now()))
  return { ...stored, fits: fits(stored) }
}

/** Tells of each of these whether it can still be applied, as caps and pauses stand now. */
export async function readFit(db: Database, stored: readonly StoredSuggestion[], now: LocalTime) {
  const plan = await readPlans(db, stored, now)
  return (one: StoredSuggestion) => plan(one).ok
}

/** Plans what each of these would make of its caps; refuses what no longer fits beside other caps, pauses and limits. */
export async function readPlans(db: Database, stored: readonly StoredSuggestion[], now: LocalTime) {
  const ahead = stored.map(({ suggestion }) => suggestion.subject.day).filter((day) => day >= now.day)
  const days = [...new Set(ahead)]
  const pauses = days.length === 0 ? [] : await readPausesAhead(db, now)
  const standing = { caps: await readCapsOf(db, days), now, pausedOf: createPausedOf(pauses, now.zone) }
  const caps = new Map(standing.caps.map((cap) => [cap._id, cap]))
  const hasRoom = createHasRoom({
    caps: withoutHeld(standing.caps, (cap) => isHeld(cap, standing)),
    limitsOf: await readLeft(db, days),
  })
  return ({ suggestion }: StoredSuggestion): Result<Cap[], FitRefusal> => {
    const planned = planAction(suggestion, caps, now.day)
    if (!planned.ok) return planned
    const isStill = !planned.value.some((cap) => isStopped(cap, standing)) && isGapOpen(suggestion, standing)
    return isStill && hasRoom(suggestion) ? planned : refuse({ reason: 'suggestion.changed' })
  }
}

/** The message of a sweep as it would be written now; null where it is not known any more. It is locked by that. */
export async function composeAnew(tx: Tx, messageId: string): Promise<Reply | null> {
  const message = await lockSweepMessage(tx, messageId)
  if (!message) return null
  const suggestions = await readSuggestions(tx, { messageId })
  return compose({ ...message, zone: await readZone(tx), suggestions, note: null })
}

interface SweepContent extends Pick<SweepMessage, 'more' | 'note'> {
  at: Instant
  zone: Zone
  suggestions: readonly StoredSuggestion[]
}

export function compose({ at, zone, suggestions, ...counted }: SweepContent): Reply {
  const sayTime = (instant: Instant) => formatMinutes(zone.minutesOf(instant))
  const told = suggestions.map((stored) => ({
    ...stored,
    sentence: sayInHtml(stored),
    foundAt: stored.createdAt === at ? null : sayTime(stored.createdAt),
  }))
  return {
    text: formatSweep({ ...counted, at: sayTime(at), suggestions: told }).source,
    parseMode: 'HTML',
    replyMarkup: sweepKeyboard(told),
  }
}
