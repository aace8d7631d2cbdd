import type { GeoKey } from '#domain/kernel/identity.ts'

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
