import { z } from 'zod'
import { createRandom, type Random } from '#sandbox/random.ts'
import { FEEDS } from './rows.ts'
import type { ShapeAnswer } from './shape.ts'

const share = z.number().min(0).max(1)

const when = {
  /** For so many requests; once where no probability is given, without end where one is. */
  times: z.int().min(1).optional(),
  /** Strikes a request with this probability, by a seeded die. */
  probability: share.optional(),
  seed: z.int().default(1),
  /** Only requests for this feed. */
  feed: z.enum(FEEDS).optional(),
}

/** What can go wrong, and when. Several may stand; the first that fits strikes, and delays come on top. */
export const FaultRule = z.discriminatedUnion('kind', [
  /** Breaks the connection after a share of the answer; 0: before any of it. */
  z.strictObject({ kind: z.literal('drop'), share: share.default(0.5), ...when }),
  z.strictObject({ kind: z.literal('delay'), milliseconds: z.int().min(0).max(600_000), ...when }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    /** Seconds, or an HTTP date. */
    retryAfter: z.union([z.int().min(0), z.string()]).optional(),
    ...when,
  }),
  /** A whole HTTP answer whose JSON ends early. */
  z.strictObject({ kind: z.literal('truncated-json'), share: share.default(0.5), ...when }),
  /** A web page with status 200. */
  z.strictObject({ kind: z.literal('html'), ...when }),
  /** Status 200 with an error inside, as the shape writes it. */
  z.strictObject({ kind: z.literal('soft-error'), message: z.string().default('Something went wrong.'), ...when }),
  /** Puts rows that nobody can read among the page's own; without `rows` the shape's choice. */
  z.strictObject({ kind: z.literal('bad-rows'), rows: z.array(z.unknown()).optional(), ...when }),
  /** Answers with the walk's former page once more. */
  z.strictObject({ kind: z.literal('repeated-page'), ...when }),
  /** The rows of the page in any order. */
  z.strictObject({ kind: z.literal('shuffled-page'), ...when }),
  /** The next page first, then this one. */
  z.strictObject({ kind: z.literal('swapped-pages'), ...when }),
  /** A right answer that is so many bytes long. */
  z.strictObject({
    kind: z.literal('huge-body'),
    bytes: z
      .int()
      .min(1)
      .default(33 * 1024 * 1024),
    ...when,
  }),
  z.strictObject({
    kind: z.literal('redirect'),
    location: z.url().default('https://elsewhere.example/leads'),
    ...when,
  }),
])

export type FaultRule = z.output<typeof FaultRule>
export type FaultRuleInput = z.input<typeof FaultRule>

export interface Faults {
  add(rule: FaultRule): void
  clear(): void
  /** The rules that still stand, with what is left of them. */
  list(): FaultRule[]
  /** What strikes this answer; uses up what it returns. */
  strike(answer: ShapeAnswer, canRepeat: boolean): Strike
}

export interface Strike {
  delay: number
  fault: Fault | null
}

export interface Fault {
  rule: Exclude<FaultRule, { kind: 'delay' }>
  random: Random
}

export function createFaults(): Faults {
  let standing: { rule: FaultRule; random: Random; left: number }[] = []
  return {
    add(rule) {
      const left = rule.times ?? (rule.probability === undefined ? 1 : Infinity)
      standing.push({ rule, random: createRandom('fault', rule.seed), left })
    },
    clear: () => void (standing = []),
    list: () => standing.map(({ rule, left }) => (left === Infinity ? rule : { ...rule, times: left })),
    strike(answer, canRepeat) {
      const struck: Strike = { delay: 0, fault: null }
      for (const entry of standing) {
        const { rule, random } = entry
        if ((struck.fault && rule.kind !== 'delay') || !fits(rule, answer, canRepeat)) continue
        if (rule.probability !== undefined && !random.chance(rule.probability)) continue
        entry.left -= 1
        if (rule.kind === 'delay') struck.delay += rule.milliseconds
        else struck.fault = { rule, random }
      }
      standing = standing.filter((entry) => entry.left > 0)
      return struck
    },
  }
}

/** A fault waits for an answer that it can spoil: one without rows has no rows to shuffle. */
function fits(rule: FaultRule, answer: ShapeAnswer, canRepeat: boolean): boolean {
  if (rule.feed && rule.feed !== answer.feed) return false
  switch (rule.kind) {
    case 'bad-rows':
      return answer.kind === 'page'
    case 'shuffled-page':
      return answer.kind === 'page' && answer.rows.length > 1
    case 'swapped-pages':
      return answer.kind === 'page' && answer.swap() !== null
    case 'repeated-page':
      return canRepeat
    default:
      return true
  }
}
