import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CapKind } from '#domain/kernel/cap-kind.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { isOverPlanned, sayFull, sayPlanned } from '#domain/sentences/limits.ts'
import { limitsQuery, type ShownLimit } from '../state-api.ts'
import { NO_LIMITS, type HeadLimit } from './head-limit.ts'

interface HeadLimitsSourceProps {
  kind: CapKind
  onLimits: (limits: readonly HeadLimit[]) => void
}

/** Reports today's limits of a kind for the heads of a board. */
export function HeadLimitsSource({ kind, onLimits }: HeadLimitsSourceProps) {
  const { data } = useQuery(limitsQuery)
  useEffect(() => {
    const told = (data ?? []).flatMap((state) => (state.limit.side === kind && state.period ? (tell(state) ?? []) : []))
    onLimits(told.length === 0 ? NO_LIMITS : told)
  }, [data, kind, onLimits])
  return null
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
