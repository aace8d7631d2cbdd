import { sumPlanned } from '#domain/caps/aggregates.ts'
import type { Cap } from '#domain/caps/cap.ts'
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
import { computeWorth, countMinutesLeft, listFlowing } from './seen-cap.ts'
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
 * with caps of one kind only has none, because its other side is not known.
 */
export function findGaps(input: Pick<SweepInput, 'caps' | 'now' | 'forecastOf'>): Candidate[] {
  const days = Map.groupBy(input.caps, ({ date }) => date)
  return [...days].flatMap(([day, ofDay]) =>
    [...Map.groupBy(ofDay, (cap) => foldGeo(cap.geo))].flatMap(([geo, caps]) => {
      const whole = findGap({ day, geo, sourceNumber: null }, caps, input)
      if (whole) return [whole]
      const sources = Map.groupBy(caps, ({ sourceNumber }) => sourceNumber)
      return [...sources].flatMap(([sourceNumber, own]) => findGap({ day, geo, sourceNumber }, own, input) ?? [])
    }),
  )
}

function findGap(
  place: Place,
  caps: readonly Cap[],
  { now, forecastOf }: Pick<SweepInput, 'now' | 'forecastOf'>,
): Candidate | null {
  const { broker, affiliate, sold, bought } = sumSides(caps)
  if (broker.length === 0 || affiliate.length === 0 || !isTime(place.day, caps, now)) return null
  const gap = Math.abs(sold - bought)
  if (gap < LEAST_LEADS || gap < LEAST_SHARE * Math.max(sold, bought)) return null
  const kind = sold > bought ? 'unbought' : 'unsold'
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
      action: closeGap(caps, short, gap),
      evidence: { kind: 'room', sold, bought, delivered: forecast?.delivered ?? null },
      confidence,
      gain: { leads: gap, cents: computeWorth(gap, long) },
    },
    p: null,
  }
}

function sumSides(caps: readonly Cap[]) {
  const { broker = [], affiliate = [] } = Object.groupBy(caps, (cap) => cap.kind)
  return { broker, affiliate, sold: sumPlanned(broker), bought: sumPlanned(affiliate) }
}

/**
 * Whether as much is sold and bought as a suggestion to close a gap says. Any other suggestion says nothing of it. `caps` are
 * those of its day and of any other.
 */
export function isGapUnchanged(
  { evidence, subject }: Pick<Suggestion, 'evidence' | 'subject'>,
  input: Pick<SweepInput, 'caps' | 'now' | 'pausedOf'>,
): boolean {
  if (evidence.kind !== 'room') return true
  const { sourceNumber } = subject
  const ofPlace = listFlowing(input).filter(
    (cap) => isAtPlace(cap, subject) && (sourceNumber === null || cap.sourceNumber === sourceNumber),
  )
  const { sold, bought } = sumSides(ofPlace)
  return sold === evidence.sold && bought === evidence.bought
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
