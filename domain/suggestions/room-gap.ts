import { sumPlanned } from '#domain/caps/aggregates.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { withoutHeld } from '#domain/caps/room.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { hoursOn } from '#domain/hours/stored-hours.ts'
import { isAtPlace } from './follow.ts'
import {
  NO_PARTS,
  type Candidate,
  type Suggestion,
  type SuggestionAction,
  type SuggestionSubject,
} from './suggestion.ts'
import { chanceOfAtLeast } from './course.ts'
import { computeWorth, countMinutesLeft, isHeld } from './seen-cap.ts'
import type { SweepInput } from './sweep.ts'

/** The smallest gap that is told, in leads and as a share of the larger side. */
const LEAST_LEADS = 5
const LEAST_SHARE = 0.2

/** Fewest open minutes left today, so that somebody can still close a gap of today. */
const LEAST_MINUTES = 120

/** Minutes since 00:00. Before this time tomorrow is still being planned. */
const TOMORROW_FROM = 15 * 60

/** The smallest chance that the leads do not close the gap by themselves. */
const LEAST_CHANCE = 0.6

/** The chance of a gap that only the plan shows, since the plan may still change. */
const PLANNED_CHANCE = 0.9

/** A source of a geo, or all of them (null). */
type Place = Pick<SuggestionSubject, 'day' | 'geo' | 'sourceNumber'>

/**
 * Finds what is sold to brokers and not bought, or the reverse: by geo, and by source if the whole geo has no gap. A place
 * has none if no cap of one kind takes leads there: its other side is not known, or is stopped on purpose.
 */
export function findGaps(input: GapInput & Pick<SweepInput, 'forecastOf'>): Candidate[] {
  const days = Map.groupBy(input.caps, ({ date }) => date)
  return [...days].flatMap(([day, ofDay]) =>
    [...Map.groupBy(ofDay, (cap) => foldGeo(cap.geo))].flatMap(([geo, caps]) => {
      const whole = findGap({ day, geo, sourceNumber: null }, { ...input, caps })
      if (whole) return [whole]
      const sources = Map.groupBy(caps, ({ sourceNumber }) => sourceNumber)
      return [...sources].flatMap(
        ([sourceNumber, own]) => findGap({ day, geo, sourceNumber }, { ...input, caps: own }) ?? [],
      )
    }),
  )
}

type GapInput = Pick<SweepInput, 'caps' | 'now' | 'pausedOf'>

/** The gap of a place. `caps` are those of the place. */
function findGap(place: Place, input: GapInput & Pick<SweepInput, 'forecastOf'>): Candidate | null {
  const { now, forecastOf } = input
  const taking = input.caps.filter((cap) => !isHeld(cap, input))
  const { broker, affiliate } = Object.groupBy(taking, (cap) => cap.kind)
  if (!broker || !affiliate || !isTime(place.day, taking, now)) return null
  const { sold, bought } = sumSides(input)
  const [kind, gap] = [findKind(sold, bought), Math.abs(sold - bought)]
  if (!kind) return null
  const { geo, sourceNumber } = place
  const forecast = place.day === now.day ? forecastOf({ geo, advertiserId: null, sourceNumber }) : null
  const reaches = forecast && chanceOfAtLeast(forecast, sold)
  const confidence = reaches === null ? PLANNED_CHANCE : kind === 'unsold' ? reaches : 1 - reaches
  if (confidence < LEAST_CHANCE) return null
  const [short, long] = kind === 'unsold' ? [broker, affiliate] : [affiliate, broker]
  return {
    suggestion: {
      kind,
      subject: { ...NO_PARTS, ...place },
      action: closeGap(taking, short, gap),
      evidence: { kind: 'room', sold, bought, delivered: forecast?.delivered ?? null },
      confidence,
      gain: { leads: gap, cents: computeWorth(gap, long) },
    },
    p: null,
  }
}

/** What is sold and bought at a place: of a cap that is paused to the end of its day only the leads that came. */
function sumSides(input: GapInput) {
  const { broker = [], affiliate = [] } = Object.groupBy(
    withoutHeld(input.caps, (cap) => isHeld(cap, input)),
    (cap) => cap.kind,
  )
  return { sold: sumPlanned(broker), bought: sumPlanned(affiliate) }
}

/**
 * Whether a suggestion to close a gap still holds: following it overshoots nothing, or without a button the gap is still worth
 * a word. True for other suggestions. `caps` may be those of other days and places too.
 */
export function isGapOpen(
  { kind, evidence, subject, action }: Pick<Suggestion, 'kind' | 'evidence' | 'subject' | 'action'>,
  input: GapInput,
): boolean {
  if (evidence.kind !== 'room') return true
  const { sourceNumber } = subject
  const caps = input.caps.filter(
    (cap) => isAtPlace(cap, subject) && (sourceNumber === null || cap.sourceNumber === sourceNumber),
  )
  const { sold, bought } = sumSides({ ...input, caps })
  if (action?.kind !== 'set-cap') return findKind(sold, bought) === kind
  const [short, long] = kind === 'unsold' ? [sold, bought] : [bought, sold]
  return short + action.to - action.from <= long
}

/** Null if the gap is too small to be told. */
function findKind(sold: number, bought: number): 'unsold' | 'unbought' | null {
  const gap = Math.abs(sold - bought)
  if (gap < LEAST_LEADS || gap < LEAST_SHARE * Math.max(sold, bought)) return null
  return sold > bought ? 'unbought' : 'unsold'
}

/**
 * Raises the only cap of the short side, if all caps of the place have its source. Null otherwise, because it is not clear
 * which cap should close the gap. A cap of 0 is closed on purpose.
 */
function closeGap(caps: readonly Cap[], short: readonly Cap[], gap: number): SuggestionAction | null {
  const [cap, another] = short
  if (!cap || another || cap.cap === 0) return null
  if (caps.some(({ sourceNumber }) => sourceNumber !== cap.sourceNumber)) return null
  return { kind: 'set-cap', capId: cap._id, from: cap.cap, to: cap.cap + gap }
}

function isTime(day: Day, caps: readonly Cap[], now: SweepInput['now']): boolean {
  if (day !== now.day) return now.minutes >= TOMORROW_FROM
  return caps.some((cap) => countMinutesLeft(hoursOn(cap, now.zone), now.minutes) >= LEAST_MINUTES)
}
