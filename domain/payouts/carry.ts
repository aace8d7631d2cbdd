import type { Cents } from '#domain/kernel/cents.ts'
import { compareCodePoints } from '#domain/kernel/code-points.ts'
import { priceEdits, type ClosingLine, type DepositEdit } from './closing.ts'
import { addCents, NOTHING, subtractCents } from './money.ts'
import { listPlaced } from './placed.ts'
import type { PayoutReport } from './report.ts'
import { formatRow } from './rows.ts'

// An amount that a closed week leaves to a later week.

interface AffiliateAmount {
  affiliateId: string
  amount: Cents
}

/** A deposit that was left out of a closed week (price null), or priced in it. */
interface KeptEdit {
  connector: string
  depositId: string
  price: Cents | null
}

/**
 * The effect of a closed week's edits on its recomputed report, for the current affiliate of each deposit. An edit of a
 * deposit that no longer exists has no effect.
 */
export function repriceEdits(report: PayoutReport, edits: readonly KeptEdit[]): AffiliateAmount[] {
  if (edits.length === 0) return []
  const placed = new Map(listPlaced(report).map((row) => [formatRow(row.deposit), row]))
  const guarantees = new Map(report.deals.map(({ deal, guarantee }) => [deal.capId, guarantee]))
  const standing = edits.flatMap(({ connector, depositId, price }) => {
    const found = placed.get(formatRow({ connector, id: depositId }))
    if (!found) return []
    const { list, payout, capId, place } = found
    const guarantee = capId === null ? null : (guarantees.get(capId) ?? null)
    const edit: DepositEdit = { list, payout, guarantee, price }
    return [{ affiliateId: place.sourceNumber, edit }]
  })
  const amounts = priceEdits(standing.map(({ edit }) => edit))
  return standing.map(({ affiliateId }, at) => ({ affiliateId, amount: amounts[at] ?? NOTHING }))
}

/** The totals of a week, and the effect of edits of its deposits. */
interface EditedTotals {
  affiliates: readonly { affiliateId: string; totalPayout: Cents }[]
  edits: readonly AffiliateAmount[]
}

/**
 * The differences that late data make for a closed week, minus what was carried over already. Differences of 0 are left
 * out.
 */
export function findDifferences(
  now: EditedTotals,
  closed: EditedTotals,
  carried: ReadonlyMap<string, Cents>,
): AffiliateAmount[] {
  const [fresh, before] = [sumTotals(now), sumTotals(closed)]
  return [...new Set([...fresh.keys(), ...before.keys(), ...carried.keys()])]
    .toSorted(compareCodePoints)
    .map((affiliateId) => {
      const known = addCents([before.get(affiliateId) ?? NOTHING, carried.get(affiliateId) ?? NOTHING])
      return { affiliateId, amount: subtractCents(fresh.get(affiliateId) ?? NOTHING, known) }
    })
    .filter(({ amount }) => amount !== 0)
}

function sumTotals({ affiliates, edits }: EditedTotals): Map<string, Cents> {
  const owed = affiliates.map(({ affiliateId, totalPayout }) => ({ affiliateId, amount: totalPayout }))
  const byAffiliate = Map.groupBy([...owed, ...edits], ({ affiliateId }) => affiliateId)
  return new Map([...byAffiliate].map(([id, rows]) => [id, addCents(rows.map(({ amount }) => amount))]))
}

/**
 * The amounts that affiliates were overpaid by the end of a closed week: below 0, to be deducted from the next week.
 */
export function findOverpaid(lines: readonly Pick<ClosingLine, 'affiliateId' | 'due'>[]): AffiliateAmount[] {
  return lines.filter(({ due }) => due < 0).map(({ affiliateId, due }) => ({ affiliateId, amount: due }))
}
