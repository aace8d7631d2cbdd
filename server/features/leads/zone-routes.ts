import type { zoneCalls } from '#contract/zone.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { Handlers } from '#platform/http/reply.ts'
import { readZoneChange, type PreviewZone, type ZoneDeps } from './zone-service.ts'

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
