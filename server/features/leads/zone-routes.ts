import type { zoneCalls } from '#contract/zone.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { Handlers } from '#platform/http/reply.ts'
import { previewZone, readZoneChange, type ZoneDeps } from './zone-service.ts'

export function zoneRoutes(deps: Pick<ZoneDeps, 'db'>): Handlers<typeof zoneCalls> {
  return {
    async preview({ query }) {
      return { status: 200, body: await previewZone(deps, query.zone) }
    },
    async change() {
      const standing = await readZoneChange(deps)
      if (!standing) return { status: 200, body: { change: null } }
      const { zone, requestedBy, requestedAt, share } = standing
      return { status: 200, body: { change: { zone, requestedBy, requestedAt: formatInstant(requestedAt), share } } }
    },
  }
}
