import type { scheduleCalls } from '#contract/schedules.ts'
import { parseTimeOfDay } from '#domain/schedules/due.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { Handlers } from '#platform/http/reply.ts'
import { previewSummary, type PreviewDeps } from './preview-service.ts'

export function scheduleRoutes(deps: PreviewDeps): Handlers<typeof scheduleCalls> {
  return {
    async nextSummary({ query: { time, zone } }) {
      const { at, overdue } = await previewSummary(deps, { zone, summaryAt: parseTimeOfDay(time) })
      return { status: 200, body: { at: formatInstant(at), overdue } }
    },
  }
}
