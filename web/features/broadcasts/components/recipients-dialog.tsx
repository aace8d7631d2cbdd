import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { RecipientRow } from '#contract/broadcasts.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogFoot, useDiscard } from '#web/ui/discard-question.tsx'
import { passFocus } from '#web/ui/focus.ts'
import { readSearch } from '#web/ui/named-option.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { hasChat } from './recipients.ts'
import page from '#web/ui/page.module.css'
import classes from './recipients-dialog.module.css'
import { sayReach } from './to-bar.tsx'

interface RecipientsDialogProps {
  recipients: readonly RecipientRow[]
  /** The current recipients. */
  chosen: readonly RecipientRow[]
  /** Renders the link to connect a chat, for those who have none. */
  linkOf: (row: RecipientRow) => ReactNode
  /** Null: everybody. */
  onChoose: (ids: readonly string[] | null) => void
  onClosed: () => void
}

const MOST_SHOWN = 300

/** Chooses recipients one by one. Only those with a chat can be chosen; for others, a chat can be linked here. */
export function RecipientsDialog({ recipients, chosen, linkOf, onChoose, onClosed }: RecipientsDialogProps) {
  const dialog = useDialog(onClosed)
  const [before] = useState<ReadonlySet<string>>(() => new Set(chosen.filter(hasChat).map(({ id }) => id)))
  const [ids, setIds] = useState(before)
  const discard = useDiscard(!isSame(ids, before), dialog.close)
  const [search, setSearch] = useState('')
  const found = reachedFirst(recipients.filter((row) => matches(row, search)))
  const reachable = recipients.filter(hasChat)
  const wanted = reachable.filter(({ id }) => ids.has(id))
  const chats = new Set(wanted.flatMap(({ groupIds }) => groupIds)).size
  const toggle = (row: RecipientRow, isWanted: boolean) => {
    const next = new Set(ids)
    if (isWanted) next.add(row.id)
    else next.delete(row.id)
    setIds(next)
  }
  const done = () => {
    onChoose(wanted.length === reachable.length ? null : wanted.map(({ id }) => id))
    dialog.close()
  }
  return (
    <Dialog title="Choose recipients" size={560} dialog={dialog} onCloseAsked={discard.askToClose} tall>
      <div className={classes.root}>
        <div className={page.bar}>
          <TextInput
            className={classes.search}
            type="search"
            aria-label="Search recipients"
            placeholder="Search recipients"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Button
            variant="default"
            size="xs"
            onClick={() => setIds(new Set([...ids, ...found.filter(hasChat).map(({ id }) => id)]))}
          >
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
            <Line
              key={row.id}
              row={row}
              isChosen={ids.has(row.id)}
              onChoose={(isWanted) => toggle(row, isWanted)}
              link={linkOf(row)}
            />
          ))}
          {found.length > MOST_SHOWN && <li className={classes.more}>Search to see the others.</li>}
          {found.length === 0 && <li className={classes.more}>Nothing found.</li>}
        </ul>
        <DialogFoot className={classes.foot} what="chose" discard={discard}>
          <span className={classes.count} role="status">
            {sayReach(wanted, chats)}
          </span>
          <Button variant="default" onClick={discard.askToClose}>
            Cancel
          </Button>
          <Button disabled={wanted.length === 0} onClick={done}>
            {`Use ${formatCount(wanted.length)}`}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  )
}

interface LineProps {
  row: RecipientRow
  isChosen: boolean
  onChoose: (isWanted: boolean) => void
  link: ReactNode
}

/** A recipient, to choose. Once one without a chat gets its first, the focus goes from the link to the mark. */
function Line({ row, isChosen, onChoose, link }: LineProps) {
  const mark = useRef<HTMLInputElement>(null)
  const isReached = hasChat(row)
  const [wasReached] = useState(isReached)
  useEffect(() => {
    if (isReached && !wasReached) passFocus(mark.current)
  }, [isReached, wasReached])
  return (
    <li className={classes.row} data-unreached={!isReached || undefined}>
      {isReached ? (
        <Checkbox
          ref={mark}
          label={`${row.name} · ${row.key}`}
          description={describe(row)}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      ) : (
        <>
          <span>
            {row.name} · {row.key}
          </span>
          {link}
        </>
      )}
    </li>
  )
}

/** `2 chats · caps: DE, FR` */
function describe({ groupIds, caps }: RecipientRow): string {
  const geos = caps?.geos ?? []
  return [countOf(groupIds.length, 'chat'), ...(geos.length > 0 ? [`caps: ${geos.join(', ')}`] : [])].join(' · ')
}

/** In their order, with those a message does not reach at the end. */
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
