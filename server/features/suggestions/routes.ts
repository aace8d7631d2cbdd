import { z } from 'zod/mini'
import {
  DayForecast,
  type DayForecastWire,
  SuggestionContent,
  type SuggestionDay,
  type SuggestionWire,
} from '#contract/suggestion-days.ts'
import type { suggestionCalls } from '#contract/suggestions.ts'
import { suggestionTexts } from '#contract/texts/suggestions.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { describeOutcome, labelAction } from '#domain/sentences/suggestion.ts'
import { sayNothing, type SuggestionAct } from '#domain/sentences/sweep.ts'
import type { FullAt } from '#domain/suggestions/forecast.ts'
import type { HitRates } from '#domain/suggestions/hit-rate.ts'
import { pausableOf } from '#domain/suggestions/suggestion.ts'
import { fillWording } from '#domain/suggestions/wording.ts'
import { type Handlers, problem, type Refusal, type SignedInCaller } from '#platform/http/reply.ts'
import {
  type ListDeps,
  readSuggestionsOf,
  type ShownSuggestion,
  showSuggestion,
  type StoredSuggestion,
  type SweepRow,
} from './content-service.ts'
import { decideOnWeb, type DecideRefusal, type RequestDeps, requestSweep } from './decide-service.ts'
import { recallHitRates } from './follow-service.ts'
import { type DayForecast as ShownForecast, type ForecastDeps, readDayForecast } from './forecast-service.ts'

const words = suggestionTexts

export type SuggestionRouteDeps = ForecastDeps & RequestDeps & ListDeps

export function suggestionRoutes(deps: SuggestionRouteDeps): Handlers<typeof suggestionCalls> {
  const decide = async (act: SuggestionAct, id: string, { member, log }: SignedInCaller) => {
    const decided = await decideOnWeb(deps, { actor: member, id, act })
    if (!decided.ok) return refuseDecision(decided)
    log.info({ event: 'suggestion.decided', id, act, by: decided.value.decision?.by }, `suggestion: ${act}`)
    return { status: 200 as const, body: present(await showSuggestion(deps, decided.value)) }
  }
  return {
    async list({ query }) {
      const { day, suggestions, lastSweep, sweepOfDay, sweepPending, settings } = await readSuggestionsOf(
        deps,
        query.date,
      )
      return {
        status: 200,
        body: {
          date: day,
          suggestions: suggestions.map(present),
          lastSweep: lastSweep && presentSweep(lastSweep),
          sweepPending,
          enabled: settings.aiSuggestionEnabled,
          isTold: settings.summaryGroupId !== null,
          intervalMinutes: settings.aiSuggestionIntervalMinutes,
          why: suggestions.length > 0 ? null : explainEmptyDay(sweepOfDay, settings.aiSuggestionEnabled),
        },
      }
    },
    async sweep(_received, { member }) {
      return { status: 202, body: { requestedAt: await requestSweep(deps, member) } }
    },
    apply: ({ params }, caller) => decide('apply', params.id, caller),
    pause: ({ params }, caller) => decide('pause', params.id, caller),
    dismiss: ({ params }, caller) => decide('dismiss', params.id, caller),
    undo: ({ params }, caller) => decide('undo', params.id, caller),
    async forecast({ params }) {
      const found = await readDayForecast(deps, params.date)
      if (found.ok) {
        const hitRates = await recallHitRates(deps, params.date)
        return { status: 200, body: presentForecast(found.value, hitRates) }
      }
      const at = formatInstant(deps.clock.now())
      const { reason } = found
      const why = { reason, sentence: words.noForecast[reason] }
      return { status: 200, body: { ...EMPTY, date: params.date, at, why } }
    },
  }
}

function refuseDecision(refusal: DecideRefusal): Refusal {
  const isSettled = refusal.reason === 'suggestion.settled'
  const message = isSettled ? words.settled(refusal.state, refusal.by) : words.refusals[refusal.reason]
  switch (refusal.reason) {
    case 'suggestion.forbidden':
      return problem(403, message)
    case 'suggestion.gone':
    case 'suggestion.not-here':
      return problem(404, message)
    default:
      return problem(409, message)
  }
}

function present(shown: ShownSuggestion): SuggestionWire {
  const { id, state, fits, createdAt, suggestion, outcome } = shown
  return {
    ...z.encode(SuggestionContent, suggestion),
    id,
    state,
    sentence: fillWording(shown.template, shown.facts),
    applyLabel: labelAction(suggestion.action),
    canPause: pausableOf(suggestion) !== null,
    fits,
    suggestedAt: formatInstant(createdAt),
    decision: presentDecision(shown),
    outcome: outcome && { ...outcome, sentence: describeOutcome(suggestion, outcome) },
  }
}

function presentDecision({ decision }: StoredSuggestion) {
  if (!decision) return null
  const { by, at, where, batch } = decision
  return { by, at: formatInstant(at), where, batchId: batch?.id ?? null }
}

/** Why a day has no suggestions, by the last sweep that looked at it. */
function explainEmptyDay(sweep: SweepRow | null, enabled: boolean): SuggestionDay['why'] {
  if (sweep) return { reason: sweep.hindrance ?? 'nothing', sentence: sayNothing({ ...sweep, open: 0 }) }
  return enabled ? { reason: 'not-yet', sentence: words.notYet } : { reason: 'off', sentence: words.off }
}

function presentSweep({ id, at, cause, caps, suggested, wording, wordingFailure }: SweepRow) {
  return { id, at: formatInstant(at), cause, caps, suggested, wording, wordingFailure }
}

const EMPTY = { days: 0, hitRates: null, caps: [], all: null, byGeo: [], byBroker: [], bySource: [] }

/** Instants are written one by one. */
const Encoded = z.omit(DayForecast, { at: true })

function presentForecast({ day, at, ...found }: ShownForecast, hitRates: HitRates): DayForecastWire {
  const why = found.all === null ? { reason: 'too-little-history' as const, sentence: words.tooLittleHistory } : null
  const caps = found.caps.map(({ planned, fullAt, ...cap }) => ({
    ...cap,
    // A full cap is filled no more, and nobody waits for one of 0 to be.
    fullAt: cap.delivered < planned ? presentFullAt(fullAt) : null,
  }))
  return { ...z.encode(Encoded, { ...found, date: day, why, hitRates, caps }), at: formatInstant(at) }
}

function presentFullAt(fullAt: FullAt): FullAt | null {
  return fullAt.p10 === null && fullAt.p50 === null && fullAt.p90 === null ? null : fullAt
}
