import { createContext, use } from 'react'
import type { Cap } from '#domain/caps/cap.ts'
import classes from './plan-mark.module.css'

/** The plan that made a cap; of another version than `capVersion` the cap was changed since. */
export interface PlannedCap {
  capVersion: number
  name: string
  note: string | null
}

export const NO_PLANS: ReadonlyMap<string, PlannedCap> = new Map()

/** The caps of a board that plans made, by id. */
export const PlannedCaps = createContext(NO_PLANS)

/** That a plan made the first of some caps that one did; more where the pointer rests. Nothing where none did. */
export function PlanMark({ caps }: { caps: readonly Cap[] }) {
  const planned = use(PlannedCaps)
  const cap = planned.size === 0 ? undefined : caps.find(({ _id }) => planned.has(_id))
  const made = cap && planned.get(cap._id)
  if (!made) return null
  const since = made.capVersion === cap.version ? '' : ', changed by hand since'
  return (
    <span className={classes.mark} title={`Made by the plan ${made.name}${made.note ? ` (${made.note})` : ''}${since}`}>
      Plan
    </span>
  )
}
