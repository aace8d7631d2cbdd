import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { CapKind } from '#domain/kernel/cap-kind.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { isOverPlanned, sayFull, sayPlanned } from '#domain/sentences/limits.ts'
import { limitsOnQuery, limitsTodayQuery, type ShownLimit } from '../state-api.ts'
import { NO_LIMITS, type HeadLimit } from './head-limit.ts'

interface HeadLimitsSourceProps {
  kind: CapKind
  days: readonly Day[]
  today: Day
  onLimits: (limits: readonly HeadLimit[]) => void
}

/** Reports the limits of a kind, today's and those of each day, for the heads of a board. */
export function HeadLimitsSource({ kind, days, today, onLimits }: HeadLimitsSourceProps) {
  const { data: ofToday } = useQuery(limitsTodayQuery(today))
  // An answer has every limit, also those that do not hold on its day: without one, no other day is asked for.
  const hasLimits = ofToday?.some(({ limit }) => limit.side === kind) ?? false
  const others = useMemo(() => (hasLimits ? days.filter((day) => day !== today) : []), [hasLimits, days, today])
  const ofOthers = useQueries({ queries: others.map(limitsOnQuery), combine })
  useEffect(() => {
    const told = [
      ...tellDay(kind, today, today, ofToday),
      ...others.flatMap((day, index) => tellDay(kind, today, day, ofOthers[index])),
    ]
    onLimits(told.length === 0 ? NO_LIMITS : told)
  }, [kind, today, ofToday, others, ofOthers, onLimits])
  return null
}

function combine(answers: readonly { data: ShownLimit[] | undefined }[]) {
  return answers.map(({ data }) => data)
}

function tellDay(kind: CapKind, today: Day, day: Day, states: readonly ShownLimit[] = []): HeadLimit[] {
  return states.flatMap((state) => (state.limit.side === kind && state.period ? (tell(day, state, today) ?? []) : []))
}

function tell(day: Day, state: ShownLimit, today: Day): HeadLimit | null {
  const text = sayPlanned(state, today)
  if (text === null) return null
  const { name, geos, advertiserIds } = state.limit
  const full = sayFull(state)
  return {
    day,
    geos: new Set(geos.map(foldGeo)),
    advertiserIds: new Set(advertiserIds),
    text,
    title: `Limit “${name}”: ${text}${full === null ? '' : `, ${full}`}`,
    isOver: isOverPlanned(state),
  }
}
