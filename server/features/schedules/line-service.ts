import { compareCodePoints } from '#domain/kernel/code-points.ts'
import { compareCaps } from '#domain/caps/aggregates.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { flagOf } from '#domain/caps/flag.ts'
import type { CapLine } from '#domain/sentences/cap-lines.ts'

/** A cap's line in messages. */
export function lineOf(cap: Cap): CapLine {
  return {
    geo: cap.geo,
    flag: flagOf(cap.geo),
    advertiser: cap.advertiserId === null ? null : (cap.advertiserName ?? cap.advertiserId),
    sourceNumber: cap.sourceNumber,
    cap: cap.cap,
    delivered: cap.actualCount,
    hours: cap.alwaysOn ? '24/7' : cap.workingHours,
  }
}

/** Sorted by geo, the largest caps first. */
export function sortForMessages(caps: readonly Cap[]): Cap[] {
  return caps.toSorted((a, b) => compareCodePoints(a.geo, b.geo) || compareCaps(a, b))
}
