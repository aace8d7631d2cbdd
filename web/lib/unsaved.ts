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

/** What was typed over values that somebody else changed meanwhile: what was left alone has their value. */
export function rebase<Values extends object>(
  typed: Values,
  before: NoInfer<Values>,
  current: NoInfer<Values>,
): Values {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(current))]
  const merged = Object.entries(typed).map(([name, value]): [string, unknown] => [
    name,
    mergeField(value, was.get(name), is.get(name)),
  ])
  return { ...typed, ...Object.fromEntries(merged) }
}

function mergeField(typed: unknown, before: unknown, current: unknown): unknown {
  if (Array.isArray(typed) && Array.isArray(before) && Array.isArray(current)) {
    return typed.map((value, at): unknown => mergeField(value, before[at], current[at]))
  }
  return typed === before ? current : typed
}

export function hasUnsaved(): boolean {
  return unsaved.size > 0
}
