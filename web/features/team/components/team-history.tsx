import { useQuery } from '@tanstack/react-query'
import type { Answered } from '#contract/call.ts'
import type { TeamMember, teamCalls } from '#contract/team.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { nameOf } from '#domain/team/member.ts'
import { messageOf } from '#web/lib/api.ts'
import { ChangeList } from '#web/ui/change-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { teamHistoryQuery } from '../api.ts'

/** Who changed the team, and how. */
export function TeamHistory({ zone, onClosed }: { zone: Zone; onClosed: () => void }) {
  const dialog = useDialog(onClosed)
  const { data, error, refetch } = useQuery(teamHistoryQuery)
  return (
    <Dialog title="History of the team" size={560} dialog={dialog} onCloseAsked={dialog.close}>
      <ChangeList
        changes={data?.map((change) => ({ ...change, words: describe(change) }))}
        problem={error && !data ? messageOf(error) : null}
        onRetry={() => void refetch()}
        zone={zone}
      />
    </Dialog>
  )
}

type MemberChange = Answered<typeof teamCalls.listHistory>[number]

function describe({ before, after }: MemberChange): string {
  if (!before)
    return after ? `${nameOf(after)} was added as ${after.role}${after.loginEnabled ? '' : ', without web login'}` : ''
  if (!after) return `${nameOf(before)} was removed (${before.role})`
  return `${nameOf(after)}: ${differences(before, after).join(', ')}`
}

function differences(before: TeamMember, after: TeamMember): string[] {
  return [
    ...(before.role === after.role ? [] : [`role ${before.role} → ${after.role}`]),
    ...(before.alias === after.alias ? [] : [`alias ${before.alias ?? 'none'} → ${after.alias ?? 'none'}`]),
    ...(before.loginEnabled === after.loginEnabled
      ? []
      : [`web login ${sayAllowed(before.loginEnabled)} → ${sayAllowed(after.loginEnabled)}`]),
  ]
}

function sayAllowed(isAllowed: boolean): string {
  return isAllowed ? 'allowed' : 'not allowed'
}
