import { createContext, lazy, Suspense, use, useState, type ReactNode } from 'react'
import type { CapKind } from '#domain/kernel/cap-kind.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { NO_LIMITS, type HeadLimit } from './head-limit.ts'
import classes from './head-limits.module.css'

/** The limits of a board's kind, those that fill first in front. */
const Told = createContext(NO_LIMITS)

const Source = lazy(async () => ({ default: (await import('./head-limits-source.tsx')).HeadLimitsSource }))

interface HeadLimitsProps {
  kind: CapKind
  days: readonly Day[]
  today: Day
  children: ReactNode
}

/** Provides the limits for the heads of a board, once its caps are loaded. */
export function HeadLimits({ kind, days, today, children }: HeadLimitsProps) {
  const [limits, setLimits] = useState(NO_LIMITS)
  return (
    <Told value={limits}>
      {children}
      <Suspense>
        <Source kind={kind} days={days} today={today} onLimits={setLimits} />
      </Suspense>
    </Told>
  )
}

/** The planned leads of the first limit of a day that names a geo; `before` is a text in front. */
export function GeoLimit({ geo, day, before }: { geo: string; day: Day | undefined; before?: string }) {
  const key = foldGeo(geo)
  const limit = use(Told).find((told) => told.day === day && told.geos.has(key))
  return <Sentence limit={limit} before={before} />
}

/** The planned leads of the first limit of a day that names a broker. */
export function BrokerLimit({ advertiserId, day }: { advertiserId: string; day: Day | undefined }) {
  const limit = use(Told).find((told) => told.day === day && told.advertiserIds.has(advertiserId))
  return <Sentence limit={limit} before=" " />
}

function Sentence({ limit, before }: { limit: HeadLimit | undefined; before: string | undefined }) {
  if (!limit) return null
  return (
    <>
      {before}
      <span className={limit.isOver ? classes.over : classes.told} title={limit.title}>
        {limit.text}
      </span>
    </>
  )
}
