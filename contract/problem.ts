import { z } from 'zod/mini'

/** The body of every refusal. `message` is a sentence for people; `current` shows what stands where something conflicts. */
export const Problem = z.object({
  message: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  current: z.optional(z.unknown()),
})

export type Problem = z.output<typeof Problem>
