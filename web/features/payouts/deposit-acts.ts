import { createContext, useContext, type ReactNode } from 'react'
import type { ReportDeposit } from '#contract/payout-details.ts'

type RenderActs = (reportId: string, deposit: ReportDeposit) => ReactNode

const DepositActs = createContext<RenderActs | null>(null)

/** Provides the actions beside each deposit; the page decides them. */
export const DepositActsProvider = DepositActs.Provider

export function useDepositActs(): RenderActs | null {
  return useContext(DepositActs)
}
