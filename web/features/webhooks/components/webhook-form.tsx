import { Button, Checkbox, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useRef, useState } from 'react'
import { checkInput, type FieldError } from '#contract/check.ts'
import { webhookTexts } from '#contract/texts/webhooks.ts'
import { Webhook as StandingWebhook, WebhookDraft } from '#contract/webhooks.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks/event.ts'
import type { Webhook } from '#domain/webhooks/webhook.ts'
import { messageOf } from '#web/lib/api.ts'
import { listClashes, standingOf } from '#web/lib/standing.ts'
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

interface Values {
  url: string
  events: readonly WebhookEvent[]
  isOn: boolean
}

function valuesOf(webhook: Webhook | null): Values {
  return { url: webhook?.url ?? '', events: webhook?.events ?? [], isOn: webhook === null || webhook.state === 'on' }
}

function contentOf({ url, events, isOn }: Values): string {
  return JSON.stringify([url.trim(), events, isOn])
}

/** Adds or changes an endpoint. A refusal shows at its field, and nothing typed is lost. */
export function WebhookForm({ webhook, onKey, onClosed }: WebhookFormProps) {
  const dialog = useDialog(onClosed)
  const add = useAddWebhook()
  const change = useChangeWebhook(webhook?._id ?? '')
  const [target, setTarget] = useState(webhook)
  const element = useRef<HTMLFormElement>(null)
  const start = valuesOf(webhook)
  const [url, setUrl] = useState(start.url)
  const [events, setEvents] = useState(start.events)
  const [isOn, setOn] = useState(start.isOn)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const isPending = add.isPending || change.isPending
  const typed = contentOf({ url, events, isOn })
  const discard = useDiscard(typed !== contentOf(valuesOf(target)), dialog.close)

  const showErrors = (message: string, errors: readonly FieldError[]) =>
    showProblems(element.current, message, () =>
      setProblems(new Map(errors.map((error) => [error.path.split('.')[0] ?? '', error.message]))),
    )

  const finish = () => {
    toastSuccess(webhookTexts.saved)
    dialog.close()
  }

  /** Takes over what somebody else changed and nobody changed here. Returns what both changed. */
  const adopt = (before: Webhook, current: Webhook) => {
    const [was, is] = [valuesOf(before), valuesOf(current)]
    const isChosen = (event: WebhookEvent) => events.includes(event)
    if (url === was.url) setUrl(is.url)
    setEvents(
      WEBHOOK_EVENTS.filter((event) =>
        isChosen(event) === was.events.includes(event) ? is.events.includes(event) : isChosen(event),
      ),
    )
    if (isOn === was.isOn) setOn(is.isOn)
    setTarget(current)
    return listClashes({ url }, { url: was.url }, { url: is.url })
  }

  const submit = async () => {
    if (isPending) return
    const draft = { url, events: [...events] }
    const checked = checkInput(WebhookDraft, draft)
    if (!checked.ok) return showErrors(checked.problem.message, checked.problem.errors)
    try {
      if (target) {
        await change.mutateAsync({ ...draft, isOn, version: target.version })
        return finish()
      }
      const { secret } = await add.mutateAsync(draft)
      onKey({ title: 'Endpoint added: its key', secret })
      dialog.close()
    } catch (error) {
      const current = standingOf(error, StandingWebhook)
      // A save whose answer was lost.
      if (current && contentOf(valuesOf(current)) === typed) return finish()
      const clashes = target && current ? adopt(target, current) : []
      showErrors(messageOf(error), [...clashes, ...fieldErrorsOf(error)])
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
