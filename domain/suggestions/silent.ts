import { sumPlanned } from '#domain/caps/aggregates.ts'
import { isTaking } from '#domain/hours/paused-time.ts'
import { isOpen } from '#domain/hours/working-hours.ts'
import type { GeoKey, SourceNumber } from '#domain/kernel/identity.ts'
import { NO_PARTS, type Candidate } from './suggestion.ts'
import { SLOT_MINUTES, type Forecast } from './forecast.ts'
import { chanceOfStop, isAlarming } from './stop.ts'
import { showPace } from './course.ts'
import { type SeenCap, computeWorth } from './seen-cap.ts'
import { passedOf, takeApart } from './slots.ts'
import type { SweepInput } from './sweep.ts'

/** Fewest leads that are lost if the source stays silent. */
const LEAST_LEADS = 3

export interface SilentSubject {
  sourceNumber: SourceNumber
  /** Null: all its geos. */
  geo: GeoKey | null
  /** The number of such subjects of the source: 1, or the number of its geos. */
  parts: number
  /** Caps of today that it sends to. */
  caps: readonly SeenCap[]
}

/** Lists each source, then each geo of a source with several geos. */
export function listSilentSubjects(seen: readonly SeenCap[]): SilentSubject[] {
  const sources = [...Map.groupBy(seen, ({ cap }) => cap.sourceNumber)]
  const wide = sources.map(([sourceNumber, caps]) => ({ sourceNumber, geo: null, parts: 1, caps }))
  const narrow = sources.flatMap(([sourceNumber, caps]) => {
    const geos = [...Map.groupBy(caps, ({ geo }) => geo)]
    return geos.length === 1 ? [] : geos.map(([geo, own]) => ({ sourceNumber, geo, parts: geos.length, caps: own }))
  })
  return [...wide, ...narrow]
}

/**
 * Finds a source whose leads have stayed away longer than ever in two weeks. The gap is measured in leads that were due while
 * its caps were open and not full. It is a fact, so it needs no p.
 */
export function findSilent(
  { sourceNumber, geo, parts, caps }: SilentSubject,
  { now, forecastOf }: Pick<SweepInput, 'now' | 'forecastOf'>,
): Candidate | null {
  const forecast = forecastOf({ geo, advertiserId: null, sourceNumber })
  const gaps = forecast?.gaps
  if (!forecast || !gaps || forecast.usual.mean === 0) return null
  const side = deliveredSide(caps)
  const rates = listRates(forecast, side)
  const due = rates.map((rate, slot) => rate * passedOf(slot, forecast.now))
  const came = takeApart(forecast.cameBySlot)
  const gap = sum(due.slice(came.findLastIndex((leads) => leads > 0) + 1)) * gaps.lull
  const leads = Math.floor(sum(rates) - sum(due))
  if (leads < LEAST_LEADS || !isAlarming(gaps, gap, parts)) return null
  const planned = side.map(({ cap }) => cap)
  return {
    suggestion: {
      kind: 'silent',
      subject: { ...NO_PARTS, day: now.day, geo, sourceNumber },
      action: null,
      evidence: { ...showPace(forecast, sumPlanned(planned)), usualByNow: Math.round(sum(due) * 10) / 10 },
      confidence: chanceOfStop(gaps, gap),
      gain: { leads, cents: planned.every(({ kind }) => kind === 'broker') ? computeWorth(leads, planned) : null },
    },
    p: null,
  }
}

/** The caps that say how many leads of a source are wanted: its broker caps, or else its affiliate caps. */
function deliveredSide(caps: readonly SeenCap[]): SeenCap[] {
  const sold = caps.filter(({ cap }) => cap.kind === 'broker')
  return sold.length > 0 ? sold : [...caps]
}

/**
 * Leads due in each slot of today: the usual ones, while caps are open. The more caps are full, the fewer are due. In all no
 * more are due than planned.
 */
function listRates({ usualBySlot, usual }: Forecast, caps: readonly SeenCap[]): number[] {
  const planned = Math.min(1, plannedOf(caps) / usual.mean)
  return takeApart(usualBySlot).map((leads, slot) => leads * planned * shareWanted(caps, slot))
}

/** Of the caps that are open in a slot, the share that is neither full nor paused, each counting as much as it plans. */
function shareWanted(caps: readonly SeenCap[], slot: number): number {
  const open = caps.filter(({ hours }) => isOpen(hours, slot * SLOT_MINUTES))
  const wanted = open.filter(
    ({ cap, hours, paused }) => cap.actualCount < cap.cap && isTaking(hours, paused, slot * SLOT_MINUTES),
  )
  return wanted.length === 0 ? 0 : plannedOf(wanted) / plannedOf(open)
}

function plannedOf(caps: readonly SeenCap[]): number {
  return sumPlanned(caps.map(({ cap }) => cap))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
