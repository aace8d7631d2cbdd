import { useState } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { toastError } from './toasts.ts'

interface Instant<Value> {
  shown: Value
  change: (value: Value) => void
}

/**
 * For a switch or a choice that is saved at once: it stands where it was put from the press on, whatever list comes
 * meanwhile, which may have been asked for before. A refusal is told and brings back what stands.
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
    // Whoever has pressed again since sees that.
    setWished((last) => (last === mine ? null : last))
  }
  return { shown: wished ? wished.value : standing, change: (value) => void change(value) }
}
