import type { planCalls, PlanLine, StandingPlan } from '#contract/plans.ts'
import { PREVIEW_DAYS } from '#contract/plans.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { sayMeant } from '#contract/texts/partners.ts'
import { planTexts } from '#contract/texts/plans.ts'
import { dollarsFromCents, percentFromBasisPoints } from '#domain/kernel/cents.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import type { Plan } from '#domain/plans/plan.ts'
import { WEEKDAYS } from '#domain/sentences/written.ts'
import { presentChange } from '#platform/http/history.ts'
import { answer, problem, type Handlers, type Refusal } from '#platform/http/reply.ts'
import { makeTableFile } from '#platform/table-file.ts'
import type { XlsxCell, XlsxColumn } from '#platform/xlsx.ts'
import { dayOffSheet } from './day-off-routes.ts'
import { readDaysOff } from './day-off-service.ts'
import { setPlanDay, type PlanDayRefusal } from './day-service.ts'
import type { DecidedPlan } from './make-service.ts'
import { readPlanHistory } from './record-service.ts'
import {
  changePlan,
  createPlans,
  previewPlans,
  readPlans,
  removePlan,
  type PlanDeps,
  type PlanRefusal,
  type SavedPlans,
} from './service.ts'
import { undoPlans, type PlanUndoRefusal } from './undo-service.ts'
import type { z } from 'zod/mini'
import { describePlace } from '#domain/caps/cap.ts'

const words = planTexts

export function planRoutes(deps: PlanDeps): Handlers<typeof planCalls> {
  const { db } = deps
  return {
    async list() {
      return answer(200, (await readPlans(db)).map(writePlan))
    },
    async create({ body }, { member }) {
      const result = await createPlans(deps, member, body.plans)
      return result.ok ? answer(201, presentSaved(result.value)) : refusePlan(result, 'plans')
    },
    async preview({ body }, { member }) {
      const result = await previewPlans(deps, member, { drafts: body.plans }, PREVIEW_DAYS)
      return result.ok ? answer(200, presentDays(result.value)) : refusePlan(result, 'plans')
    },
    async change({ params, body }, { member }) {
      const result = await changePlan(deps, member, { id: params.id, ...body })
      return result.ok ? answer(200, presentSaved(result.value)) : refusePlan(result)
    },
    async previewChange({ params, body }, { member }) {
      const result = await previewPlans(deps, member, { id: params.id, ...body }, PREVIEW_DAYS)
      return result.ok ? answer(200, presentDays(result.value)) : refusePlan(result)
    },
    async setDay({ params, body }, { member }) {
      const result = await setPlanDay(deps, member, { ...params, ...body })
      return result.ok ? answer(200, result.value) : refuseDay(result)
    },
    async remove({ params }, { member }) {
      const result = await removePlan(deps, member, params.id)
      return result.ok ? answer(200, result.value) : refusePlan(result)
    },
    async undo({ params }, { member }) {
      const result = await undoPlans(deps, member, params.id)
      return result.ok ? answer(200, result.value) : refuseUndo(result)
    },
    async listHistory({ query }) {
      const changes = await readPlanHistory(db, query.id === undefined ? 'all' : { subjectId: query.id })
      return answer(
        200,
        changes.map((change) => {
          const { batchId, subjectId } = change
          return { ...presentChange(change, writePlan), batchId, planId: subjectId }
        }),
      )
    },
    async export({ query }) {
      const file = makeTableFile(
        query.format ?? 'csv',
        ['capline', 'plans'],
        [
          { name: 'Plans', columns: COLUMNS, rows: (await readPlans(db)).map(toRow) },
          dayOffSheet(await readDaysOff(db)),
        ],
      )
      return answer(200, file)
    },
  }
}

function writePlan(plan: Plan): z.input<typeof StandingPlan> {
  const { cpa, crg } = plan
  return {
    ...plan,
    numbers: [...plan.numbers],
    cpa: cpa === null ? null : dollarsFromCents(cpa),
    crg: crg === null ? null : percentFromBasisPoints(crg),
  }
}

function presentSaved({ batchId, plans, days }: SavedPlans) {
  return { batchId, plans: plans.map(writePlan), days: presentDays(days) }
}

