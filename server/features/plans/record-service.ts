import { z } from 'zod'
import { CAP_KINDS } from '#domain/caps/cap.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { Plan } from '#domain/plans/plan.ts'
import type { Member } from '#domain/team/member.ts'
import { actorOf, readHistory, recordBatch, type ChangeOf, type Kept } from '#server/features/history/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { StoredDay } from '#platform/json.ts'

const whole = z.custom<number>(Number.isSafeInteger)

export const KEPT_PLAN: Kept<Plan> = {
  subject: 'plan',
  standing: z.object({
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
  }),
}

export interface PlanChange {
  before: Plan | null
  after: Plan | null
}

/** Writes the history of plans as one commit and announces it to open screens. Returns the commit's id. */
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
        subject: KEPT_PLAN.subject,
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

/** Newest first. */
export async function readPlanHistory(db: Database, of: { subjectId: string } | 'all'): Promise<ChangeOf<Plan>[]> {
  return readHistory(db, KEPT_PLAN, of)
}
