import { useState } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { toastError } from './toasts.ts'

interface Instant<Value> {
  shown: Value
  change: (value: Value) => void
}

/**
 * For a switch or choice that is saved at once: it shows the new value from the press on, even if an older list
 * arrives. A refusal is shown and restores the saved value.
 */
export function useInstant<Value>(standing: Value, save: (value: Value) => Promise<unknown>): Instant<Value> {
  const [wished, setWished] = useState<{ value: Value } | null>(null)
  const change = async (value: Value) => {
    const mine = { value }
    setWished(mine)
    try {
      await save(value)
    } catch (error) {
      toastError(messageOf(error))
    }
    // A later press of the same person wins.
    setWished((last) => (last === mine ? null : last))
  }
  return { shown: wished ? wished.value : standing, change: (value) => void change(value) }
}
