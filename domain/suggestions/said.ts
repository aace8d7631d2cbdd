import type { Day } from '#domain/kernel/day.ts'
import { formatSuggestionKey, type Suggestion, type SuggestionKind } from './suggestion.ts'
import type { Said } from './sweep.ts'

/** What changes from week to week only is not said again each day (SAID_DAYS). */
const WEEKLY: ReadonlySet<SuggestionKind> = new Set(['conversion', 'idle-hours'])

/** Days back that `said` must cover. */
export const SAID_DAYS = 7

/** What was said before, asked of what could be said now. */
export class SaidBefore {
  readonly #keys: ReadonlySet<string>
  readonly #weekly: ReadonlySet<string>
  readonly #caps: ReadonlySet<string>
  readonly #said: readonly Said[]

  constructor(said: readonly Said[], today: Day) {
    this.#said = said.filter(({ subject }) => subject.day >= today)
    this.#keys = new Set(said.map(formatSuggestionKey))
    this.#weekly = new Set(said.filter(({ kind }) => WEEKLY.has(kind)).map(formatWeeklyKey))
    this.#caps = new Set(this.#said.flatMap(listCaps))
  }

  /** The same, whatever became of it; or another one for a cap that something was said of. */
  has(suggestion: Suggestion): boolean {
    if (this.#keys.has(formatSuggestionKey(suggestion))) return true
    if (WEEKLY.has(suggestion.kind) && this.#weekly.has(formatWeeklyKey(suggestion))) return true
    return listCaps(suggestion).some((id) => this.#caps.has(id))
  }

  /** What was said for today and later. */
  list(): readonly Said[] {
    return this.#said
  }
}

/** Caps that a suggestion is about, and those that its button changes. */
export function listCaps({ subject: { capId }, action }: Said): string[] {
  const own = capId === null ? [] : [capId]
  if (action === null) return own
  return action.kind === 'move' ? [action.fromCapId, action.toCapId] : [...new Set([...own, action.capId])]
}

function formatWeeklyKey({ kind, subject: { capKind, geo, advertiserId, sourceNumber } }: Said): string {
  return JSON.stringify([kind, capKind, geo, advertiserId, sourceNumber])
}
