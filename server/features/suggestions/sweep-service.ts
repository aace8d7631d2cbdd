import type { Instant } from '#domain/kernel/instant.ts'
import { decideSuggestions } from '#domain/suggestions/decide.ts'
import { findNextSweep, findReason, type SweepPlan, type SweepDecision } from '#domain/suggestions/sweep.ts'
import { LEAST_DAYS } from '#domain/suggestions/forecast-day.ts'
import { composeSentence, type NamedCap } from '#domain/sentences/suggestion.ts'
import type { Suggestion } from '#domain/suggestions/suggestion.ts'
import { MOST_TOLD } from '#domain/sentences/sweep.ts'
import type { WordingTask } from '#domain/suggestions/wording.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import { readInput, type InputDeps, type ReadInput } from './input-service.ts'
import { keepSweep, type MadeSweep } from './keep-service.ts'
import { findState } from './sweep-store.ts'
import type { Writer } from './wording-service.ts'

export interface SweepDeps extends InputDeps {
  clock: Clock
  writer: Writer
}

/**
 * Sweeps as long as it is time for one or somebody asked for one, on whichever node; when the next is due by the
 * interval, null where there is none. What was found is thrown away where another node was faster, so that each request
 * is answered once.
 */
export async function sweepAllDue(deps: SweepDeps, signal: AbortSignal): Promise<Instant | null> {
  for (;;) {
    const plan = planOf(await readSettings(deps.db))
    const state = await findState(deps.db)
    const now = deps.clock.now()
    const reason = findReason(plan, state, now)
    if (!reason || signal.aborted) return findNextSweep(plan, state, now)
    await sweep(deps, { reason, after: state.sweeps }, signal)
  }
}

function planOf(settings: Settings): SweepPlan {
  return {
    enabled: settings.aiSuggestionEnabled,
    intervalMinutes: settings.aiSuggestionIntervalMinutes,
    token: settings.aiSuggestionForceToken,
  }
}

async function sweep(
  deps: SweepDeps,
  { reason, after }: Pick<MadeSweep, 'reason' | 'after'>,
  signal: AbortSignal,
): Promise<void> {
  const at = deps.clock.now()
  const began = performance.now()
  const read = await readInput(deps, at)
  const decision = decideSuggestions({ ...read.input, forced: reason.cause === 'force' })
  const worded = await wordAll(deps.writer, read, decision.suggestions, signal)
  // Whoever takes over sweeps anew, rather than with half of its words.
  if (signal.aborted) return
  const made: MadeSweep = {
    reason,
    after,
    at,
    read,
    memory: decision.memory,
    hindrance: findHindrance(read, decision),
    milliseconds: Math.round(performance.now() - began),
    ...worded,
  }
  const kept = await keepSweep(deps, made)
  if (!kept) return deps.log.info({ event: 'suggestion.sweep' }, 'another node has swept already')
  const { hindrance, milliseconds } = made
  const counts = { caps: read.input.caps.length, tested: decision.tested, suggested: kept.suggested }
  deps.log.info(
    { event: 'suggestion.sweep', cause: reason.cause, ...counts, hindrance, milliseconds },
    `looked at ${counts.caps} caps, ${kept.suggested} new suggestions`,
  )
}

/** Those that a message will tell are worded by the model, where there is one. */
async function wordAll(
  writer: Writer,
  { input }: ReadInput,
  suggestions: readonly Suggestion[],
  signal: AbortSignal,
): Promise<Pick<MadeSweep, 'worded' | 'wording' | 'wordingFailure'>> {
  const caps = new Map<string, NamedCap>(input.caps.map((cap) => [cap._id, cap]))
  const tasks = suggestions.map((suggestion) => {
    const { action } = suggestion
    const changed = action?.kind === 'move' ? action.toCapId : action?.capId
    return composeSentence(suggestion, { today: input.now.day, target: caps.get(changed ?? '') ?? null })
  })
  const { templates, failure } = await writer.word(tasks.slice(0, MOST_TOLD), signal)
  const worded = suggestions.flatMap((suggestion, index) => {
    const task: WordingTask | undefined = tasks[index]
    return task ? [{ suggestion, template: templates[index] ?? task.template, facts: task.facts }] : []
  })
  const isModels = templates.some((template) => template !== null)
  return { worded, wording: isModels ? 'model' : 'template', wordingFailure: failure }
}

/** What keeps a sweep from saying anything, where that is no result. */
function findHindrance({ input, days }: ReadInput, { unknown }: SweepDecision): MadeSweep['hindrance'] {
  if (input.caps.length === 0) return 'no-caps'
  if (input.blind) return 'no-sync'
  const ofToday = input.caps.filter(({ date }) => date === input.now.day).length
  return days < LEAST_DAYS || (ofToday > 0 && unknown === ofToday) ? 'too-little-history' : null
}
