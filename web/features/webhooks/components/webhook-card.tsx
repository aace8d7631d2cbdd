import { Button } from '@mantine/core'
import { useState } from 'react'
import { webhookTexts } from '#contract/texts/webhooks.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { sayAnswer } from '#domain/sentences/webhooks.ts'
import { WEBHOOK_EVENTS } from '#domain/webhooks/event.ts'
import { countOf } from '#domain/sentences/written.ts'
import { ago, minutesSince } from '#web/lib/ago.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { ActionMenu } from '#web/ui/action-menu.tsx'
import { toastError, toastInfo } from '#web/ui/toasts.ts'
import { useTestWebhook, type ShownWebhook } from '../api.ts'
import { Deliveries } from './deliveries.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { StateMark, type Standing } from '#web/ui/state-mark.tsx'
import page from '#web/ui/page.module.css'
import classes from './webhooks.module.css'

/** Tasks with a dialog. */
export type WebhookTask = 'change' | 'rotate' | 'remove'

interface WebhookCardProps {
  shown: ShownWebhook
  zone: Zone
  now: Instant
  onTask: (task: WebhookTask) => void
}

/** One endpoint: its events, its answers and its actions. */
export function WebhookCard({ shown, zone, now, onTask }: WebhookCardProps) {
  const { webhook, health } = shown
  const [isOpen, setOpen] = useState(false)
  const test = useTestWebhook(webhook._id)
  const { tone, words, problem } = describe(shown, now)
  const titleId = `webhook-${webhook._id}`
  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess: () => {
        toastInfo(webhookTexts.testSent)
        setOpen(true)
      },
      onError: (error) => toastError(messageOf(error)),
    })
  return (
    <article className={classes.card} aria-labelledby={titleId}>
      <header className={classes.head}>
        <h3 id={titleId} className={classes.url}>
          {webhook.url}
        </h3>
        <StateMark tone={tone} words={words} isBoxed />
      </header>
      {problem !== null && <p className={classes.problem}>{problem}</p>}
      <Facts>
        <Fact label="Events">
          {webhook.events.length === WEBHOOK_EVENTS.length ? 'all' : webhook.events.join(', ')}
        </Fact>
        <Fact label="Last answer">
          {health.last ? `${sayAnswer(health.last.status)}, ${ago(minutesSince(health.last.at, now))}` : 'none yet'}
        </Fact>
        <Fact label="Waiting">{countOf(health.waiting, 'message')}</Fact>
        {health.oldKeyUntil !== null && (
          <Fact label="The old key signs too">until {formatMoment(health.oldKeyUntil, zone)}</Fact>
        )}
      </Facts>
      <div className={page.acts}>
        <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Deliveries
        </Button>
        <Button
          variant="default"
          size="xs"
          loading={test.isPending}
          disabled={webhook.state !== 'on'}
          onClick={sendTest}
        >
          Send a test
        </Button>
        <Button variant="default" size="xs" onClick={() => onTask('change')}>
          Change
        </Button>
        <ActionMenu
          label={`More for ${webhook.url}`}
          actions={[
            { label: 'New key', run: () => onTask('rotate') },
            { label: 'Remove', run: () => onTask('remove') },
          ]}
        />
      </div>
      {isOpen && <Deliveries webhook={webhook} zone={zone} />}
    </article>
  )
}

function describe({ webhook, health }: ShownWebhook, now: Instant): Standing & { problem: string | null } {
  const { failedSince, failing, waiting, last } = health
  if (webhook.state === 'off') {
    const held =
      waiting > 0 ? 'Messages that were waiting are kept. They are sent when the endpoint is on again.' : null
    return { tone: 'quiet', words: 'Off', problem: held }
  }
  if (webhook.state === 'gone') {
    const why = 'It answered 410: this address is no longer in use. Change the endpoint to turn it on again.'
    return { tone: 'bad', words: 'Off: gone', problem: why }
  }
  if (failing) {
    const why = 'Nothing got through for a day, and messages were given up. New messages are still sent.'
    return { tone: 'bad', words: 'Failing', problem: why }
  }
  if (failedSince !== null) {
    const since = ago(minutesSince(failedSince, now))
    const why = `It started to fail ${since}. Each message is tried again for a day.`
    return { tone: 'warn', words: 'Trying again', problem: why }
  }
  return last ? { tone: 'good', words: 'Works', problem: null } : { tone: 'quiet', words: 'On', problem: null }
}
