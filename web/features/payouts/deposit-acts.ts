import { createContext, useContext, type ReactNode } from 'react'

/** A deposit of a report, as far as something can be done about it. */
export interface ActedDeposit {
  connector: string
  id: string
  email: string | null
  payout: number
}

type RenderActs = (reportId: string, deposit: ActedDeposit) => ReactNode

const DepositActs = createContext<RenderActs | null>(null)

/** What stands beside each deposit, from whoever composes the page. */
export const DepositActsProvider = DepositActs.Provider

export function useDepositActs(): RenderActs | null {
  return useContext(DepositActs)
}
