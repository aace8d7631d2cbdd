import { Button, NativeSelect, Switch } from '@mantine/core'
import { useMemo } from 'react'
import type { MemberEditWire, TeamMember } from '#contract/team.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { nameOf, ROLES, type Role } from '#domain/team/member.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useInstant } from '#web/ui/use-instant.ts'
import { useChangeMember } from '../api.ts'
import { AliasCell } from './alias-cell.tsx'
import classes from './member-table.module.css'

/** Tasks with a dialog. */
export type MemberTask = 'remove' | 'sessions'

interface MemberTableProps {
  members: readonly TeamMember[]
  onTask: (task: MemberTask, member: TeamMember) => void
}

export function MemberTable({ members, onTask }: MemberTableProps) {
  const columns = useMemo(() => columnsOf(onTask), [onTask])
  return (
    <DataTable
      label="Team members"
      columns={columns}
      rows={members}
      keyOf={({ _id }) => _id}
      sortedBy={{ column: 'alias', descending: false }}
      isWide
    />
  )
}

const TASKS = [
  { task: 'sessions', label: 'Sessions', of: (name: string) => `Sessions of ${name}` },
  { task: 'remove', label: 'Remove', of: (name: string) => `Remove ${name}` },
] as const

function columnsOf(onTask: MemberTableProps['onTask']): Column<TeamMember>[] {
  return [
    {
      id: 'telegramId',
      label: 'Telegram ID',
      isHead: true,
      width: '140px',
      sortBy: ({ telegramId }) => telegramId,
      render: ({ telegramId }) => telegramId,
    },
    {
      id: 'handle',
      label: 'Handle',
      width: '18%',
      sortBy: ({ handle }) => handle,
      render: ({ handle }) => (handle === null ? <span className={classes.none}>none</span> : `@${handle}`),
    },
    { id: 'alias', label: 'Alias', sortBy: ({ alias }) => alias, render: (member) => <AliasCell member={member} /> },
    {
      id: 'role',
      label: 'Role',
      width: '130px',
      sortBy: ({ role }) => ROLES.indexOf(role),
      render: (member) => <RoleCell member={member} />,
    },
    {
      id: 'login',
      label: 'Allow web login',
      width: '150px',
      sortBy: ({ loginEnabled }) => !loginEnabled,
      render: (member) => <LoginCell member={member} />,
    },
    {
      id: 'actions',
      label: 'Actions',
      width: '180px',
      render: (member) => (
        <div className={classes.actions}>
          {TASKS.map(({ task, label, of }) => (
            <Button
              key={task}
              size="compact-sm"
              variant="default"
              aria-label={of(nameOf(member))}
              onClick={() => onTask(task, member)}
            >
              {label}
            </Button>
          ))}
        </div>
      ),
    },
  ]
}

function RoleCell({ member }: { member: TeamMember }) {
  const save = useSaveMember(member)
  const { shown, change } = useInstant(member.role, (role: Role) => save({ role }))
  return (
    <NativeSelect
      className={classes.role}
      size="xs"
      aria-label={`Role of ${nameOf(member)}`}
      data={[...ROLES]}
      value={shown}
      onChange={(event) => {
        const role = ROLES.find((known): known is Role => known === event.currentTarget.value)
        if (role) change(role)
      }}
    />
  )
}

function LoginCell({ member }: { member: TeamMember }) {
  const save = useSaveMember(member)
  const { shown, change } = useInstant(member.loginEnabled, (loginEnabled: boolean) => save({ loginEnabled }))
  return (
    <Switch
      aria-label={`Allow web login of ${nameOf(member)}`}
      checked={shown}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}

function useSaveMember(member: TeamMember) {
  const { mutateAsync } = useChangeMember(member._id)
  return async (edit: MemberEditWire) => {
    await mutateAsync(edit)
    toastSuccess(teamTexts.updated)
  }
}
