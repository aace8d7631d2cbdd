import { createContext, use } from 'react'

/** What the affiliates behind sources are called, by source; those without a name are not in it. */
export const SourceNames = createContext<ReadonlyMap<string, string>>(new Map())

/** `#49 Nordlys Media`, `#49` of one without a name. */
export function useSourceLabel(sourceNumber: string): string {
  const name = use(SourceNames).get(sourceNumber)
  return name === undefined || name === sourceNumber ? `#${sourceNumber}` : `#${sourceNumber} ${name}`
}

/** The same, where it is not the only thing that is said. */
export function SourceLabel({ source }: { source: string }) {
  return useSourceLabel(source)
}
