import { END_OF_DAY, isOpen } from '#domain/hours/working-hours.ts'
import type { Day } from '#domain/kernel/day.ts'
import { addMilliseconds, HOUR, instantFromMilliseconds, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { createRandom, type Random } from '#sandbox/random.ts'
import { draftOf, toAffiliateCap, type AffiliateCapDraft, type PlannedCap } from './caps.ts'
import { ADVERTISERS, ROUND_THE_CLOCK, SOURCES, type WorldSource } from './cast.ts'
import { instantAt, readHours } from './day-curve.ts'
import type { Deal } from './deals.ts'
import { createLead, type LeadLife } from './leads.ts'
import { pickEmail } from './typing.ts'

/** The first look at a world. */
export interface Opening {
  at: Instant
  day: Day
}

/** A deal that brings about as many leads every day, evenly over its hours. */
interface SteadyDeal extends Deal {
  /** The cap that was planned for the day of the opening; null is the ordinary one. */
  slip: number | null
}

/** What was typed for the day of the opening in place of 60: a zero is missing. */
const SLIP = 6

const STEADY: readonly SteadyDeal[] = [
  // Alone in its geo, and open at night too, so that the slip is told at any hour.
  deal(
    1_001,
    { geo: 'IE', advertiserId: 'B-101', source: sourceOf('12'), size: 60, hours: '06:00-04:00', cpa: 900 },
    SLIP,
  ),
  deal(1_002, { geo: 'AU', advertiserId: 'B-104', source: ROUND_THE_CLOCK, size: 52, hours: '24/7', cpa: 620 }),
  deal(1_003, { geo: 'CA', advertiserId: 'B-139', source: ROUND_THE_CLOCK, size: 44, hours: '24/7', cpa: 580 }),
]

interface Terms {
  geo: string
  advertiserId: string
  source: WorldSource
  size: number
  hours: string
  cpa: number
}

function deal(
  number: number,
  { geo, advertiserId, source, size, hours, cpa }: Terms,
  slip: number | null = null,
): SteadyDeal {
  const advertiser = ADVERTISERS.find((one) => one.advertiserId === advertiserId)
  if (!advertiser) throw new Error(`the demo world has no advertiser ${advertiserId}`)
  return { number, geo, advertiser, source, size, workingHours: hours, cpa, crg: 8, slip }
}

function sourceOf(sourceNumber: string): WorldSource {
  const source = SOURCES.find((one) => one.sourceNumber === sourceNumber)
  if (!source) throw new Error(`the demo world has no source ${sourceNumber}`)
  return source
}

/** The broker caps of the steady deals. */
export function planSteady({ day: openingDay }: Opening, day: Day): PlannedCap[] {
  return STEADY.map((one) => ({
    deal: one,
    draft: draftOf(one, day, day === openingDay ? (one.slip ?? one.size) : one.size),
  }))
}

/** What their sources may send: as much as on any day, also where less was planned for brokers by a slip. */
export function planSteadyAffiliates(day: Day): AffiliateCapDraft[] {
  return STEADY.map((one) => toAffiliateCap(draftOf(one, day, one.size), one.size))
}

/** In percent of the deal's size. */
const LEAST_FILL = 94

/** The leads of the steady deals. The source that works around the clock falls silent on the day of the opening. */
export function createSteadyLeads(
  { seed, zone }: { seed: number; zone: Zone },
  opening: Opening,
  day: Day,
): LeadLife[] {
  const random = createRandom(seed, 'steady', day)
  const silentFrom = day === opening.day ? findSilence(zone, opening) : null
  const leads: LeadLife[] = []
  for (const one of STEADY) {
    for (const createdAt of spreadArrivals(random, zone, day, one)) {
      if (silentFrom !== null && one.source === ROUND_THE_CLOCK && createdAt >= silentFrom) break
      const id = `${day.replaceAll('-', '').slice(2)}-s${leads.length.toString().padStart(3, '0')}`
      leads.push(
        createLead(random, { id, deal: one, kind: 'ordinary', email: pickEmail(random), arrive: () => createdAt }),
      )
    }
  }
  return leads
}

/** The silence is long enough to be told at the first look: it begins in the morning, or this long before an earlier one. */
const SILENT_FOR = 2.5 * HOUR
const MORNING_MINUTES = 7 * 60

function findSilence(zone: Zone, { at, day }: Opening): Instant {
  return instantFromMilliseconds(Math.min(instantAt(zone, day, MORNING_MINUTES), addMilliseconds(at, -SILENT_FOR)))
}

/** The arrivals of a day: each lead in its own equal part of the open minutes. */
function spreadArrivals(random: Random, zone: Zone, day: Day, { size, workingHours }: SteadyDeal): Instant[] {
  const open = listOpenMinutes(workingHours)
  const count = Math.round((size * random.integer(LEAST_FILL, 100)) / 100)
  return Array.from({ length: count }, (_, index) => {
    const minutes = open[Math.floor(((index + random.next()) / count) * open.length)] ?? 0
    return instantAt(zone, day, minutes, random.integer(0, MINUTE - 1))
  })
}

function listOpenMinutes(workingHours: string | null): number[] {
  const hours = readHours(workingHours)
  return Array.from({ length: END_OF_DAY }, (_, minutes) => minutes).filter((minutes) => isOpen(hours, minutes))
}
