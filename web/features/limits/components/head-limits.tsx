import { createContext, lazy, Suspense, use, useState, type ReactNode } from 'react'
import type { CapKind } from '#domain/kernel/cap-kind.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { NO_LIMITS, type HeadLimit } from './head-limit.ts'
import classes from './head-limits.module.css'

/** The limits of a board's kind, those that fill first in front. */
const Told = createContext(NO_LIMITS)

const Source = lazy(async () => ({ default: (await import('./head-limits-source.tsx')).HeadLimitsSource }))

/** Provides the limits for the heads of a board, once its caps are loaded. */
export function HeadLimits({ kind, children }: { kind: CapKind; children: ReactNode }) {
  const [limits, setLimits] = useState(NO_LIMITS)
  return (
    <Told value={limits}>
      {children}
      <Suspense>
        <Source kind={kind} onLimits={setLimits} />
      </Suspense>
    </Told>
  )
}

/** The planned leads of the first limit that names a geo; `before` is a text in front. */
export function GeoLimit({ geo, before }: { geo: string; before?: string }) {
  const key = foldGeo(geo)
  return <Sentence limit={use(Told).find(({ geos }) => geos.has(key))} before={before} />
}

/** The planned leads of the first limit that names a broker. */
export function BrokerLimit({ advertiserId }: { advertiserId: string }) {
  return <Sentence limit={use(Told).find(({ advertiserIds }) => advertiserIds.has(advertiserId))} before=" " />
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
