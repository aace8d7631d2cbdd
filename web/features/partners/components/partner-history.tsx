import type { Zone } from '#domain/kernel/zone.ts'
import type { Partner, PartnerKind } from '#domain/partners/partner.ts'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { partnerHistoryQuery } from '../api.ts'
import type { PartnerChange } from '../doors.ts'
import { KIND_WORDS, showKey } from './partner-kinds.ts'

interface PartnerHistoryProps {
  kind: PartnerKind
  zone: Zone
  onClosed: () => void
}

/** Who changed advertisers or publishers, and how. */
export function PartnerHistory({ kind, zone, onClosed }: PartnerHistoryProps) {
  return (
    <HistoryDialog
      of={`the ${KIND_WORDS[kind].many}`}
      query={partnerHistoryQuery(kind)}
      describe={describe}
      zone={zone}
      onClosed={onClosed}
    />
  )
}

function describe({ before, after }: PartnerChange): string {
  const partner = after ?? before
  if (!partner) return ''
  const who = `${showKey(partner.kind, partner.key)} ${partner.name}`
  if (!before) return `${who} was added`
  if (!after) return `${who} was deleted`
  return `${showKey(partner.kind, partner.key)}: ${differences(before, after).join(', ')}`
}

function differences(before: Partner, after: Partner): string[] {
  return [
    ...(before.name === after.name ? [] : [`name ${before.name} → ${after.name}`]),
    ...after.aliases.filter((alias) => !before.aliases.includes(alias)).map((alias) => `alias ${alias} added`),
    ...before.aliases.filter((alias) => !after.aliases.includes(alias)).map((alias) => `alias ${alias} removed`),
    ...after.groupIds.filter((id) => !before.groupIds.includes(id)).map((id) => `group ${id} linked`),
    ...before.groupIds.filter((id) => !after.groupIds.includes(id)).map((id) => `group ${id} unlinked`),
  ]
}
