import { useQueries } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import type { Cap } from '#domain/caps/cap.ts'
import { computeRemaining, type PaceClock } from '#domain/caps/pace.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone, LocalTime } from '#domain/kernel/zone.ts'
import type { Pause } from '#domain/pauses/pause.ts'
import { createPausedOf, findHolding } from '#domain/pauses/paused-caps.ts'
import { dayPausesQuery } from '../api.ts'

/** What is paused of the caps of a board. */
export interface BoardPauses {
  zone: Zone
  /** The pause that stops a cap's traffic now, or at the beginning of its day; null where none does. */
  holding: (cap: Cap) => Pause | null
}

/** With what is done about them; null where they are only looked at. */
export interface PauseWork extends BoardPauses {
  /** Asks until when these caps are to be paused. */
  begin: ((caps: readonly Cap[]) => void) | null
  /** Lets the traffic of a pause flow again. */
  resume: ((pause: Pause) => void) | null
}

export const PausesContext = createContext<PauseWork | null>(null)

/** Null outside of a board. */
export function usePauses(): PauseWork | null {
  return use(PausesContext)
}

/** The pauses of some days, and a clock that knows them: caps do as well as they can while they are paused. */
export function useBoardPauses(days: readonly Day[], zone: Zone, now: LocalTime): BoardPauses & { clock: PaceClock } {
  const pauses = useQueries({ queries: days.map(dayPausesQuery), combine })
  const pausedOf = useMemo(() => createPausedOf(pauses, zone), [pauses, zone])
  const clock = useMemo((): PaceClock => ({ ...now, pausedOf }), [now, pausedOf])
  const held = useMemo((): BoardPauses => {
    const known = new Map<string, Pause | null>()
    const holding = (cap: Cap) => {
      if (pauses.length === 0) return null
      const found = known.get(cap._id)
      if (found !== undefined) return found
      const pause = findHolding(pauses, cap, now, zone)
      known.set(cap._id, pause)
      return pause
    }
    return { zone, holding }
  }, [pauses, zone, now])
  return useMemo(() => ({ ...held, clock }), [held, clock])
}

/** Leads that caps would still get and are held back. */
export function sumHeld(caps: readonly Cap[], { holding }: Pick<BoardPauses, 'holding'>): number {
  return caps.reduce((sum, cap) => sum + (holding(cap) ? computeRemaining(cap.actualCount, cap.cap) : 0), 0)
}

const NOTHING: readonly Pause[] = []

function combine(answers: readonly { data: Pause[] | undefined }[]): readonly Pause[] {
  const byId = new Map(answers.flatMap(({ data = [] }) => data.map((pause) => [pause._id, pause] as const)))
  return byId.size === 0 ? NOTHING : [...byId.values()]
}
