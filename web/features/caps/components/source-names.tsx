import { createContext, use } from 'react'
import type { SourceNames as Names } from '#domain/caps/filter.ts'

/** Names of the affiliates, by source; sources without a name are not in it. */
export const SourceNames = createContext<Names>(new Map())

/** `#49 Nordlys Media`, `#49` of one without a name. */
export function useSourceLabel(sourceNumber: string): string {
  const name = use(SourceNames).get(sourceNumber)
  return name === undefined || name === sourceNumber ? `#${sourceNumber}` : `#${sourceNumber} ${name}`
}

/** The same, as a part of a longer text. */
export function SourceLabel({ source }: { source: string }) {
  return useSourceLabel(source)
}
