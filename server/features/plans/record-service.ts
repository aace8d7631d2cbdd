import { z } from 'zod'
import { CAP_KINDS } from '#domain/caps/cap.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import { refuse, accept, type Result } from '#domain/kernel/result.ts'
import type { Plan } from '#domain/plans/plan.ts'
import type { Member } from '#domain/team/member.ts'
import {
  actorOf,
  areLastChanges,
  readBatch,
  readHistory,
  recordBatch,
  type StoredChange,
} from '#server/features/history/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { StoredDay } from '#platform/json.ts'

/** What the history calls a plan. */
const SUBJECT = 'plan'

export interface PlanChange {
  before: Plan | null
  after: Plan | null
}

/** Writes what became of plans to the history as one commit, and tells open screens; the id of the commit. */
export async function recordPlans(
  tx: Tx,
  deps: { clock: Clock },
  actor: Member,
  changes: readonly PlanChange[],
  undoes?: string,
): Promise<string> {
  const batchId = await recordBatch(tx, deps.clock, {
    actor: actorOf(actor),
    changes: changes.map(({ before, after }) => {
      const verb = before === null ? 'created' : after === null ? 'deleted' : 'changed'
      const by = undoes === undefined ? '' : ' by undo'
      return {
        action: `plan.${verb}${by}`,
        subject: SUBJECT,
        subjectId: (after ?? before)?._id ?? '',
        days: [],
        before,
        after,
      }
    }),
    ...(undoes !== undefined && { undoes }),
  })
  await announce(tx, { topic: 'plans', days: null })
  return batchId
}

export interface StoredPlanChange extends Omit<StoredChange, 'before' | 'after' | 'subjectId'>, PlanChange {
  planId: string
}

/** Newest first. */
export async function readPlanHistory(db: Database, of: { subjectId: string } | 'all'): Promise<StoredPlanChange[]> {
  return (await readHistory(db, SUBJECT, of)).map(toPlanChange)
}

export type BatchRefusal = { reason: 'batch.not-found' } | { reason: 'batch.changed-since' }

/** The changes of a commit, where each is the last of its plan. */
export async function readLastBatch(tx: Tx, batchId: string): Promise<Result<PlanChange[], BatchRefusal>> {
  const stored = await readBatch(tx, SUBJECT, batchId)
  if (stored.length === 0) return refuse({ reason: 'batch.not-found' })
  if (!(await areLastChanges(tx, SUBJECT, stored))) return refuse({ reason: 'batch.changed-since' })
  return accept(stored.map(toPlanChange))
}

const whole = z.custom<number>(Number.isSafeInteger)

/** A plan as its history keeps it; written by us and never changed, so anything else is a bug. */
const StoredPlan = z.object({
  _id: z.string(),
  kind: z.enum(CAP_KINDS),
  geo: z.string(),
  advertiserId: z.string().nullable(),
  sourceNumber: z.string().transform(foldSource),
  numbers: z.array(z.int().nullable()),
  workingHours: z.string().nullable(),
  alwaysOn: z.boolean(),
  cpa: z.custom<Cents>((value) => whole.safeParse(value).success).nullable(),
  crg: z.custom<BasisPoints>((value) => whole.safeParse(value).success).nullable(),
  everyWeeks: z.int(),
  firstDay: StoredDay,
  lastDay: StoredDay.nullable(),
  note: z.string().nullable(),
  createdBy: z.string(),
  version: z.int(),
})

function toPlanChange({ before, after, subjectId, ...change }: StoredChange): StoredPlanChange {
  const read = (plan: unknown): Plan | null => (plan === null ? null : StoredPlan.parse(plan))
  return { ...change, planId: subjectId, before: read(before), after: read(after) }
}
