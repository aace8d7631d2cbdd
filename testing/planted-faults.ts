import type { Day } from '#domain/kernel/day.ts'
import type { Suggestion, SuggestionKind } from '#domain/suggestions/suggestion.ts'
import type { Deal, Fault, PlannedWorld } from './planned-worlds.ts'
import type { Told } from './suggestion-month.ts'

/** A fault, and what a suggestion must be to have found it. */
export interface Planted {
  fault: Fault
  kind: SuggestionKind
  /** Minutes of its first day from which on it could be found. */
  since: number
  isFoundBy(suggestion: Suggestion): boolean
}

/** Leads of a day below which a fault costs too little to be told. */
const LEAST_RATE = 15

const NOON = 12 * 60

/** So many faults of each kind, from a day on, each in a deal or place of its own. */
export function plantFaults({ deals }: PlannedWorld, day: Day, each: number): Planted[] {
  const short = 'G1'
  const stopped = new Set([...new Set(deals.map(({ sourceNumber }) => sourceNumber))].slice(0, each))
  const free = deals.flatMap((deal, index) =>
    deal.geo !== short && !stopped.has(deal.sourceNumber) && deal.rate >= LEAST_RATE ? [{ deal, index }] : [],
  )
  const take = (fits: (deal: Deal) => boolean) => {
    const taken = free.filter(({ deal }) => fits(deal)).slice(0, each)
    for (const one of taken) free.splice(free.indexOf(one), 1)
    return taken
  }
  return [
    ...take(endsInAWindow).map(({ deal, index }) => plantIdle(deal, index)),
    // A cap that is too low is about half of what usually comes. In geos of their own: where a cap is far too high, more is sold than bought, and none is raised.
    ...take(isOfEvenGeo).map(({ index }) => plantPlan(index, day, 0.4, 'raise')),
    ...take((deal) => !isOfEvenGeo(deal)).map(({ index }) => plantPlan(index, day, 2.5, 'lower')),
    ...take(({ crg }) => crg >= 700).map(({ deal, index }) => plantConversion(deal, index)),
    ...[...stopped].map((sourceNumber): Planted => ({
      fault: { kind: 'stopped', sourceNumber, day, fromMinutes: NOON },
      kind: 'silent',
      since: NOON,
      isFoundBy: ({ subject }) => subject.sourceNumber === sourceNumber && subject.day === day,
    })),
    {
      fault: { kind: 'bought', geo: short, from: day, times: 0.5 },
      kind: 'unbought',
      since: 0,
      isFoundBy: ({ subject }) => subject.geo === short,
    },
  ]
}

/** Minutes until each fault was told, by kind; null where it never was. */
export function measureDelays(
  planted: readonly Planted[],
  told: readonly Told[],
  start: Day,
): Map<SuggestionKind, (number | null)[]> {
  const delays = new Map<SuggestionKind, (number | null)[]>()
  for (const { kind, since, isFoundBy } of planted) {
    const first = told.find(({ suggestion }) => isKind(suggestion, kind) && isFoundBy(suggestion))
    const delay = first?.day === start ? first.minutes - since : first ? Number.POSITIVE_INFINITY : null
    delays.set(kind, [...(delays.get(kind) ?? []), delay])
  }
  return delays
}

/** A cap that needs more is raised, or given what another leaves. */
function isKind({ kind, action }: Suggestion, wanted: SuggestionKind): boolean {
  return kind === wanted || (wanted === 'raise' && action?.kind === 'move')
}

function plantPlan(deal: number, from: Day, times: number, kind: 'raise' | 'lower'): Planted {
  const isOf = (id: string | null | undefined) => id?.startsWith(`sold ${deal} `) ?? false
  return {
    fault: { kind: 'planned', deal, from, times },
    kind,
    since: 0,
    isFoundBy: ({ subject, action }) =>
      isOf(kind === 'raise' && action?.kind === 'move' ? action.toCapId : subject.capId),
  }
}

function plantConversion({ geo, advertiserId, sourceNumber }: Deal, deal: number): Planted {
  return {
    fault: { kind: 'converting', deal, times: 0.5 },
    kind: 'conversion',
    since: 0,
    isFoundBy: ({ subject }) =>
      subject.geo === geo && subject.advertiserId === advertiserId && subject.sourceNumber === sourceNumber,
  }
}

/** Nothing in the last two hours. */
function plantIdle({ place }: Deal, deal: number): Planted {
  const end = Number(place.hours.workingHours?.slice(-5, -3)) * 60
  return {
    fault: { kind: 'idle', deal, from: end - 120, to: end },
    kind: 'idle-hours',
    since: 0,
    isFoundBy: ({ subject }) => subject.capId?.startsWith(`sold ${deal} `) ?? false,
  }
}

function endsInAWindow({ place }: Deal): boolean {
  return place.hours.workingHours !== null
}

function isOfEvenGeo({ geo }: Deal): boolean {
  return Number(geo.slice(1)) % 2 === 0
}
