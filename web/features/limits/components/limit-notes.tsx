import { useQueries } from '@tanstack/react-query'
import { use } from 'react'
import type { CapKind } from '#domain/kernel/cap-kind.ts'
import { planAfter, type PlannedChange } from '#domain/limits/count.ts'
import { isOverPlanned, sayPlanned } from '#domain/sentences/limits.ts'
import { TodayContext } from '#web/lib/clock.ts'
import { limitsOnQuery, type ShownLimit } from '../state-api.ts'
import classes from './limits.module.css'

interface LimitNotesProps {
  kind: CapKind
  /** What saving changes. */
  changes: readonly Omit<PlannedChange, 'side'>[]
}

/** Sentences that fit beside a button. */
const SHOWN = 2

/** The limits that some changes touch, with their planned leads after saving. Exceeded limits come first. */
export function LimitNotes({ kind, changes }: LimitNotesProps) {
  const today = use(TodayContext)
  const days = [...new Set(changes.map(({ day }) => day))].toSorted()
  const states = useQueries({ queries: days.map(limitsOnQuery), combine })
  const own = changes.map((change) => ({ ...change, side: kind }))
  const after = states.flatMap((state) => {
    const planned = planAfter(state.limit, state, own)
    return planned === null || sayPlanned(state) === null ? [] : [{ ...state, planned }]
  })
  const [first, ...others] = after.toSorted((a, b) => Number(isOverPlanned(b)) - Number(isOverPlanned(a)))
  if (!first) return null
  return (
    <>
      {[first, ...others].slice(0, SHOWN).map((state) => (
        <span key={keyOf(state)} className={isOverPlanned(state) ? classes.over : undefined}>
          {' · '}
          {state.limit.name}: {sayPlanned(state, today)}
        </span>
      ))}
    </>
  )
}

/** Several days of one period list its limit once. */
function combine(answers: readonly { data: ShownLimit[] | undefined }[]): readonly ShownLimit[] {
  const all = answers.flatMap(({ data = [] }) => data).filter(({ period }) => period !== null)
  return [...new Map(all.map((state) => [keyOf(state), state])).values()]
}

function keyOf({ limit, period }: ShownLimit): string {
  return `${limit._id} ${period?.start}`
}
