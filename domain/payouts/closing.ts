import type { Cents } from '#domain/kernel/cents.ts'
import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { ReachedGuarantee } from './deal.ts'
import { addCents, missingTo, NOTHING, subtractCents } from './money.ts'
import type { DepositList } from './placed.ts'
import type { PayoutTerms } from './terms.ts'

export const CLOSING_STATES = ['frozen', 'approved', 'paid'] as const

/** A frozen week can be adjusted; an approved one waits for its payment; a paid one is over. */
export type ClosingState = (typeof CLOSING_STATES)[number]

/** Before that, and where days are not closed at all, somebody may still change what is paid. */
export function isApproved(closing: { state: ClosingState } | null): boolean {
  return closing !== null && closing.state !== 'frozen'
}

export const ADJUSTMENT_KINDS = ['amount', 'leaveOut', 'price', 'carryOver', 'overpaid'] as const

/**
 * An amount of one's own, a deposit that is left out or priced, what late data change of an earlier closed week, or what
 * that week had paid too much already.
 */
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number]

/** What an affiliate gets for a closed week. */
export interface ClosingLine {
  affiliateId: string
  affiliateName: string | null
  /** Of the report. */
  payout: Cents
  adjusted: Cents
  /** Of earlier closed weeks: what late data change, and what was overpaid. */
  carriedOver: Cents
  /** All three. May be less than nothing, where more was paid before than was owed. */
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

/** By affiliate; with those that only an adjustment names. */
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

/** Such a line comes from an earlier closed week: nobody made it, so nobody takes it back. */
export function isCarried(kind: AdjustmentKind): boolean {
  return kind === 'carryOver' || kind === 'overpaid'
}

/**
 * Whether editing a deposit of a report would come out wrong: where deposits of earlier leads are settled with their
 * deals, other weeks count on what each conversion counted towards its guarantee.
 */
export function isTiedToOthers(
  { list, guarantee, isTied }: Pick<EditedDeposit, 'list' | 'guarantee'> & { isTied: boolean },
  terms: PayoutTerms,
): boolean {
  if (terms.earlierLeads !== 'settled' || terms.guarantee === 'pool') return false
  return list === 'inside' ? guarantee !== null : isTied
}

/** What is to be transferred: who was overpaid gets nothing, and does not lessen what others get. */
export function totalDueOf(lines: readonly Pick<ClosingLine, 'due'>[]): Cents {
  return addCents(lines.map(({ due }) => (due > 0 ? due : NOTHING)))
}

/** How many get something, how many got too much before, and what is to be paid to nobody knows whom. */
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
  /** What it counts itself. */
  payout: Cents
  /** Of its deal. */
  guarantee: ReachedGuarantee | null
}

export interface DepositEdit extends EditedDeposit {
  /** What it counts instead; null: it is left out. */
  price: Cents | null
}

/**
 * What each edit changes of what is owed, one after the other: where a conversion counts less towards a guarantee, the
 * guarantee adds more, and the other way round.
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
