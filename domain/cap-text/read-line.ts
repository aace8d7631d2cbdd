import type { Day } from '#domain/kernel/day.ts'
import { takeAsides, takeRest } from './fillers.ts'
import { takeCaps, takeNoCaps } from './read-caps.ts'
import { takeDays } from './read-days.ts'
import { takeBareGeos, takeQuotedGeos, takeSureGeos } from './read-geos.ts'
import { takeHours } from './read-hours.ts'
import { takeLabelledPartners, takeUnknownAdvertisers, type KnownNames } from './read-partners.ts'
import { NUMBER, takePrices } from './read-prices.ts'
import { pattern, startScan, type Item, type Scan } from './scan.ts'

/** The longest line that is read; what is longer is no list of caps. */
export const LONGEST_LINE = 1_000

const BARE_NUMBER = pattern(`(?<!\\d[.,:/])(?<![\\p{L}\\p{N}$+%€£#])(${NUMBER})(\\+(?! *\\d))?`)

/** What a line says, piece by piece, in the order in which it stands. What is sure is taken before what may be several things. */
export function readLine(raw: string, today: Day, names: KnownNames): Item[] {
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
