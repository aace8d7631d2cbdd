import { addMilliseconds, HOUR, type Instant } from '#domain/kernel/instant.ts'
import { composeSentence } from '#domain/sentences/suggestion.ts'
import { MOST_TOLD, sayNothing, type SweepHindrance } from '#domain/sentences/sweep.ts'
import { decideSuggestions } from '#domain/suggestions/decide.ts'
import { LEAST_DAYS } from '#domain/suggestions/forecast-day.ts'
import type { Suggestion } from '#domain/suggestions/suggestion.ts'
import { findNextSweep, findReason, type SweepDecision, type SweepReason } from '#domain/suggestions/sweep.ts'
import { enqueue } from '#server/features/outbox/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { tellWebhooks } from '#server/features/webhooks/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { compose, readFit, readOpen, readStored, readSuggestions, type StoredSuggestion } from './content-service.ts'
import { type InputDeps, readInput, type ReadInput } from './input-service.ts'
import { insertSuggestions, lockSuggestions, type WordedSuggestion } from './store.ts'
import {
  findState,
  insertSweep,
  insertSweepMessage,
  lockState,
  type NewSweep,
  saveState,
  type SweepRow,
} from './sweep-store.ts'
import type { Writer } from './wording-service.ts'

export interface SweepDeps extends InputDeps {
  writer: Writer
}

/**
 * Sweeps as long as it is time for one or somebody asked for one, on whichever node; when the next is due by the
 * interval, null where there is none. What was found is thrown away where another node was faster, so that each request
 * is answered once.
 */
export async function sweepAllDue(deps: SweepDeps, signal: AbortSignal): Promise<Instant | null> {
  for (;;) {
    const plan = await readSettings(deps.db)
    const state = await findState(deps.db)
    const now = deps.clock.now()
    const reason = findReason(plan, state, now)
    if (!reason || signal.aborted) return findNextSweep(plan, state, now)
    await sweep(deps, reason, state.sweeps, signal)
  }
}

/** `after`: how many sweeps there were when that was found. */
async function sweep(deps: SweepDeps, reason: SweepReason, after: number, signal: AbortSignal): Promise<void> {
  const at = deps.clock.now()
  const began = performance.now()
  const read = await readInput(deps, at)
  const decision = decideSuggestions({ ...read.input, forced: reason.cause === 'force' })
  const { worded, ...words } = await wordAll(deps.writer, read, decision.suggestions, signal)
  // Whoever takes over sweeps anew, rather than with half of its words.
  if (signal.aborted) return
  const row = {
    id: newId(),
    at,
    day: read.input.now.day,
    ...reason,
    caps: read.input.caps.length,
    days: read.days,
    hindrance: findHindrance(read, decision),
    ...words,
    milliseconds: Math.round(performance.now() - began),
  }
  const suggested = await keepSweep(deps, { after, read, memory: decision.memory, worded, row })
  if (suggested === null) return deps.log.info({ event: 'suggestion.sweep' }, 'another node has swept already')
  const { cause, caps, hindrance, milliseconds } = row
  deps.log.info(
    { event: 'suggestion.sweep', cause, caps, tested: decision.tested, suggested, hindrance, milliseconds },
    `looked at ${caps} caps, ${suggested} new suggestions`,
  )
}

/** Those that a message will tell are worded by the model, where there is one. */
async function wordAll(
  writer: Writer,
  { input: { caps, now } }: ReadInput,
  suggestions: readonly Suggestion[],
  signal: AbortSignal,
): Promise<Pick<SweepRow, 'wording' | 'wordingFailure'> & { worded: WordedSuggestion[] }> {
  const tasks = suggestions.map((suggestion) => {
    const { action } = suggestion
    const changed = action?.kind === 'move' ? action.toCapId : action?.capId
    const target = caps.find(({ _id }) => _id === changed) ?? null
    return { suggestion, ...composeSentence(suggestion, { today: now.day, target }) }
  })
  const { templates, failure } = await writer(tasks.slice(0, MOST_TOLD), signal)
  const worded = tasks.map((task, index) => ({ ...task, template: templates[index] ?? task.template }))
  const isModels = templates.some((template) => template !== null)
  return { worded, wording: isModels ? 'model' : 'template', wordingFailure: failure }
}

