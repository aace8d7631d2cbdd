import { createContext, use } from 'react'
import type { Quantiles } from '#domain/suggestions/forecast.ts'

/** What all leads of a day are expected to come to. */
export interface DayOutlook {
  total: Quantiles
  /** `About 371 (350 to 390)` */
  likely: string
  /** `hit rate 82%`; null where it is not known yet. */
  hitRate: string | null
  /** The hit rate in a sentence. */
  judged: string
}

/** What is expected of today, in words, where there is history enough to say so. */
export interface Outlook {
  /** By the id of a cap. */
  caps: ReadonlyMap<string, string>
  /** How many leads are likely, by the id of a cap, `21`. */
  likely: ReadonlyMap<string, string>
  /** Of all leads. */
  all: DayOutlook | null
}

export const NO_OUTLOOK: Outlook = { caps: new Map(), likely: new Map(), all: null }

export const OutlookContext = createContext<Outlook>(NO_OUTLOOK)

export function useCapOutlook(id: string): string | undefined {
  return use(OutlookContext).caps.get(id)
}
