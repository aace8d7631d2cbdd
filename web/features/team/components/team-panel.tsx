import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TeamMember } from '#contract/team.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { foldHandle } from '#domain/team/sign-in.ts'
import { countOf } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBar } from '#web/ui/list-bar.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { teamQuery } from '../api.ts'
import { AddMember } from './add-member.tsx'
import { MemberSessions } from './member-sessions.tsx'
import { MemberTable, type MemberTask } from './member-table.tsx'
import { RemoveMember } from './remove-member.tsx'
import { TeamHistory } from './team-history.tsx'
import page from '#web/ui/page.module.css'

/** The members and their roles. */
export function TeamPanel({ zone }: { zone: Zone }) {
  const { data: team, error, refetch } = useQuery(teamQuery)
  const [search, setSearch] = useState('')
  const [task, setTask] = useState<{ task: MemberTask; member: TeamMember } | null>(null)
  const [history, setHistory] = useState(false)
  const end = () => setTask(null)
  if (error && !team) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!team) return <Skeleton height={320} radius={12} />
  const found = team.filter((member) => matches(member, search))
  return (
    <div className={page.panel}>
      <AddMember />
      <ListBar
        label="Search members"
        search={search}
        onSearch={setSearch}
        count={search.trim() ? `${found.length} of ${countOf(team.length, 'member')}` : countOf(team.length, 'member')}
      >
        <Button variant="default" onClick={() => setHistory(true)}>
          History
        </Button>
      </ListBar>
      {found.length === 0 ? (
        <EmptyState isSmall>Nothing found. Search by Telegram ID, handle, alias or role.</EmptyState>
      ) : (
        <MemberTable members={found} onTask={(next, member) => setTask({ task: next, member })} />
      )}
      {task?.task === 'remove' && <RemoveMember member={task.member} onClosed={end} />}
      {task?.task === 'sessions' && <MemberSessions member={task.member} zone={zone} onClosed={end} />}
      {history && <TeamHistory zone={zone} onClosed={() => setHistory(false)} />}
    </div>
  )
}

function matches({ telegramId, handle, alias, role }: TeamMember, search: string): boolean {
  const wanted = foldHandle(search)
  if (wanted === null) return true
  return [telegramId, handle, alias, role].some((text) => text?.toLowerCase().includes(wanted))
}
