import type { leadCalls } from '#contract/leads.ts'
import { leadTexts } from '#contract/texts/leads.ts'
import type { zoneCalls } from '#contract/zone.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { problem, type Handlers } from '#platform/http/reply.ts'
import { judgeStatus, listStatuses, reviewStatuses, type SeenStatus, type StatusDeps } from './status-service.ts'
import { readZoneChange, type PreviewZone, type ZoneDeps } from './zone-service.ts'

type StatusCalls = Pick<typeof leadCalls, 'listStatuses' | 'judgeStatus' | 'reviewStatuses'>

/** Calls about lead statuses. The calls of the lead list are elsewhere. */
export function statusRoutes(deps: StatusDeps): Handlers<StatusCalls> {
  const { db } = deps
  return {
    async listStatuses() {
      return { status: 200, body: (await listStatuses(db)).map(presentStatus) }
    },
    async judgeStatus({ params, body }, { member }) {
      const judged = await judgeStatus(deps, member, params.key, body.invalid)
      if (judged.ok) return { status: 200, body: presentStatus(judged.value) }
      return judged.reason === 'status.unknown' ? problem(404, leadTexts.unknownStatus) : problem(400, judged.sentence)
    },
    async reviewStatuses({ body }, { member }) {
      return { status: 200, body: (await reviewStatuses(deps, member, body.keys)).map(presentStatus) }
    },
  }
}

function presentStatus({ spellings, ...status }: SeenStatus) {
  return { ...status, spellings: spellings.map(({ status: name, leads }) => ({ status: name, leads })) }
}

export function zoneRoutes(deps: Pick<ZoneDeps, 'db'> & { previewZone: PreviewZone }): Handlers<typeof zoneCalls> {
  return {
    async preview({ query }) {
      return { status: 200, body: await deps.previewZone(query.zone) }
    },
    async change() {
      const standing = await readZoneChange(deps)
      if (!standing) return { status: 200, body: { change: null } }
      const { zone, requestedBy, requestedAt, share } = standing
      return { status: 200, body: { change: { zone, requestedBy, requestedAt: formatInstant(requestedAt), share } } }
    },
  }
}
