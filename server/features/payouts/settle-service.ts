import { addDays, type Day } from '#domain/kernel/day.ts'
import { daysOf } from '#domain/kernel/day-range.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { SettledDeal } from '#domain/payouts/deal.ts'
import { judgeElsewhere, type DealElsewhere } from '#domain/payouts/elsewhere.ts'
import { readInvalidStatuses, spanOfNotice } from '#domain/payouts/fates.ts'
import type { DepositInput } from '#domain/payouts/placement.ts'
import { openReport, type OpenReport, type PayoutReport, type ReportQuestion } from '#domain/payouts/report.ts'
import { formatPlace, placeOfDeal, placeOfLead, type Deal, type PayoutLead, type Place } from '#domain/payouts/rows.ts'
import { spanOfDays } from '#domain/hours/paused-time.ts'
import { spansOver } from '#domain/pauses/pause.ts'
import { readPauses } from '#server/features/pauses/service.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import {
  listDeals,
  listDealsAt,
  listDepositsAround,
  listLeadGroups,
  listLeadsAround,
  listLeadsConvertedBefore,
  type LeadGroup,
  type StoredDeal,
} from './input-store.ts'

/** Receives settled deals. */
export interface Witness {
  /** Called for each deal, by day and place. Its leads exist only during the call. */
  onDeal(settled: SettledDeal): void
  /** After each day: how much is done, 0 to 1; false: go no further. */
  onDay(done: number): Promise<boolean>
}

/**
 * Settles a range from one consistent state of the tables, day after day, so at most two days' leads are in memory.
 * Null if it was told to stop. Its result has no leads, because the witness got them.
 */
export async function settleRange(
  reading: Tx,
  question: ReportQuestion,
  witness: Witness,
): Promise<PayoutReport | null> {
  const { range, zone } = question
  const deals = await addPauses(reading, question, await listDeals(reading, range))
  const report = openReport(question, deals, await readDeposits(reading, question))
  const dealsByDay = Map.groupBy(deals, ({ date }) => date)
  const days = daysOf(range)
  const settled: SettledDeal[] = []
  const readLeads = (day: Day | undefined) =>
    day !== undefined && dealsByDay.has(day) ? readDay(reading, zone, day) : Promise.resolve([])
  let coming = readLeads(days[0])
  for (const [index, day] of days.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one day after the other
    const leads = await coming
    // The next day is read while this one is settled and stored. Failures reach the caller that awaits it.
    coming = readLeads(days[index + 1])
    coming.catch(() => undefined)
    for (const deal of settleDay(report, day, leads, dealsByDay.get(day) ?? [])) {
      witness.onDeal(deal)
      settled.push({ ...deal, leads: [] })
    }
    // oxlint-disable-next-line no-await-in-loop
    if (!(await witness.onDay((index + 1) / days.length))) return null
  }
  return report.close(settled)
}

/** The deals with the pauses of their traffic, where the terms ask for them. */
export async function addPauses(
  db: Database,
  { zone, terms }: Pick<ReportQuestion, 'zone' | 'terms'>,
  deals: readonly StoredDeal[],
): Promise<Deal[]> {
  const days = deals.map(({ date }) => date).toSorted()
  const [start, end] = [days[0], days.at(-1)]
  const asks = terms.pausedLeads !== null && start !== undefined && end !== undefined
  const pauses = asks ? await readPauses(db, spanOfNotice(spanOfDays({ start, end }, zone), terms.pausedLeads)) : []
  return deals.map((deal) => ({ ...deal, pauses: spansOver(pauses, deal) }))
}

async function readDay(tx: Tx, zone: Zone, day: Day): Promise<LeadGroup[]> {
  return listLeadGroups(tx, zone.startOf(day), zone.startOf(addDays(day, 1)))
}

/** All of these leads came on that day. Deals are settled on demand, so only one deal's leads exist at a time. */
function* settleDay(
  report: OpenReport,
  day: Day,
  groups: readonly LeadGroup[],
  deals: readonly Deal[],
): Iterable<SettledDeal> {
  const byPlace = Map.groupBy(groups, (group) => formatPlace({ ...group, day }))
  for (const deal of deals) {
    const ofDeal = byPlace.get(formatPlace(placeOfDeal(deal))) ?? []
    yield report.settle(deal, ofDeal.flatMap(toLeads))
  }
}

function toLeads({
  geo,
  advertiserId,
  sourceNumber,
  connector,
  ids,
  emails,
  statuses,
  ...each
}: LeadGroup): PayoutLead[] {
  return each.instants.map((createdAt, at) => ({
    connector,
    id: ids[at] ?? '',
    createdAt,
    geo,
    advertiserId,
    sourceNumber,
    email: emails[at] ?? null,
    status: statuses[at] ?? null,
  }))
}

async function readDeposits(tx: Tx, question: ReportQuestion): Promise<DepositInput> {
  const { zone, range, terms } = question
  const [from, until] = [zone.startOf(range.start), zone.startOf(addDays(range.end, 1))]
  const asReported = await listDepositsAround(tx, from, until)
  if (terms.earlierLeads === 'reported') return { deposits: asReported, elsewhere: [] }
  const isElsewhere = ({ day }: Place) => day < range.start || day > range.end
  const places = asReported.flatMap(({ lead }) => (lead ? placeOfLead(lead, zone) : [])).filter(isElsewhere)
  const elsewhere = await readDealsAt(tx, question, places)
  const others = [
    ...elsewhere.flatMap(({ leads }) => leads.map(({ lead }) => lead)),
    ...(await listLeadsConvertedBefore(tx, from, until)),
  ]
  return { deposits: await listDepositsAround(tx, from, until, others), elsewhere }
}

/** A day after the other, and of each no more is kept than the leads that have a deposit. */
async function readDealsAt(tx: Tx, question: ReportQuestion, places: readonly Place[]): Promise<DealElsewhere[]> {
  const unique = new Map(places.map((place) => [formatPlace(place), place]))
  const elsewhere: DealElsewhere[] = []
  const all = await addPauses(tx, question, await listDealsAt(tx, [...unique.values()]))
  for (const deals of Map.groupBy(all, ({ date }) => date).values()) {
    // oxlint-disable-next-line no-await-in-loop -- one day after the other
    elsewhere.push(...(await judgeDeals(tx, question, deals)))
  }
  return elsewhere
}

async function judgeDeals(tx: Tx, question: ReportQuestion, deals: readonly Deal[]): Promise<DealElsewhere[]> {
  const { zone, terms } = question
  const rules = { ...terms, zone, invalidStatuses: readInvalidStatuses(question.invalidStatuses) }
  const leads = await listLeadsAround(tx, deals.map(placeOfDeal))
  const kept = new Set<PayoutLead>(leads.filter(({ hasDeposit }) => hasDeposit))
  const byPlace = Map.groupBy(leads, (lead) => formatPlace(placeOfLead(lead, zone)))
  return deals.map((deal) => {
    const judged = judgeElsewhere(deal, byPlace.get(formatPlace(placeOfDeal(deal))) ?? [], rules)
    return { ...judged, leads: judged.leads.filter(({ lead }) => kept.has(lead)) }
  })
}
