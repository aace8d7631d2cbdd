import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { partnersQuery } from '#web/features/partners/api.ts'

/** What the registered affiliates are called, by source. */
export function useSourceNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(partnersQuery('publisher'))
  return useMemo(() => new Map(data?.map(({ key, name }) => [key, name])), [data])
}
