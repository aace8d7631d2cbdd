import type { z } from 'zod/mini'
import type { closingCalls, Closing, FullClosing as WireClosing } from '#contract/closings.ts'
import { closingTexts } from '#contract/texts/closings.ts'
import { dollarsFromCents } from '#domain/kernel/cents.ts'
import { formatInstant, formatOptionalInstant } from '#domain/kernel/instant.ts'
import { labelOfZone } from '#domain/kernel/zone.ts'
import { problem, type Handlers, type Refusal } from '#platform/http/reply.ts'
import { adjustAmount, adjustDeposit, takeAdjustmentBack, type AdjustRefusal } from './adjust-service.ts'
import { freezeReport, type FreezeDeps, type FreezeRefusal } from './freeze-service.ts'
import {
  approveWeek,
  payWeek,
  readClosing,
  readClosingHistory,
  readClosings,
  releaseWeek,
  reopenWeek,
  type FullClosing,
  type StepRefusal,
  type StoredAdjustment,
  type StoredClosing,
} from './service.ts'

const words = closingTexts

export function closingRoutes(deps: FreezeDeps): Handlers<typeof closingCalls> {
  return {
    async list() {
      return { status: 200, body: (await readClosings(deps.db)).map(presentClosing) }
    },
    async freeze({ body }, { member }) {
      const frozen = await freezeReport(deps, member, body.reportId)
      return frozen.ok ? { status: 201, body: presentFull(frozen.value) } : refuseFreeze(frozen)
    },
    async read({ params }) {
      const found = await readClosing(deps.db, params.id)
      return found ? { status: 200, body: presentFull(found) } : problem(404, words.notFound)
    },
    async adjust({ params, body }, { member }) {
      const done = await adjustAmount(deps, member, params.id, body)
      return done.ok ? { status: 201, body: presentFull(done.value) } : refuseStep(done)
    },
    async adjustDeposit({ params, body }, { member }) {
      const done = await adjustDeposit(deps, member, params.id, body)
      return done.ok ? { status: 201, body: presentFull(done.value) } : refuseStep(done)
    },
    async takeBack({ params }, { member }) {
      const done = await takeAdjustmentBack(deps, member, params.id, params.adjustmentId)
      return done.ok ? { status: 200, body: presentFull(done.value) } : refuseStep(done)
    },
    async approve({ params, body }, { member }) {
      const done = await approveWeek(deps, member, { id: params.id, version: body.version })
      return done.ok ? { status: 200, body: presentFull(done.value) } : refuseStep(done)
    },
    async reopen({ params, body }, { member }) {
      const done = await reopenWeek(deps, member, { id: params.id, version: body.version })
      if (done.ok) return { status: 200, body: presentFull(done.value) }
      return done.reason === 'closing.not-approved' ? problem(409, words.notReopenable) : refuseStep(done)
    },
    async pay({ params, body: { version, paidOn, reference } }, { member }) {
      const done = await payWeek(deps, member, { id: params.id, version }, { on: paidOn, reference })
      return done.ok ? { status: 200, body: presentFull(done.value) } : refuseStep(done)
    },
    async release({ params, query }, { member }) {
      const done = await releaseWeek(deps, member, { id: params.id, version: query.version })
      return done.ok ? { status: 204, body: undefined } : refuseStep(done)
    },
    async listHistory({ params }) {
      const history = await readClosingHistory(deps, params.id)
      if (!history) return problem(404, words.notFound)
      return {
        status: 200,
        body: history.map(({ id, at, actor, action, after }) => ({
          id,
          at: formatInstant(at),
          actor,
          action,
          note: readNote(after),
        })),
      }
    },
  }
}

type Reasons = (AdjustRefusal | StepRefusal)['reason']

/** With the field, if the refusal concerns one. */
const REFUSALS: Record<Reasons, readonly [status: 400 | 404 | 409, message: string, path?: string]> = {
  'closing.no-affiliate': [400, words.noAffiliate, 'affiliateId'],
  'closing.not-found': [404, words.notFound],
  'closing.no-deposit': [404, words.noDeposit],
  'closing.no-adjustment': [404, words.noAdjustment],
  'closing.changed': [409, words.changed],
  'closing.not-frozen': [409, words.notFrozen],
  'closing.not-approved': [409, words.notApproved],
  'closing.not-carried': [409, words.notCarried],
  'closing.earlier-frozen': [409, words.earlierFrozen],
  'closing.carries': [409, words.carries],
  'closing.deposit-twice': [409, words.depositTwice],
  'closing.settled-deposit': [409, words.settled],
  'closing.carried-line': [409, words.carriedLine],
}

function refuseFreeze(refusal: FreezeRefusal): Refusal {
  switch (refusal.reason) {
    case 'report.not-finished':
      return problem(404, words.notFinished)
    case 'report.too-early':
      return problem(409, words.tooEarly)
    case 'closing.overlaps':
      return problem(409, words.overlaps(refusal.current))
    case 'closing.other-zone':
      return problem(409, words.otherZone(refusal.beside, labelOfZone(refusal.beside.timezone)))
  }
}

function refuseStep({ reason }: { reason: Reasons }): Refusal {
  const [status, message, path] = REFUSALS[reason]
  return problem(status, message, path === undefined ? {} : { errors: [{ path, message }] })
}

function readNote(after: unknown): string {
  return typeof after === 'object' && after !== null && 'note' in after ? String(after.note) : ''
}

function presentClosing({ lines: _, ...closing }: StoredClosing): z.input<typeof Closing> {
  return {
    ...closing,
    frozenAt: formatInstant(closing.frozenAt),
    carriedAt: formatOptionalInstant(closing.carriedAt),
    approvedAt: formatOptionalInstant(closing.approvedAt),
    paidAt: formatOptionalInstant(closing.paidAt),
  }
}

function presentFull({ closing, lines, totalDue, adjustments }: FullClosing): z.input<typeof WireClosing> {
  return {
    ...presentClosing(closing),
    lines: lines.map((line) => ({
      ...line,
      payout: dollarsFromCents(line.payout),
      adjusted: dollarsFromCents(line.adjusted),
      carriedOver: dollarsFromCents(line.carriedOver),
      due: dollarsFromCents(line.due),
    })),
    totalDue: dollarsFromCents(totalDue),
    adjustments: adjustments.map(presentAdjustment),
  }
}

function presentAdjustment({ amount, price, createdAt, ...adjustment }: StoredAdjustment) {
  return {
    ...adjustment,
    amount: dollarsFromCents(amount),
    price: price === null ? null : dollarsFromCents(price),
    createdAt: formatInstant(createdAt),
  }
}
