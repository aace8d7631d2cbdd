import { type Cap, MAX_CAP } from '#domain/caps/cap.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { type Result, accept, refuse } from '#domain/kernel/result.ts'
import type { Suggestion, SuggestionAction, SuggestionEvidence, SuggestionSubject } from './suggestion.ts'

export type FitRefusal =
  | { reason: 'suggestion.over' }
  /** One of its caps was deleted. */
  | { reason: 'suggestion.cap-gone' }
  /** One of its caps was changed, or got more leads meanwhile than the suggestion would leave it. */
  | { reason: 'suggestion.changed' }

/** The caps of a suggestion after it is followed. None if only a person can act. */
export function planAction(
  { action, subject }: { action: SuggestionAction | null; subject: SuggestionSubject },
  caps: ReadonlyMap<string, Cap>,
  today: Day,
): Result<Cap[], FitRefusal> {
  if (subject.day < today) return refuse({ reason: 'suggestion.over' })
  if (action === null) return accept([])
  const standing = listCapIds(action).flatMap((id) => caps.get(id) ?? [])
  if (!standing.every((cap) => isAsSuggested(cap, subject, action))) return refuse({ reason: 'suggestion.changed' })
  switch (action.kind) {
    case 'set-cap':
      return setCap(caps.get(action.capId), action.from, action.to)
    case 'move': {
      const giving = setCap(caps.get(action.fromCapId), action.from, action.from - action.leads)
      if (!giving.ok) return giving
      const taking = setCap(caps.get(action.toCapId), action.to, action.to + action.leads)
      return taking.ok ? accept([...giving.value, ...taking.value]) : taking
    }
    case 'set-hours':
      return setHours(caps.get(action.capId), action.from, action.to)
  }
}

/** Whether a cap still has the place and partner of the suggestion. All caps of a gap have its source. */
function isAsSuggested(cap: Cap, subject: SuggestionSubject, action: SuggestionAction): boolean {
  if (!isAtPlace(cap, subject)) return false
  if (subject.capKind !== null && cap.kind !== subject.capKind) return false
  const isTaking = action.kind === 'move' && cap._id === action.toCapId
  const { advertiserId, sourceNumber } = isTaking
    ? { advertiserId: action.toAdvertiserId, sourceNumber: action.toSourceNumber }
    : subject
  if (sourceNumber !== null && cap.sourceNumber !== sourceNumber) return false
  return subject.capId === null || cap.advertiserId === advertiserId
}

/** Whether a cap is of the day and geo of a suggestion. */
export function isAtPlace(cap: Cap, { day, geo }: SuggestionSubject): boolean {
  return cap.date === day && (geo === null || foldGeo(cap.geo) === geo)
}

/** The caps that an action changes. */
export function listCapIds(action: SuggestionAction | null): string[] {
  if (action === null) return []
  return action.kind === 'move' ? [action.fromCapId, action.toCapId] : [action.capId]
}

function setCap(cap: Cap | undefined, from: number, to: number): Result<Cap[], FitRefusal> {
  if (!cap) return refuse({ reason: 'suggestion.cap-gone' })
  const isBelowDelivered = to < from && to < cap.actualCount
  if (cap.cap !== from || to < 0 || to > MAX_CAP || isBelowDelivered) return refuse({ reason: 'suggestion.changed' })
  return accept([{ ...cap, cap: to }])
}

function setHours(cap: Cap | undefined, from: string | null, to: string): Result<Cap[], FitRefusal> {
  if (!cap) return refuse({ reason: 'suggestion.cap-gone' })
  if (formatStoredHours(cap) !== from) return refuse({ reason: 'suggestion.changed' })
  return accept([{ ...cap, workingHours: to, alwaysOn: false }])
}

/** What became of an applied suggestion by the end of its day. */
export interface Outcome {
  /** Null if the day does not show it. */
  helped: boolean | null
  /** Leads that it brought. */
  leads: number
}

/** The day after it is over. */
export interface DayResult {
  /** Its caps, with their delivered leads. */
  caps: ReadonlyMap<string, Cap>
  /** Delivered leads of the suggestion's subject. */
  delivered: number
}

/** Narrower hours did no harm from this share of the usual leads on. */
const UNHARMED = 0.9

/**
 * Whether a followed suggestion helped. A raised cap got leads beyond its old number. A lowered cap stayed below its new
 * number, so nothing was missed. Moved leads came. A silent source came back. Null if the change was changed again or undone.
 */
export function judgeOutcome(
  { action, evidence, subject }: Pick<Suggestion, 'action' | 'evidence' | 'subject'>,
  { caps, delivered }: DayResult,
): Outcome {
  const find = (id: string) => {
    const cap = caps.get(id)
    return cap && isAtPlace(cap, subject) ? cap : null
  }
  switch (action?.kind) {
    case 'set-cap':
      return judgeCap(find(action.capId), action.from, action.to)
    case 'move': {
      if (find(action.fromCapId)?.cap !== action.from - action.leads) return UNKNOWN_OUTCOME
      return judgeCap(find(action.toCapId), action.to, action.to + action.leads)
    }
    case 'set-hours':
      return judgeHours(find(action.capId), action.to, evidence)
    case undefined:
      return judgeTaken(delivered, evidence)
  }
}

export const UNKNOWN_OUTCOME: Outcome = { helped: null, leads: 0 }

function judgeCap(cap: Cap | null, from: number, to: number): Outcome {
  if (cap?.cap !== to) return UNKNOWN_OUTCOME
  const delivered = cap.actualCount
  if (to < from) return { helped: delivered < to, leads: 0 }
  const leads = Math.max(0, Math.min(delivered, to) - from)
  return { helped: leads > 0, leads }
}

function judgeHours(cap: Cap | null, to: string, evidence: SuggestionEvidence): Outcome {
  const usual = evidence.kind === 'idle-hours' ? evidence.chart.usual.at(-1) : undefined
  if (cap === null || formatStoredHours(cap) !== to || usual === undefined) return UNKNOWN_OUTCOME
  return { helped: cap.actualCount >= usual * UNHARMED, leads: 0 }
}

function judgeTaken(delivered: number, evidence: SuggestionEvidence): Outcome {
  if (evidence.kind !== 'pace') return UNKNOWN_OUTCOME
  const leads = Math.max(0, delivered - evidence.delivered)
  return { helped: leads > 0, leads }
}

/** The sums of several outcomes, for one line. */
export interface OutcomeSum {
  applied: number
  helped: number
  leads: number
}

export function sumOutcomes(outcomes: readonly Outcome[]): OutcomeSum {
  return {
    applied: outcomes.length,
    helped: outcomes.filter(({ helped }) => helped === true).length,
    leads: outcomes.reduce((sum, { leads }) => sum + leads, 0),
  }
}
