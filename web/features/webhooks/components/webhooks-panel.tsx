import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Webhook } from '#domain/webhooks/webhook.ts'
import { countOf } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { useNow } from '#web/lib/clock.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useRotateKey, webhooksQuery } from '../api.ts'
import { KeyDialog, type TellKey } from './key-dialog.tsx'
import { RemoveWebhook } from './remove-webhook.tsx'
import { RotateKey } from './rotate-key.tsx'
import { WebhookCard, type WebhookTask } from './webhook-card.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookHistory } from './webhook-history.tsx'
import page from '#web/ui/page.module.css'
import classes from './webhooks.module.css'

/** The endpoint is as it was when the task began, so that nobody saves over what came meanwhile. */
type Task = { task: WebhookTask; webhook: Webhook } | { task: 'add' | 'history' }

/** The endpoints of other systems, and their deliveries. */
export function WebhooksPanel({ zone, zoneLabel }: { zone: Zone; zoneLabel: string }) {
  const { data, error, refetch } = useQuery(webhooksQuery)
  const now = useNow(15_000)
  const [task, setTask] = useState<Task | null>(null)
  const [key, setKey] = useState<TellKey | null>(null)
  // It outlives its dialog, so that a repeat in another one is known as a repeat.
  const rotate = useRotateKey()
  const end = () => setTask(null)
  if (error && !data) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} radius={12} />
  return (
    <div className={page.panel}>
      <div className={page.bar}>
        <p className={classes.about}>
          {countOf(data.length, 'endpoint')}. Times in {zoneLabel}.
        </p>
        <Button variant="default" onClick={() => setTask({ task: 'history' })}>
          History
        </Button>
        <Button onClick={() => setTask({ task: 'add' })}>Add an endpoint</Button>
      </div>
      {data.length === 0 && (
        <EmptyState title="No endpoints yet.">
          An endpoint is an address of one of your systems. Capline sends a signed message to it when a cap changes, a
          pause begins, a deposit comes, and more.
        </EmptyState>
      )}
      {data.map((each) => (
        <WebhookCard
          key={each.webhook._id}
          shown={each}
          zone={zone}
          now={now}
          onTask={(next) => setTask({ task: next, webhook: each.webhook })}
        />
      ))}
      {task?.task === 'add' && <WebhookForm webhook={null} onKey={setKey} onClosed={end} />}
      {task?.task === 'change' && <WebhookForm webhook={task.webhook} onKey={setKey} onClosed={end} />}
      {task?.task === 'rotate' && (
        <RotateKey webhook={task.webhook} zone={zone} rotate={rotate} onKey={setKey} onClosed={end} />
      )}
      {task?.task === 'remove' && <RemoveWebhook webhook={task.webhook} onClosed={end} />}
      {task?.task === 'history' && <WebhookHistory zone={zone} onClosed={end} />}
      {key && <KeyDialog {...key} onClosed={() => setKey(null)} />}
    </div>
  )
}
