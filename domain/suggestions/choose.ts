import type { Day } from '#domain/kernel/day.ts'
import { listCapIds } from './follow.ts'
import { type Suggestion, type SuggestionKind, type SuggestionSubject, formatSuggestionKey } from './suggestion.ts'
import type { Said } from './sweep.ts'

/** Keeps the most useful of several suggestions about the same thing. `before`: what was said of these days already. */
export function choose(suggestions: readonly Suggestion[], before: readonly Said[]): Suggestion[] {
  const chosen: Suggestion[] = []
  for (const suggestion of suggestions.toSorted(byUse)) {
    const others = [...before, ...chosen]
    if (!others.some((other) => makesNeedless(other, suggestion))) chosen.push(suggestion)
  }
  return chosen
}

/**
 * Drops suggestions to lower a cap that stays empty only because its source is silent. This comes before moves are matched:
 * leads that do not come cannot be moved, and the cap that will be full must still be raised.
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

/** Whether a suggestion only follows from a silent source. */
function isExplained({ kind, subject }: Suggestion, silent: SuggestionSubject): boolean {
  if (kind !== 'lower' && kind !== 'silent') return false
  const isSameSource = subject.day === silent.day && subject.sourceNumber === silent.sourceNumber
  return isSameSource && (silent.geo === null || silent.geo === subject.geo)
}

/** A gap is not told if another suggestion closes at least this share of it. */
const MOST = 0.5

/** Whether a suggestion closes most of a gap: it sells more or buys less where more is bought than sold, or the reverse. */
function closesGap({ kind, subject, action }: Said, gap: Suggestion): boolean {
  if (gap.kind !== 'unsold' && gap.kind !== 'unbought') return false
  if (action?.kind !== 'set-cap' || subject.capKind === null) return false
  if (subject.day !== gap.subject.day || subject.geo !== gap.subject.geo) return false
  if (Math.abs(action.to - action.from) < gap.gain.leads * MOST) return false
  const sellsMore = (kind === 'raise') === (subject.capKind === 'broker')
  return sellsMore === (gap.kind === 'unsold')
}

/** These change slowly, so each is said once in SAID_DAYS days. */
const WEEKLY: ReadonlySet<SuggestionKind> = new Set(['conversion', 'idle-hours'])

/** Days back that `said` must cover. */
export const SAID_DAYS = 7

/** Whether a suggestion was said before, whatever became of it, or something else was said of one of its caps. */
export function createIsSaid(said: readonly Said[], today: Day): (suggestion: Suggestion) => boolean {
  const keys = new Set(said.map(formatSuggestionKey))
  const weekly = new Set(said.filter(({ kind }) => WEEKLY.has(kind)).map(formatWeeklyKey))
  const caps = new Set(said.filter(({ subject }) => subject.day >= today).flatMap(listCaps))
  return (suggestion) =>
    keys.has(formatSuggestionKey(suggestion)) ||
    (WEEKLY.has(suggestion.kind) && weekly.has(formatWeeklyKey(suggestion))) ||
    listCaps(suggestion).some((id) => caps.has(id))
}

/** Caps that a suggestion is about, and those that its button changes. */
export function listCaps({ subject: { capId }, action }: Said): string[] {
  return [...new Set([...(capId === null ? [] : [capId]), ...listCapIds(action)])]
}

function formatWeeklyKey({ kind, subject: { capKind, geo, advertiserId, sourceNumber } }: Said): string {
  return JSON.stringify([kind, capKind, geo, advertiserId, sourceNumber])
}
