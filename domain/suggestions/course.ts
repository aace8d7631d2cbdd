import type { Cap } from '#domain/caps/cap.ts'
import { hoursOn } from '#domain/hours/stored-hours.ts'
import { formatMinutes } from '#domain/hours/working-hours.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { chanceBelow, findBand, searchShare, takeShare } from './counts.ts'
import { type Forecast, type FullAt, type Quantiles, SLOTS, SLOT_MINUTES } from './forecast.ts'
import { countMinutesLeft } from './seen-cap.ts'
import { passedOf, takeApart } from './slots.ts'
import type { SuggestionChart, SuggestionEvidence } from './suggestion.ts'

// How a forecast day goes on from now: hour by hour, until a cap is full, and as it is shown.

/** Where a forecast expects the day to stand at a time of it. */
export interface ExpectedPoint {
  /** Wall-clock minutes since 00:00, up to 1440. */
  minutes: number
  /** All leads of the day by then. */
  leads: Quantiles
}

/**
 * The forecast as people see it at a later minute of the day, 0 to 1439, while a feed is behind: what came of others meanwhile
 * came, and is no longer to come. No more is taken off than was due until then, since a day may be better than usual. Suggestions
 * compare what came with what was due by `now`, and take it without.
 */
export function seenAt(forecast: Forecast, minutes: number): Forecast {
  const { laterBySlot, rest, restBySlot, cameBySlot } = forecast
  const later = laterBySlot.at(-1) ?? 0
  const now = Math.max(forecast.now, minutes)
  const slot = Math.floor(now / SLOT_MINUTES)
  const mean = rest.reduce((sum, part) => sum + part.mean * part.chance, 0)
  const over = Math.min(shareBy(forecast, now), later === 0 ? 0 : later / mean)
  const left = takeShare(rest, 1 - over)
  const delivered = forecast.delivered + later
  const came = [...cameBySlot, ...laterBySlot.map((leads) => forecast.delivered + leads)]
  return {
    ...forecast,
    delivered,
    laterBySlot: [],
    total: later === 0 ? forecast.total : findBand(left, delivered),
    rest: left,
    restBySlot: restBySlot.slice(slot - forecast.slot).map((share) => (over < 1 ? (share - over) / (1 - over) : 1)),
    cameBySlot: [...came.slice(0, slot), delivered],
    now,
    slot,
  }
}

/** The share of the rest that has come at a minute. */
function shareBy({ restBySlot, slot, now }: Forecast, minutes: number): number {
  const at = Math.floor(minutes / SLOT_MINUTES)
  const [before, until] = [restBySlot[at - slot - 1] ?? 0, restBySlot[at - slot] ?? 1]
  const start = Math.max(now, at * SLOT_MINUTES)
  const end = (at + 1) * SLOT_MINUTES
  return before + ((until - before) * (minutes - start)) / (end - start)
}

const SLOTS_OF_HOUR = 60 / SLOT_MINUTES

/** Expected leads by the end of each remaining hour. The first point is what has come by now. */
export function expectCourse({ delivered, rest, restBySlot, slot, now }: Forecast): ExpectedPoint[] {
  const hours = restBySlot.flatMap((share, ahead) => {
    const end = slot + ahead + 1
    if (end % SLOTS_OF_HOUR !== 0 && end !== SLOTS) return []
    return [{ minutes: end * SLOT_MINUTES, leads: findBand(takeShare(rest, share), delivered) }]
  })
  return [{ minutes: now, leads: { p10: delivered, p50: delivered, p90: delivered } }, ...hours]
}

/** The chance of at least so many leads by the end of the day, or when this share of those still to come has come. */
export function chanceOfAtLeast(
  { delivered, rest }: Pick<Forecast, 'delivered' | 'rest'>,
  leads: number,
  share = 1,
): number {
  return leads <= delivered ? 1 : 1 - chanceBelow(takeShare(rest, share), leads - delivered)
}

/** Leads that were due between a minute of the day and now, by what was known before the day began. */
export function countDueSince({ usualBySlot, now }: Forecast, minutes: number): number {
  const passed = (slot: number) => Math.max(0, passedOf(slot, now) - passedOf(slot, minutes))
  return takeApart(usualBySlot).reduce((sum, leads, slot) => sum + leads * passed(slot), 0)
}

/** Steps of the search for a share of the rest: precise to less than a minute of any day. */
const HALVINGS = 14

