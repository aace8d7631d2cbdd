/** The plan that made a cap. If the cap's version is not `capVersion`, the cap was changed since. */
export interface PlannedCap {
  capVersion: number
  name: string
  note: string | null
}

export const NO_PLANS: ReadonlyMap<string, PlannedCap> = new Map()
