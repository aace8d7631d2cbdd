import type { Day } from '#domain/kernel/day.ts'
import { takeAsides, takeRest } from './fillers.ts'
import { takeCaps, takeNoCaps } from './parse-caps.ts'
import { takeDays } from './parse-days.ts'
import { takeBareGeos, takeQuotedGeos, takeSureGeos } from './parse-geos.ts'
import { takeHours } from './parse-hours.ts'
import { takeLabelledPartners, takeUnknownAdvertisers, type KnownNames } from './parse-partners.ts'
import { NUMBER, takePrices } from './parse-prices.ts'
import { pattern, startScan, type Item, type Scan } from './scan.ts'

/** The longest line that is read; what is longer is no list of caps. */
export const LONGEST_LINE = 1_000

const BARE_NUMBER = pattern(`(?<!\\d[.,:/])(?<![\\p{L}\\p{N}$+%€£#])(${NUMBER})(\\+(?! *\\d))?`)

/** What a line says, piece by piece, in the order in which it stands. What is sure is taken before what may be several things. */
export function parseLine(raw: string, today: Day, names: KnownNames): Item[] {
  const scan = startScan(raw)
  takeAsides(scan)
  takeQuotedGeos(scan)
  takeLabelledPartners(scan, names)
  takeNoCaps(scan)
  takeHours(scan)
  takeDays(scan, today)
  takeSureGeos(scan)
  takePrices(scan)
  takeCaps(scan)
  takeUnknownAdvertisers(scan)
  takeBareGeos(scan)
  takeNumbers(scan)
  takeRest(scan)
  return scan.items.toSorted((a, b) => a.at - b.at)
}

function takeNumbers(scan: Scan): void {
  scan.take(BARE_NUMBER, ([, value = '', plus]) => {
    const number = { kind: 'number', value } as const
    return plus ? [number, { kind: 'note', message: `“${value}+” is taken as ${value}.` }] : [number]
  })
}
