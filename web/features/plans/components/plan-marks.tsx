import { useQueries } from '@tanstack/react-query'
import { createContext, use, type ReactNode } from 'react'
import type { Answered } from '#contract/call.ts'
import type { planCalls } from '#contract/plans.ts'
import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { dayPlansQuery } from '../api.ts'
import classes from './plan-marks.module.css'

type PlannedCap = Answered<typeof planCalls.listDay>[number]

const NONE: ReadonlyMap<string, PlannedCap> = new Map()

/** The caps of a board that plans made, by id. */
const PlannedCaps = createContext(NONE)

/** Knows of the caps of some days which plans made them. */
export function PlanMarks({ days, children }: { days: readonly Day[]; children: ReactNode }) {
  const planned = useQueries({ queries: days.map(dayPlansQuery), combine })
  return <PlannedCaps value={planned}>{children}</PlannedCaps>
}

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

function combine(answers: readonly { data: PlannedCap[] | undefined }[]): ReadonlyMap<string, PlannedCap> {
  const all = answers.flatMap(({ data = [] }) => data)
  return all.length === 0 ? NONE : new Map(all.map((one) => [one.capId, one]))
}
