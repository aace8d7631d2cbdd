import type { Answered } from '#contract/call.ts'
import type { limitCalls } from '#contract/limits.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { describeLimitScope, type Limit } from '#domain/limits/limit.ts'
import { sayNumber } from '#domain/sentences/limits.ts'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { limitHistoryQuery } from '../api.ts'

/** Who changed which limit, and how. */
export function LimitHistory({ zone, onClosed }: { zone: Zone; onClosed: () => void }) {
  return <HistoryDialog of="the limits" query={limitHistoryQuery} describe={describe} zone={zone} onClosed={onClosed} />
}

type LimitChange = Answered<typeof limitCalls.listHistory>[number]

function describe({ action, before, after }: LimitChange): string {
  const by = action === 'limit.undo' ? ' (undo)' : ''
  if (!before) return after ? `Added${by}: ${after.name}, ${listTerms(after).join(', ')}` : ''
  if (!after) return `Deleted${by}: ${before.name}, ${listTerms(before).join(', ')}`
  const [old, now] = [listTerms(before), listTerms(after)]
  const changed = now.flatMap((term, index) => (term === old[index] ? [] : [`${old[index] ?? ''} → ${term}`]))
  const name = before.name === after.name ? after.name : `${before.name} → ${after.name}`
  return `Changed${by}: ${[name, ...changed].join(', ')}`
}

/** The same number of parts for every limit. */
function listTerms(limit: Limit): string[] {
  const { firstDay, lastDay, note } = limit
  const days = firstDay === null && lastDay === null ? 'always' : `${firstDay ?? '…'} to ${lastDay ?? '…'}`
  return [sayNumber(limit), describeLimitScope(limit), days, note === null ? 'no note' : `“${note}”`]
}
