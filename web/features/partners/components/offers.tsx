import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_OFFERS } from '#domain/kernel/listed.ts'
import type { PartnerKind } from '#domain/partners/partner.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { useFocusAfter } from '#web/ui/focus.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { offersQuery, usePartnerChange } from '../api.ts'
import type { Offer } from '../doors.ts'
import classes from './offers.module.css'
import { KIND_WORDS, showKey } from './partner-kinds.ts'

const FIRST = 5

/** Partners that leads and caps name but nobody has registered: one click adds them. */
export function Offers({ kind }: { kind: PartnerKind }) {
  const words = KIND_WORDS[kind]
  const { data: offers } = useQuery(offersQuery(kind))
  const [all, setAll] = useState(false)
  const add = usePartnerChange(kind, (door, { key, name }: Offer, callOnce) =>
    door.create(callOnce, { key, name, aliases: [], groupIds: [] }),
  )
  const addAll = usePartnerChange(kind, (door, list: readonly Offer[], callOnce) =>
    door.importAll(
      callOnce,
      list.map((offer) => ({ ...offer, aliases: [] })),
      false,
    ),
  )
  const focusAfter = useFocusAfter<HTMLUListElement>()
  const busy = add.isPending || addAll.isPending
  if (!offers || offers.length === 0) return null
  const isCut = offers.length >= MOST_OFFERS
  const fail = (error: Error) => toastError(messageOf(error))
  const takeAll = () =>
    addAll.mutate(offers, {
      onSuccess: ({ created, updated, skipped }) => toastSuccess(words.texts.import.done(created, updated, skipped)),
      onError: fail,
    })
  return (
    <section className={classes.root} aria-label="Not registered yet">
      <header className={classes.head}>
        <p className={classes.words}>
          <strong>
            {isCut && 'At least '}
            {countOf(offers.length, `${words.one} is`, `${words.many} are`)} not registered yet.
          </strong>{' '}
          They appear in leads or caps.{isCut && ` These are the ${formatCount(MOST_OFFERS)} with most leads.`}
        </p>
        <Button size="xs" variant="default" disabled={busy} onClick={takeAll}>
          {addAll.isPending ? 'Adding…' : `Add all ${formatCount(offers.length)}`}
        </Button>
      </header>
      <ul {...focusAfter} className={classes.list}>
        {(all ? offers : offers.slice(0, FIRST)).map((offer) => (
          <li key={offer.key} className={classes.offer}>
            <span className={classes.key}>{showKey(kind, offer.key)}</span>
            {offer.name === offer.key ? <span className={classes.none}>no name</span> : <span>{offer.name}</span>}
            <span className={classes.counts}>
              {countOf(offer.leads, 'lead')} · {countOf(offer.caps, 'cap')}
            </span>
            <Button
              size="compact-xs"
              variant="light"
              aria-label={`Add ${showKey(kind, offer.key)}`}
              disabled={busy}
              onClick={() => add.mutate(offer, { onSuccess: () => toastSuccess(words.texts.created), onError: fail })}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
      {offers.length > FIRST && (
        <Button size="compact-xs" variant="subtle" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${formatCount(offers.length)}`}
        </Button>
      )}
    </section>
  )
}
