import type { Cap } from '#domain/caps/cap.ts'
import { hoursOn } from '#domain/hours/stored-hours.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Forecast, FullAt } from './forecast.ts'
import { countMinutesLeft } from './seen-cap.ts'

/** What lies ahead of a cap of today that is not to go as it was planned. */
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

/** A cap that is full with less of its hours left is full in time. */
const EARLY_MINUTES = 60

/** Percent of a cap that it should come to at least. */
export const LEAST_PERCENT = 60

/**
 * Finds what is more likely than not: full an hour or more before its hours end while more would come, or under 60% at the
 * end of the day. Null where it is neither, and of a cap of 0, which is closed on purpose.
 */
export function findAhead(
  cap: Cap,
  zone: Zone,
  { outlook, fullAt }: { outlook: Pick<Forecast, 'total'>; fullAt: FullAt },
): CapAhead | null {
  if (cap.cap === 0) return null
  const expected = Math.round(outlook.total.p50)
  if (expected * 100 < cap.cap * LEAST_PERCENT) return { kind: 'short', expected }
  if (fullAt.p50 === null) return null
  const minutesLeft = countMinutesLeft(hoursOn(cap, zone), fullAt.p50)
  const excess = Math.max(0, expected - Math.max(cap.cap, cap.actualCount))
  const isMissed = excess > 0 || cap.actualCount >= cap.cap
  return minutesLeft < EARLY_MINUTES || !isMissed ? null : { kind: 'full', at: fullAt.p50, minutesLeft, excess }
}
