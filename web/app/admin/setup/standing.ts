import { useSyncExternalStore } from 'react'
import { forget, readStored, storageKeys, store } from '#web/lib/storage.ts'

/** `done` once all steps were done, `hidden` if somebody hid the list; null if it is shown. */
export type SetupStanding = 'done' | 'hidden' | null

const listeners = new Set<() => void>()

/** Whether this browser shows the steps that are left. */
export function useSetupStanding(): SetupStanding {
  return useSyncExternalStore(subscribe, readStanding)
}

export function keepSetupStanding(standing: SetupStanding): void {
  if (standing === null) forget(storageKeys.setup)
  else store(storageKeys.setup, standing)
  for (const listener of listeners) listener()
}

function readStanding(): SetupStanding {
  const stored = readStored(storageKeys.setup)
  return stored === 'done' || stored === 'hidden' ? stored : null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
