import type { Answered } from '#contract/call.ts'
import type { TeamMember, teamCalls } from '#contract/team.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { nameOf } from '#domain/team/member.ts'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { teamHistoryQuery } from '../api.ts'

/** Who changed the team, and how. */
export function TeamHistory({ zone, onClosed }: { zone: Zone; onClosed: () => void }) {
  return <HistoryDialog of="the team" query={teamHistoryQuery} describe={describe} zone={zone} onClosed={onClosed} />
}

type MemberChange = Answered<typeof teamCalls.listHistory>[number]

/** Events that are no change of a member's fields. */
const EVENTS: Readonly<Record<string, string>> = {
  'passkey.added': 'a passkey was added',
  'passkey.removed': 'a passkey was removed',
  'passkeys.removed': 'all passkeys were removed',
}

function describe({ action, before, after }: MemberChange): string {
  if (!before)
    return after ? `${nameOf(after)} was added as ${after.role}${after.loginEnabled ? '' : ', without web login'}` : ''
  if (!after) return `${nameOf(before)} was removed (${before.role})`
  return `${nameOf(after)}: ${EVENTS[action] ?? differences(before, after).join(', ')}`
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