function presentDays(decided: readonly DecidedPlan[]): z.input<typeof PlanLine>[] {
  return decided.flatMap(({ acts }, plan) =>
    acts.map((act) => {
      const before = act.act === 'make' ? null : (act.cap?.cap ?? null)
      const isWritten = act.act === 'make' || act.act === 'change'
      const after = isWritten ? act.fields.cap : act.act === 'remove' ? null : before
      return { plan, day: act.day, state: act.act, before, after }
    }),
  )
}

const COLUMNS: XlsxColumn[] = [
  { heading: 'Kind', kind: 'text' },
  { heading: 'Geo', kind: 'text' },
  { heading: 'Advertiser ID', kind: 'text' },
  { heading: 'Source', kind: 'text' },
  ...WEEKDAYS.map((heading) => ({ heading, kind: 'count' as const })),
  { heading: 'Hours', kind: 'text' },
  { heading: 'CPA', kind: 'dollars' },
  { heading: 'CRG', kind: 'percent' },
  { heading: 'Every weeks', kind: 'count' },
  { heading: 'First day', kind: 'day' },
  { heading: 'Last day', kind: 'day' },
  { heading: 'Note', kind: 'text' },
  { heading: 'Created by', kind: 'text' },
]

function toRow(plan: Plan): XlsxCell[] {
  const { cpa, crg } = plan
  return [
    plan.kind,
    plan.geo,
    plan.advertiserId,
    plan.sourceNumber,
    ...plan.numbers,
    formatStoredHours(plan),
    cpa === null ? null : dollarsFromCents(cpa),
    crg === null ? null : percentFromBasisPoints(crg),
    plan.everyWeeks,
    plan.firstDay,
    plan.lastDay,
    plan.note,
    plan.createdBy,
  ]
}

/** `list`: the place of the plans in the body, so that the sentence appears at its field. */
function refusePlan(refusal: PlanRefusal, list?: string): Refusal {
  const at = (field: string) => (list !== undefined && 'index' in refusal ? `${list}.${refusal.index}.${field}` : field)
  const refuseField = (field: string, message: string) =>
    problem(400, message, { errors: [{ path: at(field), message }] })
  switch (refusal.reason) {
    case 'plan.not-found':
      return problem(404, words.notFound)
    case 'plan.stale':
      return problem(409, words.stale, { current: writePlan(refusal.current) })
    case 'plan.overlaps': {
      const { other, day } = refusal
      const message = words.overlaps(describePlace(other), other.firstDay, other.lastDay, day)
      return problem(409, message, { errors: [{ path: at('firstDay'), message }] })
    }
    case 'plan.unknown-advertiser':
      return refuseField('advertiserId', capTexts.unknownAdvertiser(refusal.advertiserId) + sayMeant(refusal.meant))
    case 'plan.ends-before-start':
      return refuseField('lastDay', words.endsBeforeStart)
    case 'plan.skipped':
      return refuseField('lastDay', words.skipped(refusal.nextWeek))
    case 'plan.no-numbers':
      return refuseField('numbers', words.noNumbers)
    case 'plan.past':
      return refuseField('from', words.past(refusal.today))
  }
}

function refuseDay(refusal: PlanDayRefusal): Refusal {
  if (refusal.reason === 'caps.forbidden') return problem(403, callTexts.viewersReadOnly)
  if (refusal.reason === 'plan.outside') {
    const message = words.outside(refusal.plan.firstDay, refusal.plan.lastDay)
    return problem(400, message, { errors: [{ path: 'day', message }] })
  }
  if (refusal.reason !== 'caps.refused') return refusePlan(refusal)
  const [first] = refusal.problems.map((one) => one.refusal)
  if (first?.reason === 'cap.unknown-advertiser') return problem(409, capTexts.unknownAdvertiser(first.advertiserId))
  return problem(409, capTexts.changedMeanwhile)
}

function refuseUndo(refusal: PlanUndoRefusal): Refusal {
  if (refusal.reason === 'batch.not-found') return problem(404, words.undo)
  return refusal.reason === 'batch.changed-since' ? problem(409, words.changedSince) : refusePlan(refusal)
}
