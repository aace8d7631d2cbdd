import type { Day } from '#domain/kernel/day.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'

/** The planned leads of a limit in its period of a day, for the heads of its geos and brokers. */
export interface HeadLimit {
  day: Day
  geos: ReadonlySet<GeoKey>
  advertiserIds: ReadonlySet<string>
  /** `planned this week 620 of 500` */
  text: string
  title: string
  isOver: boolean
}

export const NO_LIMITS: readonly HeadLimit[] = []
