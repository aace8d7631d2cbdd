import { sumPlanned } from '#domain/caps/aggregates.ts'
import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, type GeoKey, type SourceNumber } from '#domain/kernel/identity.ts'
import { hoursOn } from '#domain/hours/stored-hours.ts'
import type { Candidate, SuggestionAction } from './suggestion.ts'
import { chanceOfAtLeast } from './forecast-day.ts'
import { computeWorth, countMinutesLeft } from './seen-cap.ts'
import type { SweepInput } from './sweep.ts'

/** A gap worth a word: in leads, and as a share of the greater side. */
const LEAST_LEADS = 5
const LEAST_SHARE = 0.2

/** Open minutes that today must still have for anybody to close a gap of today. */
const LEAST_MINUTES = 120

/** Until then tomorrow is still being planned. */
const TOMORROW_FROM = 15 * 60

/** The chance that the leads themselves do not close the gap; at a lower one nothing is said. */
const LEAST_CHANCE = 0.6

/** A plan is what it is; what is not certain is that it stays so. */
const PLANNED_CHANCE = 0.9

interface Place {
  day: Day
  geo: GeoKey
  /** Null: all sources of the geo. */
  sourceNumber: SourceNumber | null
}

interface Sides {
  sold: Cap[]
  bought: Cap[]
}

/**
 * What is sold to brokers and not bought, and the other way round: by geo, and by source where a geo is even in all. Of
 * a place with caps of one kind only, nothing is known of its other side.
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
  const sides: Sides = {
    sold: caps.filter(({ kind }) => kind === 'broker'),
    bought: caps.filter(({ kind }) => kind === 'affiliate'),
  }
  if (sides.sold.length === 0 || sides.bought.length === 0 || !isTime(place.day, caps, now)) return null
  const [sold, bought] = [sumPlanned(sides.sold), sumPlanned(sides.bought)]
  const gap = Math.abs(sold - bought)
  if (gap < LEAST_LEADS || gap < LEAST_SHARE * Math.max(sold, bought)) return null
  const kind = sold > bought ? 'unbought' : 'unsold'
  const { geo, sourceNumber } = place
  const forecast = place.day === now.day ? forecastOf({ geo, advertiserId: null, sourceNumber }) : null
  const reaches = forecast && chanceOfAtLeast(forecast, sold)
  const confidence = reaches === null ? PLANNED_CHANCE : kind === 'unsold' ? reaches : 1 - reaches
  if (confidence < LEAST_CHANCE) return null
  const [short, long] = kind === 'unsold' ? [sides.sold, sides.bought] : [sides.bought, sides.sold]
  return {
    suggestion: {
      kind,
      subject: { capKind: null, capId: null, ...place, advertiserId: null, advertiserName: null },
      action: closeGap(caps, short, gap),
      evidence: { kind: 'room', sold, bought, delivered: forecast?.delivered ?? null },
      confidence,
      gain: { leads: gap, cents: computeWorth(gap, long) },
    },
    p: null,
    firm: true,
  }
}

/**
 * Where one cap alone can close the gap, it is clear which: all is of its source, so that it is the one that has, or lacks,
 * its other side. A cap of 0 is closed on purpose.
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
