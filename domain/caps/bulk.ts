import { formatHours, type Hours } from '#domain/hours/working-hours.ts'
import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { MAX_CAP, type CapTerms } from './cap.ts'

/** One change of many caps. A price that is left out stays; null takes it away. */
export type BulkChange =
  | { kind: 'add'; by: number }
  | { kind: 'multiply'; by: number }
  | { kind: 'hours'; hours: Hours }
  | { kind: 'price'; cpa?: Cents | null; crg?: BasisPoints | null }
  | { kind: 'date'; date: Day }

/** `value` is what would come out, `nearest` the nearest number that a cap can be. */
export type BulkRefusal =
  | { reason: 'bulk.not-whole'; by: number }
  | { reason: 'bulk.not-a-factor'; by: number }
  | { reason: 'bulk.below-zero'; value: number; nearest: number }
  | { reason: 'bulk.above-max'; value: number; nearest: number }

/** Four decimals of a factor count: what people type as `1.15` is taken as 11,500 ten-thousandths, not as a float. */
const FACTOR_SCALE = 10_000

/** A cap after a change; the rest of it stays as it was. */
export function applyBulk<C extends CapTerms>(cap: C, change: BulkChange): Result<C, BulkRefusal> {
  switch (change.kind) {
    case 'add':
      if (!Number.isInteger(change.by)) return refuse({ reason: 'bulk.not-whole', by: change.by })
      return setPlanned(cap, cap.cap + change.by)
    case 'multiply':
      if (!Number.isFinite(change.by * FACTOR_SCALE)) return refuse({ reason: 'bulk.not-a-factor', by: change.by })
      return setPlanned(cap, multiply(cap.cap, change.by))
    case 'hours':
      return accept({ ...cap, workingHours: formatHours(change.hours), alwaysOn: change.hours.kind === 'always' })
    case 'price': {
      const { cpa = cap.cpa, crg = cap.crg } = change
      return accept({ ...cap, cpa, crg })
    }
    case 'date':
      return accept({ ...cap, date: change.date })
  }
}

/**
 * A factor as people write it: `1.2`, `0,8`, `×2`. One that is no plain number is null; a mark always is the decimal one,
 * as nobody plans a thousand times as much.
 */
export function readFactor(text: string): number | null {
  const match = /^[×x*]?\s*(\d{1,4}(?:[.,]\d{1,4})?)$/i.exec(text.trim())
  return match?.[1] === undefined ? null : Number(match[1].replace(',', '.'))
}

/** Rounded half up to a whole lead: 70 x 1.15 is 80.5 and so 81. */
function multiply(planned: number, by: number): number {
  const scaled = Math.round(by * FACTOR_SCALE)
  return Math.floor((planned * scaled + FACTOR_SCALE / 2) / FACTOR_SCALE)
}

function setPlanned<C extends CapTerms>(cap: C, value: number): Result<C, BulkRefusal> {
  if (value < 0) return refuse({ reason: 'bulk.below-zero', value, nearest: 0 })
  if (value > MAX_CAP) return refuse({ reason: 'bulk.above-max', value, nearest: MAX_CAP })
  return accept({ ...cap, cap: value })
}
