import type { GeoKey } from '#domain/kernel/identity.ts'

/** The planned leads of a limit, for the heads of its geos and brokers. */
export interface HeadLimit {
  geos: ReadonlySet<GeoKey>
  advertiserIds: ReadonlySet<string>
  /** `planned this week 620 of 500` */
  text: string
  title: string
  isOver: boolean
}

export const NO_LIMITS: readonly HeadLimit[] = []
