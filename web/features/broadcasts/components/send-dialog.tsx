import { Button } from '@mantine/core'
import { useState } from 'react'
import type { RecipientRow } from '#contract/broadcasts.ts'
import { WITHOUT_CAPS, type Audience, type WithoutCaps } from '#domain/sentences/broadcast.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf } from '#domain/sentences/written.ts'
import { DayField } from '#web/ui/day-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import page from '#web/ui/page.module.css'
import classes from './send-dialog.module.css'

/** `isOver`: nothing is left to ask. `wrongTime`: what is wrong with the chosen time. */
export interface SendAnswer {
  isOver: boolean
  wrongTime?: string
}

interface SendDialogProps {
  audience: Audience
  chats: number
  recipients: number
  /** Chosen recipients without a chat, who get nothing. */
  silent: number
  /** Recipients with a chat, but without a cap on the message's day. */
  capless: readonly RecipientRow[]
  withoutCaps: WithoutCaps
  onWithoutCaps: (choice: WithoutCaps) => void
  zone: Zone
  zoneLabel: string
  tomorrow: Day
  isPending: boolean
  /** Null: at once. */
  onSend: (sendAt: Instant | null) => Promise<SendAnswer>
  onClosed: () => void
}

/** Asks before sending: a sent message cannot be taken back. */
export function SendDialog(props: SendDialogProps) {
  const { audience, chats, recipients, silent, capless, withoutCaps, onWithoutCaps } = props
  const { zone, zoneLabel, tomorrow, isPending, onSend, onClosed } = props
  const dialog = useDialog(onClosed)
  const who = audience === 'advertisers' ? 'advertiser' : 'publisher'
  const [isLater, setLater] = useState(false)
  const [typed, setTyped] = useState(`${tomorrow}T09:00`)
  const [wrongTime, setWrongTime] = useState<string | null>(null)
  const sendAt = isLater ? readSendTime(typed, zone) : null
  const send = async () => {
    const { isOver, wrongTime: refused = null } = await onSend(sendAt)
    setWrongTime(refused)
    if (isOver) dialog.close()
  }
  return (
    <Dialog title="Send this message?" size={440} dialog={dialog} busy={isPending} onCloseAsked={dialog.close}>
      <p className={classes.line}>
        It goes to <b>{countOf(chats, 'chat')}</b> of {countOf(recipients, who)}.{' '}
        {isLater ? 'You can cancel it until then.' : 'This cannot be undone.'}
      </p>
      {silent > 0 && (
        <p className={classes.dim}>
          {countOf(silent, who)} {silent === 1 ? 'has' : 'have'} no chat and {silent === 1 ? 'gets' : 'get'} nothing.
        </p>
      )}
      {capless.length > 0 && (
        <div className={classes.capless}>
          <p id="capless" className={classes.line}>
            {countOf(capless.length, who)} {capless.length === 1 ? 'has' : 'have'} no cap on that day:{' '}
            {nameSome(capless)}.
          </p>
          <Segments
            fullWidth
            size="xs"
            aria-labelledby="capless"
            disabled={isPending}
            data={WITHOUT_CAPS.map((value) => ({ value, label: CHOICES[value] }))}
            value={withoutCaps}
            onChange={onWithoutCaps}
          />
        </div>
      )}
      <div className={classes.when}>
        <Segments
          size="xs"
          aria-label="When"
          disabled={isPending}
          data={TIMES}
          value={isLater ? 'later' : 'now'}
          onChange={(value) => setLater(value === 'later')}
        />
        {isLater && (
          <DayField
            withTime
            size="xs"
            aria-label={`Time (${zoneLabel})`}
            disabled={isPending}
            value={typed}
            error={wrongTime}
            onChange={(next) => {
              setTyped(next)
              setWrongTime(null)
            }}
          />
        )}
        {isLater && <span className={classes.zone}>{zoneLabel}</span>}
      </div>
      <div className={`${page.foot} ${classes.foot}`}>
        <Button variant="default" onClick={dialog.close} disabled={isPending} data-autofocus>
          Cancel
        </Button>
        <Button disabled={isPending || (isLater ? sendAt === null : chats === 0)} onClick={() => void send()}>
          {isPending ? 'Sending…' : `${isLater ? 'Send later' : 'Send'} to ${countOf(chats, 'chat')}`}
        </Button>
      </div>
    </Dialog>
  )
}

const TIMES = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'Later' },
] as const

const CHOICES: Readonly<Record<WithoutCaps, string>> = { skip: 'Skip them', send: 'Send, saying “no caps”' }

const MOST_NAMED = 5

function nameSome(recipients: readonly RecipientRow[]): string {
  const named = recipients.slice(0, MOST_NAMED).map(({ name }) => name)
  const more = recipients.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

/** The instant at which a zone's clock shows `2026-11-26T08:00`; null if there is none. */
function readSendTime(typed: string, zone: Zone): Instant | null {
  const [, date = '', hour, minute] = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)$/.exec(typed) ?? []
  const day = parseDay(date)
  return day && zone.instantAt({ day, minutes: Number(hour) * 60 + Number(minute) })
}
