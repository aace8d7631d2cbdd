import { compareCodePoints } from '#domain/kernel/code-points.ts'
import { compareCaps } from './aggregates.ts'
import { computeExpectedBy, decidePace, PACES, computeProgress, computeRemaining, type PaceClock } from './pace.ts'
import { computeLeadPrice, type Cap } from './cap.ts'

/** Numbers come largest first, names alphabetically, paces in the order of `PACES` and the furthest behind first. */
export const CAP_ORDERS = [
  'planned',
  'delivered',
  'remaining',
  'progress',
  'pace',
  'price',
  'broker',
  'source',
] as const

export type CapOrder = (typeof CAP_ORDERS)[number]

/** Sorts caps. Equal caps keep the order of `planned`; caps without a value come last. */
export function sortCaps<C extends Cap>(caps: readonly C[], order: CapOrder, now: PaceClock): C[] {
  if (order === 'planned') return caps.toSorted(compareCaps)
  if (order === 'broker' || order === 'source') {
    const nameOf = order === 'broker' ? brokerNameOf : (cap: Cap) => cap.sourceNumber
    return caps.toSorted((a, b) => compareNames(nameOf(a), nameOf(b)) || compareCaps(a, b))
  }
  return caps
    .map((cap) => ({ cap, rank: rankOf(cap, order, now) }))
    .toSorted((a, b) => compareRanks(a.rank, b.rank) || compareCaps(a.cap, b.cap))
    .map(({ cap }) => cap)
}

type NumberOrder = Exclude<CapOrder, 'planned' | 'broker' | 'source'>

/** The first and second sort key; larger comes first. */
function rankOf(cap: Cap, order: NumberOrder, now: PaceClock): [number, number] {
  switch (order) {
    case 'delivered':
      return [cap.actualCount, 0]
    case 'remaining':
      return [computeRemaining(cap.actualCount, cap.cap), 0]
    case 'progress':
      return [computeProgress(cap.actualCount, cap.cap), 0]
    case 'price':
      return [computeLeadPrice(cap) ?? -1, 0]
    case 'pace': {
      const pace = decidePace(cap, now)
      if (pace === null) return [-PACES.length, 0]
      return [-PACES.indexOf(pace), (computeExpectedBy(cap, now) ?? 0) - cap.actualCount]
    }
  }
}

function compareRanks(a: [number, number], b: [number, number]): number {
  return b[0] - a[0] || b[1] - a[1]
}

function brokerNameOf(cap: Cap): string {
  return cap.advertiserName ?? cap.advertiserId ?? ''
}

/** Compares names whatever their case, and whole numbers by value, so source 9 comes before source 10. */
function compareNames(a: string, b: string): number {
  const [one, other] = [numberOf(a), numberOf(b)]
  if (one !== null && other !== null) return one - other
  if (one !== null || other !== null) return one === null ? 1 : -1
  return compareCodePoints(a.toLowerCase(), b.toLowerCase())
}

function numberOf(name: string): number | null {
  return /^\d{1,15}$/.test(name) ? Number(name) : null
}
