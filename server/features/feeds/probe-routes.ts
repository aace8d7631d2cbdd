import { writeSampleDeposit, writeSampleLead, type feedTestCalls } from '#contract/feed-test.ts'
import { feedTestTexts, sayWorks, syncTexts } from '#contract/texts/feeds.ts'
import type { Handlers } from '#platform/http/reply.ts'
import { probeConnectors, type Probe, type ProbeDeps } from './probe-service.ts'

const words = feedTestTexts

export function feedTestRoutes(deps: ProbeDeps): Handlers<typeof feedTestCalls> {
  return {
    async test() {
      const connectors = (await probeConnectors(deps)).map(presentProbe)
      const failed = connectors.find(({ ok }) => !ok)
      const message = connectors.length === 0 ? syncTexts.missingConfiguration : (failed?.message ?? words.works)
      return { status: 200, body: { ok: connectors.length > 0 && !failed, message, connectors } }
    },
  }
}

function presentProbe({ connector, failure, leads, deposits, badRows, oddStatuses, leadsOn }: Probe) {
  const isEmpty = leads.length + deposits.length + badRows.length === 0
  const none = leadsOn ? words.emptyLately : words.empty
  return {
    connector,
    ok: failure === null,
    message: failure ?? (isEmpty ? none : sayWorks(words.works, oddStatuses)),
    leads: leads.map(writeSampleLead),
    deposits: deposits.map(writeSampleDeposit),
    badRows,
  }
}
