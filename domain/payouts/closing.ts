import type { Cents } from '#domain/kernel/cents.ts'
import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { ReachedGuarantee } from './deal.ts'
import { addCents, missingTo, NOTHING, subtractCents } from './money.ts'
import type { DepositList } from './placed.ts'
import type { PayoutTerms } from './terms.ts'

export const CLOSING_STATES = ['frozen', 'approved', 'paid'] as const

/** A frozen week can be adjusted, an approved week waits for its payment, a paid week is final. */
export type ClosingState = (typeof CLOSING_STATES)[number]

/** Whether the amounts are final. In a frozen or open week somebody may still change them. */
export function isApproved(closing: { state: ClosingState } | null): boolean {
  return closing !== null && closing.state !== 'frozen'
}

export const ADJUSTMENT_KINDS = ['amount', 'leaveOut', 'price', 'carryOver', 'overpaid'] as const

/**
 * `amount`: a free amount. `leaveOut`, `price`: a deposit that is left out or priced. `carryOver`: late data of an
 * earlier closed week. `overpaid`: an amount that the earlier week paid too much.
 */
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number]

/** The amount that an affiliate gets for a closed week. */
export interface ClosingLine {
  affiliateId: string
  affiliateName: string | null
  /** From the report. */
  payout: Cents
  adjusted: Cents
  /** From earlier closed weeks: late data and overpaid amounts. */
  carriedOver: Cents
  /** The sum of all three. Below 0 if more was paid before than was owed. */
  due: Cents
}

interface Owed {
  affiliateId: string
  affiliateName: string | null
  totalPayout: Cents
}

interface Adjusted {
  affiliateId: string
  kind: AdjustmentKind
  amount: Cents
}

/** Lines by affiliate, also for affiliates with only an adjustment. */
export function totalClosing(affiliates: readonly Owed[], adjustments: readonly Adjusted[]): ClosingLine[] {
  const owed = new Map(affiliates.map((affiliate) => [affiliate.affiliateId, affiliate]))
  const byAffiliate = Map.groupBy(adjustments, ({ affiliateId }) => affiliateId)
  const ids = new Set([...owed.keys(), ...byAffiliate.keys()])
  return [...ids].toSorted(compareCodePoints).map((affiliateId) => {
    const own = Map.groupBy(byAffiliate.get(affiliateId) ?? [], ({ kind }) => isCarried(kind))
    const sum = (carried: boolean) => addCents((own.get(carried) ?? []).map(({ amount }) => amount))
    const { affiliateName = null, totalPayout = NOTHING } = owed.get(affiliateId) ?? {}
    const [adjusted, carriedOver] = [sum(false), sum(true)]
    const due = addCents([totalPayout, adjusted, carriedOver])
    return { affiliateId, affiliateName, payout: totalPayout, adjusted, carriedOver, due }
  })
}

/** Whether a line comes from an earlier closed week. Nobody made it, so nobody can remove it. */
export function isCarried(kind: AdjustmentKind): boolean {
  return kind === 'carryOver' || kind === 'overpaid'
}

/**
 * Whether editing a deposit of a report would give a wrong result: if deposits of earlier leads are settled with their
 * deals, other weeks rely on the amount that each conversion counted towards its guarantee.
 */
export function isTiedToOthers(
  { list, guarantee, isTied }: Pick<EditedDeposit, 'list' | 'guarantee'> & { isTied: boolean },
  terms: PayoutTerms,
): boolean {
  if (terms.earlierLeads !== 'settled' || terms.guarantee === 'pool') return false
  return list === 'inside' ? guarantee !== null : isTied
}

/** The amount to transfer. An overpaid affiliate gets nothing, and does not reduce what others get. */
export function totalDueOf(lines: readonly Pick<ClosingLine, 'due'>[]): Cents {
  return addCents(lines.map(({ due }) => (due > 0 ? due : NOTHING)))
}

/** Counts the affiliates that get something and those that were overpaid, and sums what has no known affiliate. */
export function tallyDue<Amount extends number>(lines: readonly { affiliateId: string; due: Amount }[]) {
  const known = lines.filter(({ affiliateId }) => affiliateId !== '')
  return {
    paid: known.filter(({ due }) => due > 0).length,
    overpaid: known.filter(({ due }) => due < 0).length,
    withoutSource: lines.find(({ affiliateId, due }) => affiliateId === '' && due > 0)?.due ?? null,
  }
}

/** A deposit of a report. */
export interface EditedDeposit {
  list: DepositList
  /** Its own amount. */
  payout: Cents
  /** The guarantee of its deal. */
  guarantee: ReachedGuarantee | null
}

export interface DepositEdit extends EditedDeposit {
  /** Its new price; null if it is left out. */
  price: Cents | null
}

/**
 * The effect of each edit on the amount owed, one after the other: if a conversion counts less towards a guarantee, the
 * guarantee adds more, and vice versa.
 */
export function priceEdits(edits: readonly DepositEdit[]): Cents[] {
  const reached = new Map<string, Cents>()
  return edits.map(({ list, payout, price, guarantee }) => {
    const change = subtractCents(price ?? NOTHING, payout)
    if (list !== 'inside' || !guarantee) return change
    const before = reached.get(guarantee.name) ?? guarantee.reached
    const after = addCents([before, change])
    reached.set(guarantee.name, after)
    return addCents([change, subtractCents(missingTo(guarantee.worth, after), missingTo(guarantee.worth, before))])
  })
}
