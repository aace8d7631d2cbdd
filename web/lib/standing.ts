import type { z } from 'zod/mini'
import { ApiError } from '#contract/client.ts'

/** What stands there now, of a refusal because somebody else changed it; null of any other. */
export function standingOf<Schema extends z.ZodMiniType>(error: unknown, schema: Schema): z.output<Schema> | null {
  const standing = error instanceof ApiError && error.status === 409 ? schema.safeParse(error.details.current) : null
  return standing?.success ? standing.data : null
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
