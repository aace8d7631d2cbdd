import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey } from '#contract/api-keys.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { apiKeysQuery } from '../api.ts'
import { KeyHistory } from './key-history.tsx'
import { KeyTable } from './key-table.tsx'
import page from '#web/ui/page.module.css'
import classes from './keys.module.css'
import { MakeKey } from './make-key.tsx'
import { RevokeKey } from './revoke-key.tsx'

type Task = { kind: 'make' } | { kind: 'history' } | { kind: 'revoke'; key: ApiKey }

/** The keys with which programs call. */
export function KeysPanel({ zone }: { zone: Zone }) {
  const { data: keys, error, refetch } = useQuery(apiKeysQuery)
  const [task, setTask] = useState<Task | null>(null)
  const end = () => setTask(null)
  if (error && !keys) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!keys) return <Skeleton height={320} radius={12} />
  return (
    <div className={page.panel}>
      <div className={classes.bar}>
        <span role="status">{countOf(keys.length, 'key')}</span>
        <div className={page.acts}>
          <Button variant="default" onClick={() => setTask({ kind: 'history' })}>
            History
          </Button>
          <Button onClick={() => setTask({ kind: 'make' })}>Make a key</Button>
        </div>
      </div>
      {keys.length === 0 ? (
        <EmptyState isSmall>No API keys yet. A program needs one to call the API.</EmptyState>
      ) : (
        <KeyTable keys={keys} zone={zone} onRevoke={(key) => setTask({ kind: 'revoke', key })} />
      )}
      {task?.kind === 'make' && <MakeKey onClosed={end} />}
      {task?.kind === 'revoke' && <RevokeKey of={task.key} onClosed={end} />}
      {task?.kind === 'history' && <KeyHistory zone={zone} onClosed={end} />}
    </div>
  )
}
