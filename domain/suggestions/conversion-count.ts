import { basisPointsFromPercent } from '#domain/kernel/cents.ts'
import { foldStatus } from '#domain/kernel/identity.ts'
import type { ConversionCount } from './sweep.ts'

/** What came of a deal, before it is known how many of its leads are valid. */
export interface DealCount extends Omit<ConversionCount, 'guaranteed'> {
  /** The CRG of the caps of their days, in percent, each times the leads of its day. */
  promised: number
}

/** `validShare`: of the leads of its source, 0 to 1. What converted was valid, however few of the source's leads are. */
export function countConversion({ promised, ...deal }: DealCount, validShare: number): ConversionCount {
  return {
    ...deal,
    leads: Math.max(Math.round(deal.leads * validShare), deal.deposits),
    guaranteed: basisPointsFromPercent(promised / deal.leads),
  }
}

/** Leads of a source. */
export interface SourceCount {
  sourceNumber: string
  leads: number
}

export interface StatusCount extends SourceCount {
  status: string
}

/**
 * Which share of the leads of a source is valid, 0 to 1: all of them where none is known. `invalid` has statuses as they
 * are compared.
 */
export function shareValid(
  sources: readonly SourceCount[],
  statuses: readonly StatusCount[],
  invalid: Pick<ReadonlySet<string>, 'has'>,
): (source: string) => number {
  const all = sumBySource(sources)
  const bad = sumBySource(statuses.filter(({ status }) => invalid.has(foldStatus(status))))
  return (source) => {
    const leads = all.get(source) ?? 0
    return leads === 0 ? 1 : Math.max(0, leads - (bad.get(source) ?? 0)) / leads
  }
}

function sumBySource(counts: readonly SourceCount[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { sourceNumber, leads } of counts) sums.set(sourceNumber, (sums.get(sourceNumber) ?? 0) + leads)
  return sums
}
