import type { Cents } from '#domain/kernel/cents.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { compareByAge } from './conversions.ts'
import type { DealDeposits } from './deal.ts'
import { NOTHING, payConversion } from './money.ts'
import type { PayoutReport } from './report.ts'
import { placeOfDeal, type PayoutDeposit, type Place } from './rows.ts'

export const DEPOSIT_LISTS = ['inside', 'outside', 'unmatched', 'outOfDeal'] as const

/** The list of a report in which a deposit counts: a list of its deal, or out of deal. */
export type DepositList = (typeof DEPOSIT_LISTS)[number]

export interface ListedDeposit {
  deposit: PayoutDeposit
  list: DepositList
  /** Null if out of deal. */
  capId: string | null
  /** The place of its deal; out of deal, the place where it counts. */
  place: Place
  /** Its own amount, without the effect on a guarantee. */
  payout: Cents
  /** Whether it was settled with the guarantee of a deal of other days. */
  isTied: boolean
}

const LISTS_OF_A_DEAL = ['inside', 'outside', 'unmatched'] as const satisfies (keyof DealDeposits)[]

/** Every deposit of a report, oldest first. */
export function listPlaced({ deals, extraDeposits }: PayoutReport): ListedDeposit[] {
  const inDeals = deals.flatMap(({ deal, price, deposits }) => {
    const place = { ...placeOfDeal(deal), geo: foldGeo(deal.geo), sourceNumber: foldSource(deal.sourceNumber) }
    return LISTS_OF_A_DEAL.flatMap((list) =>
      deposits[list].map((deposit): ListedDeposit => {
        const payout = list === 'inside' ? payConversion(price, deposit) : (deposit.payout ?? NOTHING)
        return { deposit, list, capId: deal.capId, place, payout, isTied: false }
      }),
    )
  })
  const outOfDeal = extraDeposits.flatMap(({ deposits, payout: _, ...place }) =>
    deposits.map((row): ListedDeposit => ({
      list: 'outOfDeal',
      capId: null,
      place,
      deposit: row.deposit,
      payout: row.payout,
      isTied: row.isTied,
    })),
  )
  return [...inDeals, ...outOfDeal].toSorted((a, b) => compareByAge(a.deposit, b.deposit))
}
