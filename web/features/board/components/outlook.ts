import { createContext, use } from 'react'
import type { Quantiles } from '#domain/suggestions/forecast.ts'

/** The expected leads of a day. */
export interface DayOutlook {
  total: Quantiles
  /** `About 371` */
  likely: string
  /** `(350 to 390)`; empty if it is one number. */
  range: string
  /** `hit rate 82%`; null if it is not known yet. */
  hitRate: string | null
  /** The hit rate as a sentence. */
  judged: string
}

/** The forecast of today in words, if there is enough history. */
export interface Outlook {
  /** By cap ID. */
  caps: ReadonlyMap<string, string>
  /** Expected leads by cap ID, `21`. */
  likely: ReadonlyMap<string, string>
  /** Of all leads. */
  all: DayOutlook | null
}

export const NO_OUTLOOK: Outlook = { caps: new Map(), likely: new Map(), all: null }

export const OutlookContext = createContext<Outlook>(NO_OUTLOOK)

export function useCapOutlook(id: string): string | undefined {
  return use(OutlookContext).caps.get(id)
}
