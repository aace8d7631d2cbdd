import { listCaps } from './said.ts'
import type { Suggestion, SuggestionSubject } from './suggestion.ts'
import type { Said } from './sweep.ts'

/** Of several that are about the same, the most useful; `before` are those that were said of these days already. */
export function choose(suggestions: readonly Suggestion[], before: readonly Said[]): Suggestion[] {
  const chosen: Suggestion[] = []
  for (const suggestion of suggestions.toSorted(byUse)) {
    const others = [...before, ...chosen]
    if (!others.some((other) => makesNeedless(other, suggestion))) chosen.push(suggestion)
  }
  return chosen
}

/**
 * Without what stays empty because its source is silent: before moves are matched, since leads of such a cap are nobody's
 * to move, and a cap that will be full is to be raised all the same.
 */
export function dropExplained(suggestions: readonly Suggestion[], before: readonly Said[]): Suggestion[] {
  const silent = [...before, ...suggestions].filter(({ kind }) => kind === 'silent')
  return suggestions.filter(
    (suggestion) => suggestion.kind !== 'lower' || !silent.some(({ subject }) => isExplained(suggestion, subject)),
  )
}

/** A silent source explains what its caps miss, so it goes first; then what brings most. */
function byUse(one: Suggestion, other: Suggestion): number {
  return (
    rankOf(one) - rankOf(other) ||
    (other.gain.cents ?? 0) - (one.gain.cents ?? 0) ||
    other.gain.leads * other.confidence - one.gain.leads * one.confidence
  )
}

function rankOf({ kind, subject }: Suggestion): number {
  if (kind === 'silent') return subject.geo === null ? 0 : 1
  return kind === 'unsold' || kind === 'unbought' ? 3 : 2
}

function makesNeedless(other: Said, suggestion: Suggestion): boolean {
  const caps = new Set(listCaps(other))
  if (listCaps(suggestion).some((id) => caps.has(id))) return true
  if (other.kind === 'silent') return isExplained(suggestion, other.subject)
  return closesGap(other, suggestion)
}

/** What stays empty because its source is silent. */
function isExplained({ kind, subject }: Suggestion, silent: SuggestionSubject): boolean {
  if (kind !== 'lower' && kind !== 'silent') return false
  const isSameSource = subject.day === silent.day && subject.sourceNumber === silent.sourceNumber
  return isSameSource && (silent.geo === null || silent.geo === subject.geo)
}

/** Most of a gap must be closed for it to be worth no word of its own. */
const MOST = 0.5

/** More sold, or less bought, of a place where more is bought than sold; and the other way round. */
function closesGap({ kind, subject, action }: Said, gap: Suggestion): boolean {
  if (gap.kind !== 'unsold' && gap.kind !== 'unbought') return false
  if (action?.kind !== 'set-cap' || subject.capKind === null) return false
  if (subject.day !== gap.subject.day || subject.geo !== gap.subject.geo) return false
  if (Math.abs(action.to - action.from) < gap.gain.leads * MOST) return false
  const sellsMore = (kind === 'raise') === (subject.capKind === 'broker')
  return sellsMore === (gap.kind === 'unsold')
}
