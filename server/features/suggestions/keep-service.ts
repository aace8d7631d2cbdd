import { addMilliseconds, HOUR, type Instant } from '#domain/kernel/instant.ts'
import type { SweepReason } from '#domain/suggestions/sweep.ts'
import { planAction } from '#domain/suggestions/follow.ts'
import { formatSuggestionKey, type Suggestion } from '#domain/suggestions/suggestion.ts'
import { MOST_TOLD, sayNothing, type SweepHindrance } from '#domain/sentences/sweep.ts'
import { enqueue } from '#server/features/outbox/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { tellWebhooks } from '#server/features/webhooks/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { readStored, type StoredSuggestion } from './content-service.ts'
import type { ReadInput } from './input-service.ts'
import { compose } from './message-service.ts'
import { insertSuggestions, listSuggestionsOfSweep, lockUntoldFrom, placeSuggestions } from './store.ts'
import { insertSweep, insertSweepMessage, lockState, saveState, type SweepRow } from './sweep-store.ts'

/** What a sweep came to, before anybody knows of it. */
export interface MadeSweep {
  reason: SweepReason
  /** How many sweeps there were when that was found. */
  after: number
  at: Instant
  read: ReadInput
  memory: object
  hindrance: SweepHindrance | null
  worded: { suggestion: Suggestion; template: string; facts: Readonly<Record<string, string>> }[]
  wording: 'template' | 'model'
  wordingFailure: string | null
  milliseconds: number
}

interface KeepDeps {
  db: Database
  clock: Clock
}

/**
 * Keeps a sweep, its suggestions and its message in one transaction, and with them that its request is answered. Null,
 * and nothing is kept, where there was another sweep since it was found to be time for this one.
 */
export async function keepSweep({ db, clock }: KeepDeps, made: MadeSweep): Promise<{ suggested: number } | null> {
  return db.transaction().execute(async (tx) => {
    const { sweeps, token } = await lockState(tx)
    if (sweeps !== made.after) return null
    const row = await insertAll(tx, clock, made)
    await post(tx, clock, made, row)
    await saveState(tx, { sweptAt: made.at, token: made.reason.token ?? token, memory: made.memory })
    await announce(tx, { topic: 'suggestions', days: null })
    return { suggested: row.suggested }
  })
}

async function insertAll(tx: Tx, clock: Clock, made: MadeSweep): Promise<SweepRow> {
  const { reason, at, read, hindrance, wording, wordingFailure, milliseconds, worded } = made
  const id = newId()
  const suggestions = worded.map(({ suggestion, template, facts }, position) => ({
    id: newId(),
    key: formatSuggestionKey(suggestion),
    sweepId: id,
    position,
    kind: suggestion.kind,
    day: suggestion.subject.day,
    content: suggestion,
    template,
    facts,
    createdAt: at,
  }))
  const inserted = await insertSuggestions(tx, suggestions)
  const row = {
    id,
    at,
    day: read.input.now.day,
    cause: reason.cause,
    caps: read.input.caps.length,
    days: read.days,
    suggested: inserted.size,
    hindrance,
    wording,
    wordingFailure,
  }
  await insertSweep(tx, { ...row, token: reason.token, milliseconds })
  const fresh = suggestions.filter((suggestion) => inserted.has(suggestion.id))
  if (fresh.length > 0) await tellWebhooks(tx, clock, 'suggestion.made', () => fresh.map(dataOf))
  return row
}

function dataOf({ id, kind, content: { subject } }: { id: string; kind: string; content: Suggestion }) {
  const { day, capId, capKind, geo, advertiserId, sourceNumber } = subject
  return { suggestionId: id, kind, day, capId, capKind, geo, advertiserId, sourceNumber }
}

/** A message is worth less by the hour: what it suggests is for today. */
const WORTH_READING = 2 * HOUR

/** Tells the summary group what is new; that there is nothing only where somebody asked. */
async function post(tx: Tx, clock: Clock, made: MadeSweep, row: SweepRow): Promise<void> {
  const { summaryGroupId: chatId } = await readSettings(tx)
  if (chatId === null) return
  const found = await lockToTell(tx, made, row.id)
  if (found.length === 0 && made.reason.cause === 'interval') return
  const told = found.slice(0, MOST_TOLD)
  const { replyMarkup, ...message } = compose({
    at: made.at,
    zone: made.read.zone,
    suggestions: told,
    more: found.length - told.length,
    note:
      told.length > 0
        ? null
        : sayNothing({ hindrance: made.hindrance, caps: row.caps, days: row.days, open: countOpen(made) }),
  })
  const id = await enqueue(tx, clock, {
    kind: 'suggestion',
    chatId,
    ...message,
    ...(told.length > 0 && { replyMarkup }),
    linkPreview: false,
    dedupeKey: `suggestions:${row.id}`,
    expiresAt: addMilliseconds(clock.now(), WORTH_READING),
  })
  if (id === null || told.length === 0) return
  await insertSweepMessage(tx, { id, sweepId: row.id, chatId, more: found.length - told.length, at: made.at })
  await placeSuggestions(
    tx,
    told.map((suggestion) => suggestion.id),
    id,
  )
}

/**
 * What the sweep found; for somebody who asked also what no message has told before, as while no group was set. Those are
 * held until the transaction ends: nobody decides about one between its reading and its message.
 */
async function lockToTell(tx: Tx, { reason, read }: MadeSweep, sweepId: string): Promise<StoredSuggestion[]> {
  // What is not known up to now is no time to tell what was found before.
  if (reason.cause === 'interval' || read.input.blind) {
    return readStored(tx, await listSuggestionsOfSweep(tx, sweepId))
  }
  const untold = await readStored(tx, await lockUntoldFrom(tx, read.input.now.day))
  return untold.filter(isOpenIn(read))
}

/** Of earlier suggestions: those that can still be followed. */
function countOpen({ read }: MadeSweep): number {
  return read.standing.filter(isOpenIn(read)).length
}

function isOpenIn({ input: { caps, now } }: ReadInput): (stored: StoredSuggestion) => boolean {
  const byId = new Map(caps.map((cap) => [cap._id, cap]))
  return ({ state, suggestion }) => state === 'open' && planAction(suggestion, byId, now.day).ok
}
