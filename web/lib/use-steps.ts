import { useCallback, useState } from 'react'

/** A state as it was before a step, and where on the screen that step was taken. */
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

/** Where a step is taken, and goes back to; steps of one run, such as the keys of a word, are taken back together. */
export interface StepPlace<Place> {
  place: Place
  run?: string | undefined
}

/** A state whose changes can be taken back and made again, step by step. */
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

  /** A change that is of no step: it holds in whatever is gone back to. */
  const amend = useCallback((change: (state: State) => State) => {
    const amended = (one: Step<State, Place>) => ({ ...one, state: change(one.state) })
    setSteps(({ now, past, future }) => ({ now: change(now), past: past.map(amended), future: future.map(amended) }))
  }, [])

  /** Answers where the step was that is taken back; null where there was none. */
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
      // What is typed after it is a step of its own.
      return { now: next.state, past: [...past, { ...next, state: now, run: null }], future: future.slice(0, -1) }
    })
    return steps.future.at(-1)?.place ?? null
  }

  return { now: steps.now, step, restart, amend, undo, redo }
}
