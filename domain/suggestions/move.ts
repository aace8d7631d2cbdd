import { brandNumber } from '#domain/kernel/brand.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import type { Suggestion, SuggestionAction } from './suggestion.ts'

type SetCap = Extract<SuggestionAction, { kind: 'set-cap' }>

interface Change {
  suggestion: Suggestion
  action: SetCap
}

/** What a raise comes to with what the other gives; null where it has no room for enough of it. */
export type FitNeed = (need: Suggestion, spare: Suggestion) => Suggestion | null

/**
 * Gives what one cap leaves empty to another of the same kind, geo and day that needs it: two suggestions become one.
 * Those that would lose most are helped first, by those that have most to give.
 */
export function matchMoves(
  suggestions: readonly Suggestion[],
  fitNeed: FitNeed,
  take: (move: Suggestion) => void,
): Suggestion[] {
  const needs = listChanges(suggestions, 'raise').toSorted((a, b) => b.suggestion.gain.leads - a.suggestion.gain.leads)
  const spares = new Set(
    listChanges(suggestions, 'lower').toSorted((a, b) => b.action.from - b.action.to - (a.action.from - a.action.to)),
  )
  const used = new Set<Suggestion>()
  const moves: Suggestion[] = []
  for (const { suggestion: need } of needs) {
    for (const spare of spares) {
      if (!isSamePlace(spare.suggestion, need)) continue
      const fitting = fitNeed(need, spare.suggestion)
      if (fitting?.action?.kind !== 'set-cap') continue
      const move = composeMove(spare, { suggestion: fitting, action: fitting.action })
      take(move)
      spares.delete(spare)
      used.add(spare.suggestion).add(need)
      moves.push(move)
      break
    }
  }
  return [...moves, ...suggestions.filter((suggestion) => !used.has(suggestion))]
}

/** What arrives is used in so far as it is needed: of what all of it would bring, the same share. */
function composeMove(spare: Change, need: Change): Suggestion {
  const wanted = need.action.to - need.action.from
  const leads = Math.min(spare.action.from - spare.action.to, wanted)
  const { gain } = need.suggestion
  const part = Math.min(leads, gain.leads)
  return {
    ...spare.suggestion,
    action: {
      kind: 'move',
      fromCapId: spare.action.capId,
      from: spare.action.from,
      toCapId: need.action.capId,
      to: need.action.from,
      toAdvertiserId: need.suggestion.subject.advertiserId,
      toSourceNumber: need.suggestion.subject.sourceNumber,
      leads,
    },
    confidence: Math.min(spare.suggestion.confidence, need.suggestion.confidence),
    gain: { leads: part, cents: takePart(gain, part) },
  }
}

function takePart({ leads, cents }: Suggestion['gain'], part: number): Cents | null {
  return cents === null || leads === 0 ? null : brandNumber(Number((BigInt(cents) * BigInt(part)) / BigInt(leads)))
}

function isSamePlace({ subject: one }: Suggestion, { subject: other }: Suggestion): boolean {
  return one.capKind === other.capKind && one.geo === other.geo && one.day === other.day
}

function listChanges(suggestions: readonly Suggestion[], kind: 'raise' | 'lower'): Change[] {
  return suggestions.flatMap((suggestion) =>
    suggestion.kind === kind && suggestion.action?.kind === 'set-cap'
      ? [{ suggestion, action: suggestion.action }]
      : [],
  )
}
