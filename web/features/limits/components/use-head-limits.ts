import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CapKind } from '#domain/kernel/cap-kind.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { isOverPlanned, sayFull, sayPlanned } from '#domain/sentences/limits.ts'
import { limitsQuery, type ShownLimit } from '../api.ts'
import { NO_LIMITS, type HeadLimit } from './head-limits.tsx'

/** What the heads of a board say of the limits of its kind that hold today. */
export function useHeadLimits(kind: CapKind): readonly HeadLimit[] {
  const { data } = useQuery(limitsQuery)
  return useMemo(() => {
    const told = (data ?? []).flatMap((state) => (state.limit.side === kind && state.period ? (tell(state) ?? []) : []))
    return told.length === 0 ? NO_LIMITS : told
  }, [data, kind])
}

function tell(state: ShownLimit): HeadLimit | null {
  const text = sayPlanned(state)
  if (text === null) return null
  const { name, geos, advertiserIds } = state.limit
  const full = sayFull(state)
  return {
    geos: new Set(geos.map(foldGeo)),
    advertiserIds: new Set(advertiserIds),
    text,
    title: `Limit “${name}”${full === null ? '' : `, ${full}`}`,
    isOver: isOverPlanned(state),
  }
}