/** What keeps a sweep from saying anything, where that is no result. */
function findHindrance({ input, days }: ReadInput, { unknown }: SweepDecision): SweepHindrance | null {
  if (input.caps.length === 0) return 'no-caps'
  if (input.blind) return 'no-sync'
  const ofToday = input.caps.filter(({ date }) => date === input.now.day).length
  return days < LEAST_DAYS || (ofToday > 0 && unknown === ofToday) ? 'too-little-history' : null
}

/** What a sweep came to, before anybody knows of it. */
interface MadeSweep {
  after: number
  read: ReadInput
  memory: object
  worded: WordedSuggestion[]
  row: Omit<NewSweep, 'suggested'>
}

/**
 * Keeps a sweep, its suggestions and its message in one transaction, and with them that its request is answered. Returns how
 * many suggestions are new. Null, and nothing is kept, where there was another sweep since it was found to be time for this one.
 */
async function keepSweep({ db, clock }: SweepDeps, made: MadeSweep): Promise<number | null> {
  const { row, worded, memory } = made
  return db.transaction().execute(async (tx) => {
    const { sweeps, token } = await lockState(tx)
    if (sweeps !== made.after) return null
    const fresh = await insertSuggestions(tx, row, worded)
    await insertSweep(tx, { ...row, suggested: fresh.length })
    if (fresh.length > 0) await tellWebhooks(tx, clock, 'suggestion.made', () => fresh.map(dataOf))
    await post(tx, clock, made)
    await saveState(tx, { sweptAt: row.at, token: row.token ?? token, memory })
    await announce(tx, { topic: 'suggestions', days: null })
    return fresh.length
  })
}

function dataOf({ id, suggestion: { kind, subject } }: { id: string; suggestion: Suggestion }) {
  const { day, capId, capKind, geo, advertiserId, sourceNumber } = subject
  return { suggestionId: id, kind, day, capId, capKind, geo, advertiserId, sourceNumber }
}

/** A message is worth less by the hour: what it suggests is for today. */
const WORTH_READING = 2 * HOUR

/** Tells the summary group what is new; that there is nothing only where somebody asked. */
async function post(tx: Tx, clock: Clock, made: MadeSweep): Promise<void> {
  const { read, row } = made
  const { summaryGroupId: chatId } = await readSettings(tx)
  if (chatId === null) return
  const found = await lockToTell(tx, made)
  if (found.length === 0 && row.cause === 'interval') return
  const told = found.slice(0, MOST_TOLD)
  const more = found.length - told.length
  const note = told.length > 0 ? null : sayNothing({ ...row, open: (await readOpen(tx, read.input.now)).length })
  const { replyMarkup, ...message } = compose({ at: row.at, zone: read.input.now.zone, suggestions: told, more, note })
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
  const ids = told.map((suggestion) => suggestion.id)
  await insertSweepMessage(tx, { id, more, at: row.at }, ids)
}

/**
 * What the sweep found; for somebody who asked also what no message has told before, as while no group was set. Those are
 * held until the transaction ends: nobody decides about one between its reading and its message.
 */
async function lockToTell(tx: Tx, { read, row }: MadeSweep): Promise<StoredSuggestion[]> {
  // What is not known up to now is no time to tell what was found before.
  if (row.cause === 'interval' || read.input.blind) return readSuggestions(tx, { sweepId: row.id })
  const locked = await lockSuggestions(tx, { from: row.day, state: 'open', messageId: null })
  const untold = await readStored(tx, locked)
  return untold.filter(await readFit(tx, untold, read.input.now))
}
