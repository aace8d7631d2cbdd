import { MAX_CAP, type Cap } from '#domain/caps/cap.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import { formatHours, parseHours } from '#domain/hours/working-hours.ts'
import type { Day } from '#domain/kernel/day.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import type { SuggestionAction, SuggestionSubject } from './suggestion.ts'

export type FitRefusal =
  | { reason: 'suggestion.over' }
  /** A cap of it was deleted. */
  | { reason: 'suggestion.cap-gone' }
  /** A cap of it was changed, or more came meanwhile than it would be left with. */
  | { reason: 'suggestion.changed' }

/** What following a suggestion makes of its caps as they stand; nothing where only a person can act. */
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

/** Whether a cap is where it was suggested, and whose; of a gap all caps are of its source. */
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
  const hours = parseHours(to)
  const isAsItWas = formatStoredHours(cap) === from || (cap.workingHours === null && from === null)
  if (!hours.ok || !isAsItWas) return refuse({ reason: 'suggestion.changed' })
  const { value } = hours
  return accept([{ ...cap, workingHours: formatHours(value), alwaysOn: value.kind === 'always' }])
}
