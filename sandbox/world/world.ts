import { addDays, type Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { zoneOf, type Zone } from '#domain/kernel/zone.ts'
import type { DepositRow, LeadRow } from '#sandbox/lead-api/rows.ts'
import type { LeadSource } from '#sandbox/lead-api/source.ts'
import { remember } from '#sandbox/remember.ts'
import { planAffiliateCaps, planCaps, type AffiliateCapDraft, type BrokerCapDraft, type PlannedCap } from './caps.ts'
import { ADVERTISERS, ROUND_THE_CLOCK, SOURCES, type WorldAdvertiser, type WorldSource } from './cast.ts'
import { createDeals } from './deals.ts'
import { createLeads, type LeadLife } from './leads.ts'
import { createSteadyLeads, planSteady, planSteadyAffiliates, type Opening } from './opening.ts'
import { GROUPS, MEMBERS, type WorldGroup, type WorldMember } from './people.ts'
import { createTimeline, type Timeline } from './timeline.ts'
import { versionsOfDeposit, versionsOfLead } from './versions.ts'

/**
 * The demo world: neutral trades with everything that makes real data hard. All of it is a function of (seed, day),
 * and what can be seen of it a function of (seed, instant): a lead of the future is not there yet.
 */
export interface World extends LeadSource {
  readonly zone: Zone
  /** The first day with data. */
  readonly start: Day
  readonly advertisers: readonly WorldAdvertiser[]
  readonly sources: readonly WorldSource[]
  readonly members: readonly WorldMember[]
  readonly groups: readonly WorldGroup[]
  /** The broker caps that somebody planned for a day; none before the start. */
  capsOf(day: Day): BrokerCapDraft[]
  affiliateCapsOf(day: Day): AffiliateCapDraft[]
  /** All leads that a day will ever have, with their lives; none before the start. */
  leadsOf(day: Day): readonly LeadLife[]
  /** The rows of the lead API as they stand at an instant, oldest change first. */
  leadRowsAt(now: Instant): LeadRow[]
  depositRowsAt(now: Instant): DepositRow[]
}

interface WorldOptions {
  seed: number
  /** An IANA name. */
  zone: string
  start: Day
  /** When somebody first looks at it: what stands out then is there. Left out: the ordinary days alone. */
  openedAt?: Instant | null
}

export function createWorld({ seed, zone: zoneName, start, openedAt = null }: WorldOptions): World {
  const zone = zoneOf(zoneName)
  const opening: Opening | null = openedAt === null ? null : { at: openedAt, day: zone.dayOf(openedAt) }
  const deals = createDeals(seed)
  const planned = (day: Day): PlannedCap[] => (day < start ? [] : planCaps(seed, deals, day))
  const steady = (day: Day): PlannedCap[] => (opening === null || day < start ? [] : planSteady(opening, day))
  const leadsOf = remember((day: Day) => {
    if (day < start) return []
    const leads = createLeads({ seed, zone }, planned(day), day)
    return opening === null ? leads : [...leads, ...createSteadyLeads({ seed, zone }, opening, day)]
  })
  const history = createHistory(zone, start, leadsOf)
  return {
    zone,
    start,
    advertisers: ADVERTISERS,
    sources: opening === null ? SOURCES : [...SOURCES, ROUND_THE_CLOCK],
    members: MEMBERS,
    groups: GROUPS,
    capsOf: (day) => [...planned(day), ...steady(day)].map(({ draft }) => draft),
    affiliateCapsOf: (day) => [
      ...planAffiliateCaps(seed, planned(day), day),
      ...(opening === null || day < start ? [] : planSteadyAffiliates(day)),
    ],
    leadsOf,
    leadRowsAt: (now) => history(now).leads.rowsAfter(null, Infinity, now),
    depositRowsAt: (now) => history(now).deposits.rowsAfter(null, Infinity, now),
    changesAfter: (feed, after, limit, now) => history(now)[feed].changesAfter(after, limit, now),
    versionOf: (feed, now) => `${seed}.${zoneName}.${start}.${history(now)[feed].countUntil(now)}`,
  }
}

interface History {
  leads: Timeline<LeadRow>
  deposits: Timeline<DepositRow>
}

/** What happened up to the day of an instant; each day is added once, when it is first reached. */
function createHistory(zone: Zone, start: Day, leadsOf: (day: Day) => readonly LeadLife[]): (now: Instant) => History {
  const history = { leads: createTimeline<LeadRow>(), deposits: createTimeline<DepositRow>() }
  let next = start
  return (now) => {
    const today = zone.dayOf(now)
    if (next > today) return history
    const fresh: LeadLife[] = []
    for (; next <= today; next = addDays(next, 1)) for (const lead of leadsOf(next)) fresh.push(lead)
    history.leads.add(fresh.flatMap(versionsOfLead))
    history.deposits.add(fresh.flatMap((lead) => lead.deposits.flatMap(versionsOfDeposit)))
    return history
  }
}
