import type { z } from 'zod/mini'
import { ApiError } from '#contract/client.ts'
import { callTexts } from '#contract/texts/calls.ts'

/** What somebody else has saved meanwhile, from the refusal of a save; null of any other error. */
export function standingOf<Schema extends z.ZodMiniType>(error: unknown, schema: Schema): z.output<Schema> | null {
  const standing = error instanceof ApiError && error.status === 409 ? schema.safeParse(error.details.current) : null
  return standing?.success ? standing.data : null
}

/** Merges what was typed with what somebody else has saved meanwhile: a field that was not typed over takes their value. */
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

/** The fields that both changed, each with a sentence that says the other value. */
export function listClashes<Values extends object>(
  typed: Values,
  before: NoInfer<Values>,
  current: NoInfer<Values>,
): { path: string; message: string }[] {
  const textsOf = (values: Values) => new Map(Object.entries(values).map(([name, value]) => [name, sayValue(value)]))
  const [was, is] = [textsOf(before), textsOf(current)]
  return [...textsOf(rebase(typed, before, current))].flatMap(([path, merged]) => {
    const theirs = is.get(path) ?? ''
    return theirs === merged || theirs === was.get(path) ? [] : [{ path, message: callTexts.changedTo(theirs) }]
  })
}

function sayValue(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => sayValue(one) || '–').join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
