import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecipientRow } from '#contract/broadcasts.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import type { Audience } from '#domain/sentences/broadcast.ts'
import { messageOf } from '#web/lib/api.ts'
import { countOf, formatCount } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogFoot, useDiscard } from '#web/ui/discard-question.tsx'
import { readSearch } from '#web/ui/named-option.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { DayField } from '#web/ui/day-field.tsx'
import { recipientsQuery } from '../api.ts'
import classes from './recipients-dialog.module.css'

interface RecipientsDialogProps {
  audience: Audience
  recipients: readonly RecipientRow[]
  /** Null is everybody. */
  chosen: readonly string[] | null
  tomorrow: Day
  onChoose: (ids: readonly string[] | null) => void
  onClosed: () => void
}

const MOST_SHOWN = 300

/** Who gets a message: everybody, some one by one, or those who have a cap for a geo on a day. */
export function RecipientsDialog({
  audience,
  recipients,
  chosen,
  tomorrow,
  onChoose,
  onClosed,
}: RecipientsDialogProps) {
  const dialog = useDialog(onClosed)
  const [before] = useState<ReadonlySet<string>>(() => new Set(chosen ?? recipients.map(({ id }) => id)))
  const [ids, setIds] = useState(before)
  const discard = useDiscard(!isSame(ids, before), dialog.close)
  const [search, setSearch] = useState('')
  const found = reachedFirst(recipients.filter((row) => matches(row, search)))
  const wanted = recipients.filter(({ id }) => ids.has(id))
  const chats = new Set(wanted.flatMap(({ groupIds }) => groupIds)).size
  const toggle = (row: RecipientRow, isWanted: boolean) => {
    const next = new Set(ids)
    if (isWanted) next.add(row.id)
    else next.delete(row.id)
    setIds(next)
  }
  const done = () => {
    onChoose(wanted.length === recipients.length ? null : wanted.map(({ id }) => id))
    dialog.close()
  }
  return (
    <Dialog title="Choose recipients" size={560} dialog={dialog} onCloseAsked={discard.askToClose} tall>
      <div className={classes.root}>
        <ByPlan audience={audience} tomorrow={tomorrow} onFound={(rows) => setIds(new Set(rows.map(({ id }) => id)))} />
        <div className={classes.tools}>
          <TextInput
            className={classes.search}
            type="search"
            aria-label="Search recipients"
            placeholder="Search recipients"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Button variant="default" size="xs" onClick={() => setIds(new Set([...ids, ...found.map(({ id }) => id)]))}>
            Choose all
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              const gone = new Set(found.map(({ id }) => id))
              setIds(new Set([...ids].filter((id) => !gone.has(id))))
            }}
          >
            Choose none
          </Button>
        </div>
        <ul className={classes.list}>
          {found.slice(0, MOST_SHOWN).map((row) => (
            <li key={row.id} className={classes.row} data-unreached={!hasChat(row) || undefined}>
              <Checkbox
                label={`${row.name} · ${row.key}`}
                description={hasChat(row) ? countOf(row.groupIds.length, 'chat') : 'No chat is linked'}
                checked={ids.has(row.id)}
                onChange={(event) => toggle(row, event.currentTarget.checked)}
              />
            </li>
          ))}
          {found.length > MOST_SHOWN && <li className={classes.more}>Search to see the others.</li>}
          {found.length === 0 && <li className={classes.more}>Nobody is called that.</li>}
        </ul>
        <DialogFoot className={classes.foot} what="chose" discard={discard}>
          <span className={classes.count} role="status">
            {sayReach(wanted, chats)}
          </span>
          <Button variant="default" onClick={discard.askToClose}>
            Cancel
          </Button>
          <Button disabled={ids.size === 0} onClick={done}>
            Use these
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  )
}

interface ByPlanProps {
  audience: Audience
  tomorrow: Day
  onFound: (rows: readonly RecipientRow[]) => void
}

/** All who have a cap for a geo on a day. */
function ByPlan({ audience, tomorrow, onFound }: ByPlanProps) {
  const [geo, setGeo] = useState('')
  const [typed, setTyped] = useState<string>(tomorrow)
  const day = parseDay(typed)
  const { isFetching, error, refetch } = useQuery({
    ...recipientsQuery(audience, { date: day ?? tomorrow, geo: geo.trim() }),
    enabled: false,
  })
  const find = async () => {
    const { data } = await refetch()
    if (data) onFound(data.filter(({ hasCap }) => hasCap))
  }
  return (
    <form
      className={classes.plan}
      onSubmit={(event) => {
        event.preventDefault()
        if (day) void find()
      }}
    >
      <TextInput
        size="xs"
        label="Geo"
        placeholder="Any"
        value={geo}
        onChange={(event) => setGeo(event.currentTarget.value.toUpperCase())}
      />
      <DayField size="xs" label="Day" value={typed} onChange={setTyped} />
      <Button type="submit" size="xs" variant="default" loading={isFetching} disabled={!day}>
        Choose those with a cap
      </Button>
      {error && <ProblemBox message={messageOf(error)} />}
    </form>
  )
}

/** In their order; a message does not reach those at the end. */
function reachedFirst(rows: readonly RecipientRow[]): readonly RecipientRow[] {
  return rows.toSorted((one, other) => Number(hasChat(other)) - Number(hasChat(one)))
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id))
}

function matches({ name, key }: RecipientRow, search: string): boolean {
  const wanted = readSearch(search)
  return [name, key].some((text) => text.toLowerCase().includes(wanted))
}

export function hasChat({ groupIds }: Pick<RecipientRow, 'groupIds'>): boolean {
  return groupIds.length > 0
}

/** `3 recipients, 4 chats`; `5 of 20 have a chat`, where a message would not reach all of them. */
export function sayReach(recipients: readonly Pick<RecipientRow, 'groupIds'>[], chats: number): string {
  const reached = recipients.filter(hasChat).length
  if (reached === recipients.length) return `${countOf(reached, 'recipient')}, ${countOf(chats, 'chat')}`
  return `${formatCount(reached)} of ${formatCount(recipients.length)} ${reached === 1 ? 'has' : 'have'} a chat`
}
