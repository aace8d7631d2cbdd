import { createContext, use } from 'react'
import { foldGeo, type GeoKey } from '#domain/kernel/identity.ts'
import classes from './head-limits.module.css'

/** What is planned against a limit, for the heads of whom it names. */
export interface HeadLimit {
  geos: ReadonlySet<GeoKey>
  advertiserIds: ReadonlySet<string>
  /** `planned this week 620 of 500` */
  text: string
  title: string
  isOver: boolean
}

export const NO_LIMITS: readonly HeadLimit[] = []

/** Of a board's kind, those that will be full first in front. */
export const HeadLimits = createContext(NO_LIMITS)

/** What is planned against the first limit that names a geo; `before` stands before it, where there is one. */
export function GeoLimit({ geo, before }: { geo: string; before?: string }) {
  const key = foldGeo(geo)
  return <Told limit={use(HeadLimits).find(({ geos }) => geos.has(key))} before={before} />
}

/** What is planned against the first limit that names a broker. */
export function BrokerLimit({ advertiserId }: { advertiserId: string }) {
  return <Told limit={use(HeadLimits).find(({ advertiserIds }) => advertiserIds.has(advertiserId))} before=" " />
}

function Told({ limit, before }: { limit: HeadLimit | undefined; before: string | undefined }) {
  if (!limit) return null
  return (
    <>
      {before}
      <span className={limit.isOver ? classes.over : undefined} title={limit.title}>
        {limit.text}
      </span>
    </>
  )
}
