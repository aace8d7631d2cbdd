import { callTexts } from '#contract/texts/calls.ts'
import { limitTexts } from '#contract/texts/limits.ts'
import { sayMeant } from '#contract/texts/partners.ts'
import { MOST_DAYS, MOST_PERIODS, type limitCalls } from '#contract/limits.ts'
import type { Received } from '#contract/call.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { Limit } from '#domain/limits/limit.ts'
import { presentChanges } from '#platform/http/history.ts'
import { answer, problem, type Handlers, type Refusal } from '#platform/http/reply.ts'
import {
  readLimitHistory,
  removeLimit,
  undoLimit,
  writeLimit,
  type LimitRefusal,
  type SavedLimit,
} from './edit-service.ts'
import { makeTableFile } from '#platform/table-file.ts'
import { readLimitPeriods, readLimits, readLimitsOver, type LimitDeps } from './service.ts'
import { LIMIT_COLUMNS, toLimitRow } from './table-routes.ts'

const words = limitTexts

export function limitRoutes(deps: LimitDeps): Handlers<typeof limitCalls> {
  const saved = <S extends number>(status: S, result: Result<SavedLimit, LimitRefusal>) =>
    result.ok ? answer(status, presentSaved(result.value)) : refuseLimit(result)
  return {
    async list({ query }) {
      const states = await readLimits(deps.db, deps.clock.now(), query.date ?? null)
      return answer(
        200,
        states.map((state) => ({ ...state, limit: presentLimit(state.limit) })),
      )
    },
    async listPeriods({ params }) {
      const periods = await readLimitPeriods(deps.db, deps.clock.now(), params.id, MOST_PERIODS)
      return periods ? answer(200, periods) : problem(404, words.notFound)
    },
    async listRange({ query }) {
      const found = await readLimitsOver(deps.db, query, MOST_DAYS)
      if (found.ok) {
        return answer(
          200,
          found.value.map((one) => ({ ...one, limit: presentLimit(one.limit) })),
        )
      }
      const message = found.reason === 'range.reversed' ? words.reversed : words.tooLong(MOST_DAYS)
      return problem(400, message, { errors: [{ path: 'end', message }] })
    },
    async export({ query }) {
      const rows = (await readLimits(deps.db, deps.clock.now(), null)).map(toLimitRow)
      const sheet = { name: 'Limits', columns: LIMIT_COLUMNS, rows }
      return answer(200, makeTableFile(query.format ?? 'csv', ['capline', 'limits'], [sheet]))
    },
    async create({ body }, { member }) {
      return saved(201, await writeLimit(deps, member, { id: null, version: null, draft: draftOf(body) }))
    },
    async update({ params, body }, { member }) {
      const wish = { id: params.id, version: body.version ?? null, draft: draftOf(body) }
      return saved(200, await writeLimit(deps, member, wish))
    },
    async remove({ params }, { member }) {
      return saved(200, await removeLimit(deps, member, params.id))
    },
    async undo({ params }, { member }) {
      const result = await undoLimit(deps, member, params.id)
      if (result.ok) return answer(200, presentSaved(result.value))
      switch (result.reason) {
        case 'limit.forbidden':
          return problem(403, callTexts.viewersReadOnly)
        case 'batch.not-found':
          return problem(404, words.noChange)
        case 'batch.changed-since':
          return problem(409, words.changedSince)
      }
    },
    async listHistory() {
      return answer(200, presentChanges(await readLimitHistory(deps.db), presentLimit))
    },
  }
}

function draftOf({ version: _, ...draft }: Received<(typeof limitCalls)['create']>['body']) {
  const { firstDay = null, lastDay = null, note = null } = draft
  return { ...draft, firstDay, lastDay, note: note || null }
}

function presentLimit(limit: Limit) {
  const { geos, advertiserIds, sourceNumbers } = limit
  return { ...limit, geos: [...geos], advertiserIds: [...advertiserIds], sourceNumbers: [...sourceNumbers] }
}

function presentSaved({ limit, batchId }: SavedLimit) {
  return { limit: presentLimit(limit), batchId }
}

function refuseLimit(refusal: LimitRefusal): Refusal {
  switch (refusal.reason) {
    case 'limit.forbidden':
      return problem(403, callTexts.viewersReadOnly)
    case 'limit.not-found':
      return problem(404, words.notFound)
    case 'limit.stale':
      return problem(409, words.stale, { current: presentLimit(refusal.current) })
    default: {
      const message = explain(refusal)
      return problem(400, message, { errors: [{ path: refusal.field, message }] })
    }
  }
}

function explain(refusal: Extract<LimitRefusal, { field: string }>): string {
  switch (refusal.reason) {
    case 'limit.source-only':
      return words.sourceOnly
    case 'limit.no-advertisers':
      return words.noAdvertisers
    case 'limit.days-missing':
      return words.daysMissing
    case 'limit.reversed':
      return words.reversed
    case 'limit.unknown-advertiser':
      return words.unknownAdvertiser(refusal.advertiserId) + sayMeant(refusal.meant)
  }
}
