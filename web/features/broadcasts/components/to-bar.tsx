import { Button, NativeSelect } from '@mantine/core'
import type { RecipientRow } from '#contract/broadcasts.ts'
import { flagOf } from '#domain/caps/flag.ts'
import { parseDay } from '#domain/kernel/day.ts'
import type { Audience } from '#domain/sentences/broadcast.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { DayField } from '#web/ui/day-field.tsx'
import type { Draft } from '../api.ts'
import { ANY_GEO, chooseRecipients, hasChat } from './recipients.ts'
import classes from './to-bar.module.css'

interface ToBarProps {
  draft: Draft
  everybody: readonly RecipientRow[]
  chosen: readonly RecipientRow[]
  chats: number
  /** Why the day of the caps must be chosen first. */
  dayProblem: string | null
  onChange: (change: Partial<Draft>) => void
  onPick: () => void
}

/** The recipients: everybody, those with a cap on a day, or chosen ones. The day is also that of `{{caps}}`. */
export function ToBar({ draft, everybody, chosen, chats, dayProblem, onChange, onPick }: ToBarProps) {
  const hasDay = parseDay(draft.capsDay) !== null
  const nameCap = (name: string, capsIn: string) => {
    const count = chooseRecipients(everybody, { capsIn, recipientIds: null }).filter(hasChat).length
    return `With a cap: ${name}${hasDay ? ` (${formatCount(count)})` : ''}`
  }
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
          { value: ANY_GEO, label: nameCap('any geo', ANY_GEO) },
          ...geos.map((geo) => ({
            value: geo,
            label: nameCap([flagOf(geo), geo].filter(Boolean).join(' '), geo),
          })),
          ...(draft.capsIn === null || isListed(draft.capsIn, geos)
            ? []
            : [{ value: draft.capsIn, label: nameCap(draft.capsIn, draft.capsIn) }]),
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          if (value !== PICKED) onChange({ capsIn: value === EVERYBODY ? null : value, recipientIds: null })
        }}
      />
      <DayField
        size="xs"
        label="Day of caps"
        value={draft.capsDay}
        error={dayProblem}
        onChange={(capsDay) => onChange({ capsDay })}
      />
      <Button size="xs" variant="default" disabled={everybody.length === 0} onClick={onPick}>
        Choose one by one
      </Button>
      <span role="status" className={classes.reach}>
        {dayProblem === null && sayReach(chosen, chats, WHO[draft.audience])}
      </span>
    </div>
  )
}

// A value that is no geo.
const EVERYBODY = 'everybody'
const PICKED = 'one by one'

const WHO: Readonly<Record<Audience, string>> = { advertisers: 'advertiser', publishers: 'publisher' }

function isListed(capsIn: string, geos: readonly string[]): boolean {
  return capsIn === ANY_GEO || geos.includes(capsIn)
}

/** `3 recipients, 4 chats`; `To 20 advertisers (5 have a chat)`, where a message would not reach all of them. */
export function sayReach(
  recipients: readonly Pick<RecipientRow, 'groupIds'>[],
  chats: number,
  who: string = 'recipient',
): string {
  const reached = recipients.filter(hasChat).length
  if (reached === recipients.length) return `${countOf(reached, 'recipient')}, ${countOf(chats, 'chat')}`
  return `To ${countOf(recipients.length, who)} (${countOf(reached, 'has', 'have')} a chat)`
}
