import { useEffect, useSyncExternalStore } from 'react'

export const NOT_SAVED = 'Your changes on this page are not saved.'

/** One entry for each form with unsaved changes. */
const unsaved = new Set<object>()

const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const form = {}
    unsaved.add(form)
    tell()
    return () => {
      unsaved.delete(form)
      tell()
    }
  }, [isDirty])
}

export function hasUnsaved(): boolean {
  return unsaved.size > 0
}

let onWay = 0

/** Counts a change from its call until its answer. The browser asks before the tab closes or reloads: the call ends with it. */
export function countOnWay(by: 1 | -1): void {
  onWay += by
  if (onWay > 0) window.addEventListener('beforeunload', holdTab)
  else window.removeEventListener('beforeunload', holdTab)
  tell()
}

function holdTab(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

export function isSaving(): boolean {
  return onWay > 0
}

/** What is left to save at the moment. */
export function useLeftToSave(): 'unsaved' | 'saving' | 'nothing' {
  return useSyncExternalStore(subscribe, () => (hasUnsaved() ? 'unsaved' : isSaving() ? 'saving' : 'nothing'))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
