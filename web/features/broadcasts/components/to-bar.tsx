import { Button, NativeSelect } from '@mantine/core'
import type { RecipientRow } from '#contract/broadcasts.ts'
import { flagOf } from '#domain/caps/flag.ts'
import type { Audience } from '#domain/sentences/broadcast.ts'
import { countOf, formatCount } from '#web/lib/format.ts'
import { DayField } from '#web/ui/day-field.tsx'
import type { Draft } from '../api.ts'
import { ANY_GEO, chooseRecipients, hasChat } from './recipients.ts'
import classes from './to-bar.module.css'

interface ToBarProps {
  draft: Draft
  everybody: readonly RecipientRow[]
  chosen: readonly RecipientRow[]
  chats: number
  onChange: (change: Partial<Draft>) => void
  onPick: () => void
}

/** Who gets it: everybody, those with a cap on a day, or some one by one. The day is also that of `{{caps}}`. */
export function ToBar({ draft, everybody, chosen, chats, onChange, onPick }: ToBarProps) {
  const withCaps = (capsIn: string) =>
    chooseRecipients(everybody, { capsIn, recipientIds: null }).filter(hasChat).length
  const geos = [...new Set(everybody.filter(hasChat).flatMap(({ caps }) => caps?.geos ?? []))].toSorted()
  const isPicked = draft.capsIn === null && draft.recipientIds !== null
  return (
    <div className={classes.root}>
      <NativeSelect
        size="xs"
        label="To"
        value={isPicked ? PICKED : (draft.capsIn ?? EVERYBODY)}
        data={[
          { value: EVERYBODY, label: 'Everybody with a chat' },
          ...(isPicked ? [{ value: PICKED, label: 'Chosen one by one' }] : []),
          { value: ANY_GEO, label: `With a cap: any geo (${formatCount(withCaps(ANY_GEO))})` },
          ...geos.map((geo) => ({
            value: geo,
            label: `With a cap: ${[flagOf(geo), geo].filter(Boolean).join(' ')} (${formatCount(withCaps(geo))})`,
          })),
          ...(isListed(draft.capsIn, geos)
            ? []
            : [{ value: draft.capsIn ?? '', label: `With a cap: ${draft.capsIn} (0)` }]),
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          if (value !== PICKED) onChange({ capsIn: value === EVERYBODY ? null : value, recipientIds: null })
        }}
      />
      <DayField size="xs" label="Day of caps" value={draft.capsDay} onChange={(capsDay) => onChange({ capsDay })} />
      <Button size="xs" variant="default" disabled={everybody.length === 0} onClick={onPick}>
        Choose one by one
      </Button>
      <span role="status" className={classes.reach}>
        {sayReach(chosen, chats, WHO[draft.audience])}
      </span>
    </div>
  )
}

// No geo is called so.
const EVERYBODY = 'everybody'
const PICKED = 'one by one'

const WHO: Readonly<Record<Audience, string>> = { advertisers: 'advertiser', publishers: 'publisher' }

function isListed(capsIn: string | null, geos: readonly string[]): boolean {
  return capsIn === null || capsIn === ANY_GEO || geos.includes(capsIn)
}

/** `3 recipients, 4 chats`; `To 20 advertisers (5 have a chat)`, where a message would not reach all of them. */
export function sayReach(
  recipients: readonly Pick<RecipientRow, 'groupIds'>[],
  chats: number,
  who: string = 'recipient',
): string {
  const reached = recipients.filter(hasChat).length
  if (reached === recipients.length) return `${countOf(reached, 'recipient')}, ${countOf(chats, 'chat')}`
  return `To ${countOf(recipients.length, who)} (${formatCount(reached)} ${reached === 1 ? 'has' : 'have'} a chat)`
}
