import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Backfill, FeedStatus } from '#contract/feed-status.ts'
import { addDays } from '#domain/kernel/day.ts'
import { addMilliseconds, type Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { Meter } from '#web/ui/meter.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { DayField } from '#web/ui/day-field.tsx'
import { Form } from '#web/ui/form.tsx'
import { useStartBackfill, useStopBackfill } from '../api.ts'
import page from '#web/ui/page.module.css'
import classes from './feeds-panel.module.css'

interface BackfillBoxProps {
  feed: FeedStatus
  zone: Zone
  now: Instant
}

/** The days of a backfill, as they are typed. */
interface Days {
  from: string
  to: string
}

/** Reads past days again, beside the usual runs. */
export function BackfillBox({ feed, zone, now }: BackfillBoxProps) {
  const { backfill } = feed
  const today = zone.dayOf(now)
  // Kept while one runs in place of the form.
  const days = useState<Days>({ from: addDays(today, -7), to: today })
  if (backfill && (backfill.state === 'running' || backfill.state === 'waiting')) {
    return <Progress backfill={backfill} zone={zone} />
  }
  return (
    <>
      {backfill && <p className={page.about}>{sayOutcome(backfill, zone)}</p>}
      <BackfillForm connector={feed.name} days={days} />
    </>
  )
}

interface BackfillFormProps {
  connector: string
  days: [days: Days, set: (days: Days) => void]
}

function BackfillForm({ connector, days: [days, setDays] }: BackfillFormProps) {
  const { mutate, reset, isPending, error } = useStartBackfill()
  const change = (part: Partial<Days>) => {
    setDays({ ...days, ...part })
    if (!isPending) reset()
  }
  const submit = () => mutate({ connector, ...days })
  return (
    <Form className={classes.backfill} onSubmit={submit} aria-label={`Backfill ${connector}`}>
      <DayField
        label="Backfill from"
        value={days.from}
        required
        withAsterisk={false}
        error={error ? messageOf(error) : null}
        onChange={(from) => change({ from })}
      />
      <DayField label="Backfill to" value={days.to} required withAsterisk={false} onChange={(to) => change({ to })} />
      <Button type="submit" variant="default" loading={isPending}>
        Backfill
      </Button>
      <p className={page.about}>Reads the leads and deposits of these days again. Nothing is counted twice.</p>
    </Form>
  )
}

function Progress({ backfill, zone }: { backfill: Backfill; zone: Zone }) {
  const { mutate, isPending } = useStopBackfill()
  const percent = Math.floor(backfill.progress * 100)
  const stop = () => mutate(backfill.id, { onError: (error) => toastError(messageOf(error)) })
  return (
    <div className={classes.progress}>
      <p className={page.about}>
        Backfill {sayDays(backfill, zone)}: {percent}%, {sayCounts(backfill)}.{' '}
        {backfill.state === 'waiting' && (backfill.message ?? 'It waits for its turn.')}
      </p>
      <Meter percent={percent} label={`Backfill of ${backfill.connector}`} value={`${percent}%`} />
      <Button variant="default" size="xs" loading={isPending} onClick={stop}>
        Stop
      </Button>
    </div>
  )
}

function sayOutcome(backfill: Backfill, zone: Zone): string {
  const days = `The backfill ${sayDays(backfill, zone)}`
  if (backfill.state === 'failed') return `${days} failed: ${backfill.message ?? 'the log says why.'}`
  const came = `${sayCounts(backfill)}.`
  return backfill.state === 'stopped' ? `${days} was stopped; ${came}` : `${days} is done: ${came}`
}

/** `from Sat 14 Nov to Fri 20 Nov`; `to` is the first instant after the days. */
function sayDays({ from, to }: Backfill, zone: Zone): string {
  return `from ${formatDay(zone.dayOf(from))} to ${formatDay(zone.dayOf(addMilliseconds(to, -1)))}`
}

function sayCounts({ newLeads, newDeposits, changedLeads, changedDeposits, badRows }: Backfill): string {
  const came = `${countOf(newLeads, 'new lead')}, ${countOf(newDeposits, 'new deposit')}, ${countOf(changedLeads + changedDeposits, 'changed row')}`
  return badRows > 0 ? `${came}, ${countOf(badRows, 'row')} that cannot be used` : came
}
