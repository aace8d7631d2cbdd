import { callTexts } from '#contract/texts/calls.ts'
import { pauseTexts, sayPauseRefusal } from '#contract/texts/pauses.ts'
import type { PauseWire, pauseCalls } from '#contract/pauses.ts'
import { formatInstant, formatOptionalInstant } from '#domain/kernel/instant.ts'
import type { Pause } from '#domain/pauses/pause.ts'
import { presentChanges } from '#platform/http/history.ts'
import { answer, problem, type Handlers, type Refusal } from '#platform/http/reply.ts'
import { pauseScopes, resumePauses, undoPauses, type PauseCommit, type PauseEditRefusal } from './edit-service.ts'
import { makeTableFile } from '#platform/table-file.ts'
import { columnsOf, rowOf } from './table-routes.ts'
import {
  countPausedLeads,
  readAllPauses,
  readPauseHistory,
  readPausesOfDay,
  readStandingPauses,
  type PauseDeps,
} from './service.ts'

const words = pauseTexts

export function pauseRoutes(deps: PauseDeps): Handlers<typeof pauseCalls> {
  return {
    async listDay({ params }) {
      return answer(200, (await readPausesOfDay(deps.db, params.date)).map(presentPause))
    },
    async listStanding() {
      const pauses = await readStandingPauses(deps.db, deps.clock.now())
      const leads = await countPausedLeads(deps.db, pauses)
      return answer(
        200,
        pauses.map((pause) => ({ ...presentPause(pause), leads: leads.get(pause._id) ?? 0 })),
      )
    },
    async export({ query }) {
      const { zone, pauses } = await readAllPauses(deps.db)
      const rows = pauses.map((pause) => rowOf(pause, zone))
      const sheet = { name: 'Pauses', columns: columnsOf(zone), rows }
      return answer(200, makeTableFile(query.format ?? 'csv', ['capline', 'pauses'], [sheet]))
    },
    async begin({ body }, { member }) {
      const { from = null, until = null, reason, note = null } = body
      const scopes = body.scopes.map(({ geo = null, advertiserId = null, sourceNumber = null }) => ({
        geo,
        advertiserId,
        sourceNumber,
      }))
      const wish = { scopes, from, until, reason, note: note || null, keeps: body.keeps ?? [] }
      const result = await pauseScopes(deps, member, wish, 'board')
      return result.ok ? answer(200, presentCommit(result.value)) : refusePause(result)
    },
    async end({ body }, { member }) {
      const result = await resumePauses(deps, member, body.ids)
      return result.ok ? answer(200, presentCommit(result.value)) : refusePause(result)
    },
    async undo({ params }, { member }) {
      const result = await undoPauses(deps, member, params.id)
      if (result.ok) return answer(200, presentCommit(result.value))
      switch (result.reason) {
        case 'pause.forbidden':
          return problem(403, callTexts.viewersReadOnly)
        case 'batch.not-found':
          return problem(404, words.notFound)
        case 'batch.changed-since':
          return problem(409, words.changedSince)
      }
    },
    async listHistory() {
      return answer(200, presentChanges(await readPauseHistory(deps.db), presentPause))
    },
  }
}

function presentPause(pause: Pause): PauseWire {
  return {
    ...pause,
    from: formatInstant(pause.from),
    until: formatOptionalInstant(pause.until),
    endedAt: formatOptionalInstant(pause.endedAt),
  }
}

function presentCommit({ batchId, pauses }: PauseCommit) {
  return { batchId, pauses: pauses.map(presentPause) }
}

function refusePause(refusal: PauseEditRefusal): Refusal {
  if (refusal.reason === 'pause.forbidden') return problem(403, words.mayNotPause)
  const message = sayPauseRefusal(refusal)
  return problem(400, message, { errors: [{ path: refusal.path, message }] })
}
