import type { Answered } from '#contract/call.ts'
import type { connectorCalls } from '#contract/connectors.ts'
import { labelOfPlace } from '#contract/texts/connector-places.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { connectorHistoryQuery } from '../../connector-api.ts'

/** Who set up, changed, paused or removed which feed. */
export function ConnectorHistory({ zone, onClosed }: { zone: Zone; onClosed: () => void }) {
  return (
    <HistoryDialog
      of="the feeds that were set up here"
      query={connectorHistoryQuery}
      describe={describe}
      zone={zone}
      onClosed={onClosed}
    />
  )
}

type Change = Answered<typeof connectorCalls.listHistory>[number]
type Kept = NonNullable<Change['after']>

function describe({ action, before, after }: Change): string {
  const connector = after ?? before
  if (!connector) return ''
  switch (action) {
    case 'connector.created':
      return `Set up: ${[connector.name, connector.preset, ...listTerms(connector)].join(', ')}`
    case 'connector.removed':
      return `Removed: ${connector.name}; its leads stayed`
    case 'connector.paused':
      return `Paused: ${connector.name}`
    case 'connector.resumed':
      return `Resumed: ${connector.name}`
    default:
      return `Changed: ${[connector.name, ...listChanges(before, connector)].join(', ')}`
  }
}

function listTerms({ url, terms }: Kept): string[] {
  return [url, ...terms.map(({ place, value }) => `${labelOfPlace(place)} ${value}`)]
}

function listChanges(before: Kept | null, after: Kept): string[] {
  const old = new Set(before ? listTerms(before) : [])
  const now = listTerms(after)
  const gone = [...old].filter((term) => !now.includes(term)).map((term) => `no longer ${term}`)
  const entered = after.entered.map((secret) => `${labelOfPlace(secret).toLowerCase()} replaced`)
  return [...now.filter((term) => !old.has(term)), ...gone, ...entered]
}
