import { Button, Checkbox, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useRef, useState } from 'react'
import { checkInput, type FieldError } from '#contract/check.ts'
import { webhookTexts } from '#contract/texts/webhooks.ts'
import { WebhookDraft } from '#contract/webhooks.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks/event.ts'
import type { Webhook } from '#domain/webhooks/webhook.ts'
import { messageOf } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogFoot, useDiscard } from '#web/ui/discard-question.tsx'
import { Form } from '#web/ui/form.tsx'
import { fieldErrorsOf, showProblems } from '#web/ui/show-problems.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useAddWebhook, useChangeWebhook } from '../api.ts'
import type { TellKey } from './key-dialog.tsx'
import page from '#web/ui/page.module.css'
import classes from './webhooks.module.css'

/** The name of each event. */
const EVENT_LABELS: Readonly<Record<WebhookEvent, string>> = {
  'cap.changed': 'A cap was created, changed or deleted',
  'cap.reached': 'A cap reached a percentage of its number',
  'pause.began': 'A pause began',
  'pause.ended': 'A pause ended',
  'suggestion.made': 'A suggestion was made',
  'week.approved': 'A week was approved',
  'feed.failed': 'A lead feed started to fail',
  'feed.recovered': 'A lead feed works again',
  'deposit.seen': 'A deposit came',
}

interface WebhookFormProps {
  /** The endpoint as it was when the form opened; null for a new one. */
  webhook: Webhook | null
  onKey: (key: TellKey) => void
  onClosed: () => void
}

/** Adds or changes an endpoint. A refusal shows at its field, and nothing typed is lost. */
export function WebhookForm({ webhook, onKey, onClosed }: WebhookFormProps) {
  const dialog = useDialog(onClosed)
  const add = useAddWebhook()
  const change = useChangeWebhook(webhook?._id ?? '')
  const element = useRef<HTMLFormElement>(null)
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? [])
  const [isOn, setOn] = useState(webhook === null || webhook.state === 'on')
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const isPending = add.isPending || change.isPending
  const typed = JSON.stringify([url, events, isOn])
  const stood = JSON.stringify([webhook?.url ?? '', webhook?.events ?? [], webhook === null || webhook.state === 'on'])
  const discard = useDiscard(typed !== stood, dialog.close)

  const showErrors = (message: string, errors: readonly FieldError[]) =>
    showProblems(element.current, message, () =>
      setProblems(new Map(errors.map((error) => [error.path.split('.')[0] ?? '', error.message]))),
    )

  const submit = async () => {
    if (isPending) return
    const draft = { url, events: [...events] }
    const checked = checkInput(WebhookDraft, draft)
    if (!checked.ok) return showErrors(checked.problem.message, checked.problem.errors)
    try {
      if (webhook) {
        await change.mutateAsync({ ...draft, isOn, version: webhook.version })
        toastSuccess(webhookTexts.saved)
      } else {
        const { secret } = await add.mutateAsync(draft)
        onKey({ title: 'Endpoint added: its key', secret })
      }
      dialog.close()
    } catch (error) {
      showErrors(messageOf(error), fieldErrorsOf(error))
    }
  }

  const choose = (chosen: readonly WebhookEvent[]) => {
    setEvents(WEBHOOK_EVENTS.filter((event) => chosen.includes(event)))
    setProblems(new Map())
  }

  return (
    <Dialog
      title={webhook ? 'Change an endpoint' : 'Add an endpoint'}
      size={560}
      dialog={dialog}
      busy={isPending}
      onCloseAsked={discard.askToClose}
    >
      <Form ref={element} className={page.panel} noValidate onSubmit={submit}>
        <TextInput
          label="Address"
          description="Each event is sent there by POST over https."
          placeholder="https://example.org/hooks/capline"
          value={url}
          error={problems.get('url')}
          readOnly={isPending}
          spellCheck={false}
          inputMode="url"
          data-autofocus
          onChange={(event) => {
            setUrl(event.currentTarget.value)
            setProblems(new Map())
          }}
        />
        <fieldset className={classes.events} disabled={isPending}>
          <legend>Events</legend>
          <Checkbox
            label="All of them"
            checked={events.length === WEBHOOK_EVENTS.length}
            indeterminate={events.length > 0 && events.length < WEBHOOK_EVENTS.length}
            error={problems.get('events')}
            onChange={(event) => choose(event.currentTarget.checked ? WEBHOOK_EVENTS : [])}
          />
          {WEBHOOK_EVENTS.map((each) => (
            <Checkbox
              key={each}
              label={EVENT_LABELS[each]}
              description={each}
              checked={events.includes(each)}
              onChange={(event) =>
                choose(event.currentTarget.checked ? [...events, each] : events.filter((one) => one !== each))
              }
            />
          ))}
        </fieldset>
        {webhook && (
          <Switch
            label="Send to this endpoint"
            description="While it is off, new events are not sent, and waiting messages are kept."
            checked={isOn}
            disabled={isPending}
            onChange={(event) => setOn(event.currentTarget.checked)}
          />
        )}
        <DialogFoot discard={discard}>
          <Button variant="default" onClick={discard.askToClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {webhook ? 'Save endpoint' : 'Add endpoint'}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
