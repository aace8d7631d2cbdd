import { z } from 'zod/mini'

/** The body of every refusal. `message` is a sentence for people. `current` has the current state in a conflict. */
export const Problem = z.object({
  message: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  current: z.optional(z.unknown()),
})

export type Problem = z.output<typeof Problem>

export type Checked<T> = { ok: true; value: T } | { ok: false; problem: Problem & { errors: FieldError[] } }

export interface FieldError {
  /** The field's path, such as `cap` or `advertisers.3.name`. */
  path: string
  message: string
}

/**
 * Checks an input as the server does, so a form shows the same errors before it sends. The problem's message is the
 * first error; each field is named once.
 */
export function checkInput<S extends z.ZodMiniType>(schema: S, input: unknown): Checked<z.output<S>> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors = new Map<string, FieldError>()
  for (const error of listErrors(parsed.error.issues)) if (!errors.has(error.path)) errors.set(error.path, error)
  const all = [...errors.values()]
  return { ok: false, problem: { message: all[0]?.message ?? '', errors: all } }
}

/** The most unknown fields that an answer names, so that it is never larger than its request. */
export const MOST_UNKNOWN = 20

/** Lists the errors with their paths. An unknown field is an error. */
export function listErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  return issues.flatMap((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, MOST_UNKNOWN) : null
    const paths = unknown?.map((key) => [...issue.path, key]) ?? [issue.path]
    return paths.map((path) => ({ path: path.map(String).join('.'), message: issue.message }))
  })
}
