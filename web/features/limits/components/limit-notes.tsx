import { useQueries, useQuery } from '@tanstack/react-query'
import { createContext, use, type ReactNode } from 'react'
import type { CapKind } from '#domain/kernel/cap-kind.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { planAfter, type PlannedChange } from '#domain/limits/count.ts'
import type { Limit } from '#domain/limits/limit.ts'
import { isOverPlanned, sayFull, sayPlanned } from '#domain/sentences/limits.ts'
import { limitsOnQuery, limitsQuery, type ShownLimit } from '../api.ts'
import classes from './limits.module.css'

const NONE: readonly ShownLimit[] = []

/** The limits of a board's kind that say something of today, those that will be full first in front. */
const Standing = createContext(NONE)

/** Knows the limits of a board, for the heads of its geos and brokers. */
export function BoardLimits({ kind, children }: { kind: CapKind; children: ReactNode }) {
  const { data = NONE } = useQuery(limitsQuery)
  const own = data.filter((state) => state.limit.side === kind && sayPlanned(state) !== null && state.period !== null)
  return <Standing value={own.length === 0 ? NONE : own}>{children}</Standing>
}

/** What is planned against the first limit that names a geo; `before` stands before it, where there is one. */
export function GeoLimit({ geo, before }: { geo: string; before?: string }) {
  return <FirstLimit before={before} names={({ geos }) => geos.some((one) => foldGeo(one) === foldGeo(geo))} />
}

/** What is planned against the first limit that names a broker. */
export function BrokerLimit({ advertiserId }: { advertiserId: string }) {
  return <FirstLimit names={({ advertiserIds }) => advertiserIds.includes(advertiserId)} />
}

function FirstLimit({ names, before }: { names: (limit: Limit) => boolean; before?: string | undefined }) {
  const state = use(Standing).find(({ limit }) => names(limit))
  if (!state) return null
  const full = sayFull(state)
  return (
    <>
      {before}
      <span
        className={isOverPlanned(state) ? classes.over : undefined}
        title={`Limit “${state.limit.name}”${full === null ? '' : `, ${full}`}`}
      >
        {sayPlanned(state)}
      </span>
    </>
  )
}

interface LimitNotesProps {
  kind: CapKind
  /** What saving would change. */
  changes: readonly Omit<PlannedChange, 'side'>[]
}

/** Most sentences that have room beside a button. */
const SHOWN = 2

/** What would be planned against the limits that changes touch, once they are saved: those that are over first. */
export function LimitNotes({ kind, changes }: LimitNotesProps) {
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
          {state.limit.name}: {sayPlanned(state)}
        </span>
      ))}
    </>
  )
}

/** A limit of several days of one period is one. */
function combine(answers: readonly { data: ShownLimit[] | undefined }[]): readonly ShownLimit[] {
  const all = answers.flatMap(({ data = [] }) => data).filter(({ period }) => period !== null)
  return [...new Map(all.map((state) => [keyOf(state), state])).values()]
}

function keyOf({ limit, period }: ShownLimit): string {
  return `${limit._id} ${period?.start}`
}
