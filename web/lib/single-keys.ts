import { useSyncExternalStore } from 'react'
import { forget, readStored, storageKeys, store } from './storage.ts'

const OFF = 'off'

const listeners = new Set<() => void>()

/** Whether single letters are commands. People who speak their text, or press keys by accident, can switch them off. */
export function areSingleKeysOn(): boolean {
  return readStored(storageKeys.singleKeys) !== OFF
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn)
}

export function switchSingleKeys(on: boolean): void {
  if (on) forget(storageKeys.singleKeys)
  else store(storageKeys.singleKeys, OFF)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
