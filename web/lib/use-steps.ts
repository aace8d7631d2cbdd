import { useCallback, useState } from 'react'

/** A state before a step, and the place of the step on the screen. */
interface Step<State, Place> {
  state: State
  place: Place
  run: string | null
}

interface Steps<State, Place> {
  now: State
  past: readonly Step<State, Place>[]
  future: readonly Step<State, Place>[]
}

/** The place of a step, to which undo returns. Steps of one run, such as the keys of a word, are undone together. */
export interface StepPlace<Place> {
  place: Place
  run?: string | undefined
}

/** A state with undo and redo, step by step. */
export function useSteps<State, Place>(initial: State) {
  const [steps, setSteps] = useState<Steps<State, Place>>({ now: initial, past: [], future: [] })

  const step = useCallback((next: (before: State) => State, { place, run }: StepPlace<Place>) => {
    setSteps(({ now, past }) => {
      const goesOn = run !== undefined && past.at(-1)?.run === run
      const before: Step<State, Place> = { state: now, place, run: run ?? null }
      return { now: next(now), past: goesOn ? past : [...past, before], future: [] }
    })
  }, [])

  /** Another state, from which nothing leads back. */
  const restart = useCallback((next: (before: State) => State) => {
    setSteps(({ now }) => ({ now: next(now), past: [], future: [] }))
  }, [])

  /** A change outside of the steps: it stays through undo and redo. */
  const amend = useCallback((change: (state: State) => State) => {
    const amended = (one: Step<State, Place>) => ({ ...one, state: change(one.state) })
    setSteps(({ now, past, future }) => ({ now: change(now), past: past.map(amended), future: future.map(amended) }))
  }, [])

  /** Undoes a step and returns its place; null if there is none. */
  const undo = (): Place | null => {
    setSteps(({ now, past, future }) => {
      const last = past.at(-1)
      if (!last) return { now, past, future }
      return { now: last.state, past: past.slice(0, -1), future: [...future, { ...last, state: now }] }
    })
    return steps.past.at(-1)?.place ?? null
  }

  const redo = (): Place | null => {
    setSteps(({ now, past, future }) => {
      const next = future.at(-1)
      if (!next) return { now, past, future }
      // Later typing is a new step.
      return { now: next.state, past: [...past, { ...next, state: now, run: null }], future: future.slice(0, -1) }
    })
    return steps.future.at(-1)?.place ?? null
  }

  return { now: steps.now, step, restart, amend, undo, redo }
}
