import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { webhookTexts } from '#contract/texts/webhooks.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { sayAnswer } from '#domain/sentences/webhooks.ts'
import { MOST_TRIES } from '#domain/webhooks/delivery.ts'
import { MOST_DELIVERIES, type Webhook } from '#domain/webhooks/webhook.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { ChevronIcon } from '#web/ui/icons.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError, toastInfo } from '#web/ui/toasts.ts'
import { deliveriesQuery, useReplay, type ShownDelivery } from '../api.ts'
import { StateMark, type Standing } from '#web/ui/state-mark.tsx'
import unfold from '#web/ui/unfold.module.css'
import classes from './deliveries.module.css'

/** The latest messages of an endpoint; opened, each shows its body and the answer. */
export function Deliveries({ webhook, zone }: { webhook: Webhook; zone: Zone }) {
  const { data, error, refetch } = useQuery(deliveriesQuery(webhook._id))
  if (error && !data) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} radius={12} />
  if (data.length === 0) return <p className={classes.none}>No deliveries yet. Send a test to see the answer.</p>
  return (
    <ul className={classes.list} aria-label={`Deliveries to ${webhook.url}`}>
      {data.map((delivery) => (
        <li key={delivery._id}>
          <Delivery delivery={delivery} isOn={webhook.state === 'on'} zone={zone} />
        </li>
      ))}
      {data.length === MOST_DELIVERIES && <li className={classes.end}>Older deliveries are not shown.</li>}
    </ul>
  )
}

interface DeliveryProps {
  delivery: ShownDelivery
  /** Of its endpoint. */
  isOn: boolean
  zone: Zone
}

function Delivery({ delivery, isOn, zone }: DeliveryProps) {
  const { _id, type, state, createdAt, status, answer, tries, triedAt, dueAt, tookMilliseconds } = delivery
  const { tone, words } = describe(delivery)
  const replay = useReplay(_id)
  const sendAgain = () =>
    replay.mutate(undefined, {
      onSuccess: () => toastInfo(webhookTexts.replayed),
      onError: (failure) => toastError(messageOf(failure)),
    })
  return (
    <details>
      <summary className={`${unfold.summary} ${classes.summary}`}>
        <ChevronIcon size={12} />
        <span className={`${unfold.when} ${classes.when}`}>{formatMoment(createdAt, zone)}</span>
        <span className={classes.type}>{type}</span>
        <StateMark tone={tone} words={words} />
      </summary>
      <div className={`${unfold.detail} ${classes.detail}`}>
        <p>
          <code>{_id}</code>
        </p>
        {triedAt !== null && (
          <p>
            {countOf(tries, 'try', 'tries')} of {MOST_TRIES} since it was queued. The last at{' '}
            {formatMoment(triedAt, zone)}: {sayAnswer(status)}
            {tookMilliseconds === null ? '' : `, after ${formatCount(tookMilliseconds)} ms`}.
            {dueAt !== null && isOn && ` The next at ${formatMoment(dueAt, zone)}.`}
          </p>
        )}
        {state === 'queued' && !isOn && <p>It waits until the endpoint is on.</p>}
        {answer !== null && answer !== '' && (
          <>
            <p className={classes.label}>{status === null ? 'Why' : 'Its answer began with'}</p>
            <pre className={classes.text}>{answer}</pre>
          </>
        )}
        <p className={classes.label}>What was sent</p>
        <pre className={classes.text}>{indent(delivery.body)}</pre>
        {(state !== 'queued' || (isOn && triedAt !== null)) && (
          <div>
            <Button variant="default" size="xs" loading={replay.isPending} onClick={sendAgain}>
              {state === 'queued' ? 'Send now' : 'Send again'}
            </Button>
          </div>
        )}
      </div>
    </details>
  )
}

function describe({ state, status, tries }: ShownDelivery): Standing {
  if (state === 'delivered') return { tone: 'good', words: `Delivered, ${sayAnswer(status)}` }
  if (state === 'failed') return { tone: 'bad', words: `Given up, ${sayAnswer(status)}` }
  return tries === 0
    ? { tone: 'busy', words: 'Waits' }
    : { tone: 'warn', words: `Tried ${tries}×, ${sayAnswer(status)}` }
}

/** Indented if it is JSON, else unchanged. */
function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
