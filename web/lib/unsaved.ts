import { useEffect } from 'react'

export const NOT_SAVED = 'Your changes on this page are not saved.'

/** One entry for each form with unsaved changes. */
const unsaved = new Set<object>()

export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const form = {}
    unsaved.add(form)
    return () => void unsaved.delete(form)
  }, [isDirty])
}

export function hasUnsaved(): boolean {
  return unsaved.size > 0
}

let onWay = 0

/** Counts a change from its call until its answer. */
export function countOnWay(by: 1 | -1): void {
  onWay += by
}

export function isSaving(): boolean {
  return onWay > 0
}
