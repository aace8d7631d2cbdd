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
  const [was, is] = [fieldsOf(before), fieldsOf(current)]
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

interface Clash {
  path: string
  message: string
}

/** The fields that both changed, each with a sentence that says the other value; of a list its entries, `numbers.0`. */
export function listClashes<Values extends object>(
  typed: Values,
  before: NoInfer<Values>,
  current: NoInfer<Values>,
): Clash[] {
  const [was, is] = [fieldsOf(before), fieldsOf(current)]
  return [...fieldsOf(typed)].flatMap(([path, value]) => findClashes(path, value, was.get(path), is.get(path)))
}

function fieldsOf(values: object): Map<string, unknown> {
  return new Map(Object.entries(values))
}

function findClashes(path: string, typed: unknown, before: unknown, current: unknown): Clash[] {
  if (Array.isArray(typed) && Array.isArray(before) && Array.isArray(current)) {
    return typed.flatMap((value, at) => findClashes(`${path}.${at}`, value, before[at], current[at]))
  }
  const isClash = typed !== before && current !== before && typed !== current
  return isClash ? [{ path, message: callTexts.changedTo(sayValue(current)) }] : []
}

function sayValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
