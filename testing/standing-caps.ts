import * as fc from 'fast-check'
import type { Cap } from '#domain/caps/cap.ts'
import { brandNumber, brandText } from '#domain/kernel/brand.ts'
import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { SourceNumber } from '#domain/kernel/identity.ts'

/** A cap's fields with plain values, so that tests need no brands. */
interface PlainFields {
  _id: string
  date: string
  geo: string
  sourceNumber: string
  cap: number
  actualCount: number
  workingHours: string | null
  alwaysOn: boolean
  /** Cents. */
  cpa: number | null
  /** Basis points. */
  crg: number | null
  createdBy: string
  advertiserId: string
  advertiserName: string | null
}

/** An affiliate cap as it stands; name what the test is about. */
export function affiliateCap(fields: Partial<Omit<PlainFields, 'advertiserId' | 'advertiserName'>> = {}): Cap {
  const { date = '2026-03-02', sourceNumber = '44', cpa = 60_000, crg = 800, ...others } = fields
  return {
    kind: 'affiliate',
    _id: 'cap-1',
    advertiserId: null,
    advertiserName: null,
    geo: 'DE',
    cap: 20,
    actualCount: 0,
    workingHours: '09:00-17:00',
    alwaysOn: false,
    createdBy: '@ann',
    version: 1,
    ...others,
    date: brandText<Day>(date),
    sourceNumber: brandText<SourceNumber>(sourceNumber),
    cpa: cpa === null ? null : brandNumber<Cents>(cpa),
    crg: crg === null ? null : brandNumber<BasisPoints>(crg),
  }
}

/** A broker cap as it stands; name what the test is about. */
export function brokerCap(fields: Partial<PlainFields> = {}): Cap {
  const { advertiserId = 'B-1', advertiserName = 'Alster Insurance', ...others } = fields
  return { ...affiliateCap(others), kind: 'broker', advertiserId, advertiserName }
}

/** Broker caps of one day, one for each key, that often share geos, brokers, sources and terms. */
export const brokerCapLists: fc.Arbitrary<Cap[]> = fc
  .uniqueArray(
    fc
      .record({
        geo: fc.constantFrom('UK', 'GB', 'DE', 'FR'),
        sourceNumber: fc.constantFrom('5', '9', '10', '44'),
        advertiserId: fc.constantFrom('B-1', 'B-2'),
        cap: fc.oneof(fc.constantFrom(0, 10, 20), fc.nat({ max: 1_000_000 })),
        actualCount: fc.oneof(fc.constantFrom(0, 10), fc.nat({ max: 1_000_000 })),
        workingHours: fc.constantFrom(null, '09:00-17:00', '22:00-06:00'),
        cpa: fc.constantFrom(null, 0, 60_000),
        crg: fc.constantFrom(null, 800),
      })
      .map((fields) => brokerCap(fields)),
    { maxLength: 30, selector: keyOf },
  )
  .map((caps) => caps.map((cap, index) => ({ ...cap, _id: `cap-${index}` })))

function keyOf({ geo, advertiserId, sourceNumber }: Cap): string {
  return `${geo === 'UK' ? 'GB' : geo} ${advertiserId} ${sourceNumber}`
}
