import { useQuery } from '@tanstack/react-query'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Partner, PartnerKind } from '#domain/partners/partner.ts'
import { messageOf } from '#web/lib/api.ts'
import { ChangeList } from '#web/ui/change-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
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
  const dialog = useDialog(onClosed)
  const { data, error, refetch } = useQuery(partnerHistoryQuery(kind))
  return (
    <Dialog title={`History of the ${KIND_WORDS[kind].many}`} size={560} dialog={dialog} onCloseAsked={dialog.close}>
      <ChangeList
        changes={data?.map((change) => ({ ...change, words: describe(change) }))}
        problem={error && !data ? messageOf(error) : null}
        onRetry={() => void refetch()}
        zone={zone}
      />
    </Dialog>
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
    ...after.groupIds.filter((id) => !before.groupIds.includes(id)).map((id) => `group ${id} linked`),
    ...before.groupIds.filter((id) => !after.groupIds.includes(id)).map((id) => `group ${id} unlinked`),
  ]
}