/** When a cap will be full. One that is full became so by the end of the slot that filled it. A cap of 0 is full with its first lead. */
export function computeFullAt(forecast: Forecast, cap: number): FullAt {
  const target = Math.max(cap, 1)
  if (forecast.delivered >= target) {
    const slot = forecast.cameBySlot.findIndex((came) => came >= target)
    const at = Math.min(forecast.now, (slot + 1) * SLOT_MINUTES)
    return { p10: at, p50: at, p90: at }
  }
  const at = (chance: number) => {
    const reaches = (share: number) => chanceOfAtLeast(forecast, target, share) >= chance
    return reaches(1) ? timeOfShare(forecast, searchShare(HALVINGS, reaches)) : null
  }
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9) }
}

/** The minute at which this share of the rest has come. */
function timeOfShare({ restBySlot, slot, now }: Forecast, share: number): number | null {
  const at = restBySlot.findIndex((until) => until >= share)
  if (at === -1) return null
  const before = restBySlot[at - 1] ?? 0
  const start = at === 0 ? now : (slot + at) * SLOT_MINUTES
  const part = (share - before) / ((restBySlot[at] ?? 1) - before || 1)
  return Math.round(start + part * ((slot + at + 1) * SLOT_MINUTES - start))
}

/** `15:40 (14:55 to 17:10)`. If the cap may not be full on this day, the late end is open. */
export function formatFullAt({ p10, p50, p90 }: FullAt): string {
  if (p50 === null) return 'the end of the day or later'
  const early = formatMinutes(p10 ?? p50)
  return `${formatMinutes(p50)} (${early} ${p90 === null ? 'or later' : `to ${formatMinutes(p90)}`})`
}

type PaceEvidence = Extract<SuggestionEvidence, { kind: 'pace' }>

/** The evidence of how a cap does, or all caps of a source together. */
export function showPace(forecast: Forecast, cap: number): PaceEvidence {
  return {
    kind: 'pace',
    cap,
    delivered: forecast.delivered,
    expected: forecast.total,
    fullAt: computeFullAt(forecast, cap),
    usualByNow: Math.round(forecast.usualByNow.mean * 10) / 10,
    now: forecast.now,
    days: forecast.days,
    chart: drawChart(forecast),
  }
}

/** Leads by the end of each hour, as usual and as they came. The last number of `came` is that of now. */
export function drawChart({ usualBySlot, cameBySlot }: Pick<Forecast, 'usualBySlot' | 'cameBySlot'>): SuggestionChart {
  const hours = Array.from({ length: 24 }, (_, hour) => (hour + 1) * SLOTS_OF_HOUR - 1)
  const tenths = (leads: number) => Math.round(leads * 10) / 10
  return {
    usual: hours.map((slot) => tenths(usualBySlot[slot] ?? 0)),
    came: hours
      .slice(0, Math.ceil(cameBySlot.length / SLOTS_OF_HOUR))
      .map((slot) => cameBySlot[Math.min(slot, cameBySlot.length - 1)] ?? 0),
  }
}

/** How a cap of today will miss its plan: full too early, or short. */
export type CapAhead =
  | {
      kind: 'full'
      /** Minutes since 00:00. */
      at: number
      /** Open minutes of its hours that are left then. */
      minutesLeft: number
      /** Leads that would come beyond it. */
      excess: number
    }
  | {
      kind: 'short'
      /** Leads by the end of the day. */
      expected: number
    }

/** Open minutes. A cap that is full with fewer of them left is full in time. */
const EARLY_MINUTES = 60

/** A cap that ends its day below this percent is short. */
export const LEAST_PERCENT = 60

/**
 * Finds what is more likely than not: full an hour or more before its hours end while more would come, or under 60% at the
 * end of the day. Null if neither is, and for a cap of 0, which is closed on purpose.
 */
export function findAhead(
  cap: Cap,
  zone: Zone,
  { total, fullAt }: Pick<Forecast, 'total'> & { fullAt: FullAt },
): CapAhead | null {
  if (cap.cap === 0) return null
  const expected = Math.round(total.p50)
  if (expected * 100 < cap.cap * LEAST_PERCENT) return { kind: 'short', expected }
  if (fullAt.p50 === null) return null
  const minutesLeft = countMinutesLeft(hoursOn(cap, zone), fullAt.p50)
  const excess = Math.max(0, expected - Math.max(cap.cap, cap.actualCount))
  const isMissed = excess > 0 || cap.actualCount >= cap.cap
  return minutesLeft < EARLY_MINUTES || !isMissed ? null : { kind: 'full', at: fullAt.p50, minutesLeft, excess }
}
