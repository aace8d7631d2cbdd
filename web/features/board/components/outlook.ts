import { createContext, use } from 'react'

/** What is expected of today, in words, where there is history enough to say so. */
export interface Outlook {
  /** By the id of a cap. */
  caps: ReadonlyMap<string, string>
  /** How many leads are likely, by the id of a cap, `21`. */
  likely: ReadonlyMap<string, string>
  /** Of all leads: `About 371 by midnight`, `(350 to 390)`. */
  all: { likely: string; span: string } | null
}

export const NO_OUTLOOK: Outlook = { caps: new Map(), likely: new Map(), all: null }

export const OutlookContext = createContext<Outlook>(NO_OUTLOOK)

export function useCapOutlook(id: string): string | undefined {
  return use(OutlookContext).caps.get(id)
}
