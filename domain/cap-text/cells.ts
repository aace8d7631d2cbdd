import type { PastedCells } from '#domain/caps/paste-columns.ts'
import { writeGeo } from '#domain/caps/paste-cells.ts'
import { formatHundredths } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { ReadRow } from './reading.ts'

/** A row of a reading on one of its days, as cells that `parsePastedCap` reads; what was not said is in none. */
export function cellsOf(row: ReadRow, day: Day, geo: string): PastedCells {
  const { cap, sourceNumber, advertiserId, hours, cpa, crg } = row
  return {
    date: day,
    geo: writeGeo(geo),
    ...(cap !== null && { cap: String(cap) }),
    sourceNumber,
    ...(advertiserId !== null && { advertiserId }),
    ...(hours !== null && { workingHours: hours }),
    ...(cpa !== null && { cpa: formatHundredths(cpa) }),
    ...(crg !== null && { crg: `${formatHundredths(crg)}%` }),
  }
}
