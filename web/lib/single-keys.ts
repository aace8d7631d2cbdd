import { useSyncExternalStore } from 'react'
import { forget, readStored, storageKeys, store } from './storage.ts'

const OFF = 'off'

const listeners = new Set<() => void>()

/** Whether single letters are commands. People who dictate, or press keys by accident, can switch them off. */
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

/** Whether keys go to an editable element, so that they are no commands. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  // Asked last: the browser brings all styles up to date before it answers.
  return target.matches('input:not([type=checkbox], [type=radio]), textarea, select') || target.isContentEditable
}
