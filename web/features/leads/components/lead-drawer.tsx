import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { LeadStory } from '#contract/leads.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { LeadFate } from '#domain/payouts/fates.ts'
import { countOf, formatCount, formatPrice } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatDay, formatMoment, formatTracking } from '#web/lib/format.ts'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { SideDrawer } from '#web/ui/side-drawer.tsx'
import { StateMark, type Standing } from '#web/ui/state-mark.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { leadStoryQuery, type LeadName } from '../api.ts'
import classes from './lead-drawer.module.css'

type CapOfLead = NonNullable<LeadStory['brokerCap']>

interface LeadDrawerProps {
  name: LeadName
  zone: Zone
  /** Links to a cap on the board. */
  linkCap: (kind: CapKind, cap: CapOfLead, words: string) => ReactNode
  onClosed: () => void
}

/** Everything about one lead: its fate and the reason, its deposit and amount, and its history. */
export function LeadDrawer({ name, zone, linkCap, onClosed }: LeadDrawerProps) {
  const dialog = useDialog(onClosed)
  const { data, error, refetch } = useQuery(leadStoryQuery(name))
  return (
    <SideDrawer title={`Lead ${name.id}`} size={480} dialog={dialog}>
      {error && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} radius={12} />}
      {data && <Story story={data} zone={zone} linkCap={linkCap} />}
    </SideDrawer>
  )
}

function Story({ story, zone, linkCap }: { story: LeadStory } & Pick<LeadDrawerProps, 'zone' | 'linkCap'>) {
  const { lead, brokerCap, affiliateCap } = story
  const facts: [string, ReactNode][] = [
    ['E-mail', lead.email ?? (lead.forgotten ? 'deleted' : 'none')],
    ['Geo', <GeoLabel key="geo" geo={lead.geo} />],
    ['Source', nameOf(`#${lead.sourceNumber}`, lead.sourceName)],
    ['Broker', nameOf(lead.advertiserId, lead.advertiserName)],
    ['Status', `${lead.status ?? 'none'}${lead.invalid ? ' (invalid)' : ''}`],
    ['Broker cap', brokerCap ? linkCap('broker', brokerCap, describeCap(brokerCap)) : 'none'],
    ['Affiliate cap', affiliateCap ? linkCap('affiliate', affiliateCap, describeCap(affiliateCap)) : 'none'],
    ['Deposit', describeDeposit(story)],
    ['Owed', describeOwed(story)],
    [
      'System',
      story.file ? `${lead.connector}: file ${story.file.fileName}, by ${story.file.uploadedBy}` : lead.connector,
    ],
    ...(lead.tracking ? [['Click', formatTracking(lead.tracking)] satisfies [string, string]] : []),
  ]
  return (
    <div className={classes.root}>
      <StateMark isBoxed {...standingOf(story)} />
      <dl className={classes.facts}>
        {facts.map(([term, value]) => (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <h3 className={classes.heading}>Timeline</h3>
      <ol className={classes.events}>
        {listEvents(story).map(({ at, words }) => (
          <li key={`${at} ${words}`}>
            <time>{formatMoment(at, zone)}</time>
            <span>{words}</span>
          </li>
        ))}
      </ol>
      <p className={classes.note}>Only the last status is known. Earlier statuses are not kept.</p>
    </div>
  )
}

/** The lead's fate under the broker cap, in the words of the filters. */
function standingOf({ outcome, brokerCap, lead }: LeadStory): Standing {
  if (!outcome || !brokerCap) return { tone: 'warn', words: 'Not counted: no broker cap for it' }
  const cap = formatCount(brokerCap.cap)
  switch (outcome.fate) {
    case 'valid':
      return { tone: 'good', words: `Counted: lead ${formatCount(outcome.rank ?? 0)} of a cap of ${cap}` }
    case 'invalid':
      return { tone: 'bad', words: `Not counted: “${lead.status ?? ''}” is an invalid status` }
    case 'outsideWorkingHours':
      return { tone: 'warn', words: `Not counted: outside the hours (${brokerCap.workingHours ?? 'unknown'})` }
    case 'paused':
      return { tone: 'warn', words: 'Not counted: traffic was paused' }
    case 'capped':
      return { tone: 'warn', words: `Not counted: over the cap of ${cap}` }
  }
}

function describeCap(cap: CapOfLead): string {
  return [formatDay(cap.date), countOf(cap.cap, 'lead'), formatStoredHours(cap)].filter(Boolean).join(' · ')
}

function describeDeposit({ lead: { deposits } }: LeadStory): string {
  const [first, ...further] = deposits
  if (!first) return 'none'
  const payout = first.payout === null ? 'payout not reported' : `${formatPrice(first.payout)} reported`
  return further.length === 0 ? payout : `${payout}, and ${formatCount(further.length)} more`
}

function describeOwed({ outcome, outOfDeal }: LeadStory): string {
  const parts = [
    outcome && outcome.owed !== null && describeOwedByCap(outcome.fate, formatPrice(outcome.owed)),
    outOfDeal !== null && `outside of deals: ${formatPrice(outOfDeal)}`,
  ]
  return parts.filter(Boolean).join('; ') || 'nothing yet'
}

function describeOwedByCap(fate: LeadFate, owed: string): string {
  return fate === 'valid' ? `${owed} for the deposit` : `${owed} as an extra: the lead does not count`
}

function listEvents({ lead, updatedAt, firstTurnAt, file }: LeadStory) {
  return [
    { at: lead.createdAt, words: lead.paused ? 'Came while traffic was paused' : 'Came' },
    ...(firstTurnAt === null ? [] : [{ at: firstTurnAt, words: `First run of ${lead.connector} after it came` }]),
    ...(file ? [{ at: file.savedAt, words: `File ${file.fileName} was saved` }] : []),
    ...lead.deposits.map(({ createdAt, estimated }) => ({
      at: createdAt,
      words: estimated ? 'Deposit was first seen' : 'Deposited',
    })),
    ...(updatedAt === null
      ? []
      : [{ at: updatedAt, words: `Last change in its system, to “${lead.status ?? 'none'}”` }]),
  ].toSorted((one, other) => one.at - other.at)
}

function nameOf(id: string, name: string | null): string {
  return name === null || name === id ? id : `${name} (${id})`
}
