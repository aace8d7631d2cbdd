/** The plan that made a cap; of another version than `capVersion` the cap was changed since. */
export interface PlannedCap {
  capVersion: number
  name: string
  note: string | null
}

export const NO_PLANS: ReadonlyMap<string, PlannedCap> = new Map()
