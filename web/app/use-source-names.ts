import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { sourceNamesQuery } from '#web/features/partners/lists-api.ts'

/** What the affiliates behind sources are called, by source. */
export function useSourceNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(sourceNamesQuery)
  return useMemo(() => new Map(data?.map(({ sourceNumber, name }) => [sourceNumber, name])), [data])
}
