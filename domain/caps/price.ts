import { takeShare, type BasisPoints, type Cents } from '#domain/kernel/cents.ts'

/** Expected price of one lead, `cpa * crg / 100`: EPL on a broker cap, CPL on an affiliate cap. Null where a term is missing. */
export function computeLeadPrice(terms: { cpa: Cents | null; crg: BasisPoints | null }): Cents | null {
  return terms.cpa === null || terms.crg === null ? null : takeShare(terms.cpa, terms.crg)
}
