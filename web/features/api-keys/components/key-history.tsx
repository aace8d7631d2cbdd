import type { Answered } from '#contract/call.ts'
import type { apiKeyCalls } from '#contract/api-keys.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { apiKeyHistoryQuery } from '../api.ts'
import { describeEnd, describeRights } from '../key-words.ts'

/** Who made and revoked keys. */
export function KeyHistory({ zone, onClosed }: { zone: Zone; onClosed: () => void }) {
  return (
    <HistoryDialog of="the API keys" query={apiKeyHistoryQuery} describe={describe} zone={zone} onClosed={onClosed} />
  )
}

type KeyChange = Answered<typeof apiKeyCalls.listHistory>[number]

function describe({ before, after }: KeyChange, zone: Zone): string {
  if (!after) return `${before?.name ?? ''} (${before?.hint ?? ''}_…) was revoked`
  const end = after.endsAt === null ? '' : `, to the end of ${describeEnd(after.endsAt, zone)}`
  return `${after.name} (${after.hint}_…) was made as ${after.role}: ${describeRights(after)}${end}`
}
