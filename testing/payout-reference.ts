import { Temporal } from 'temporal-polyfill'
import type { Deal, PayoutLead } from '#domain/payouts/rows.ts'
import type { PayoutWorld, UnmatchedDeposit } from './payout-worlds.ts'

/** What the plain reading of the rules gives: deals by cap, deposits out of deal by place; money in cents. */
export interface ReferenceReport {
  deals: Record<string, ReferenceDeal>
  /** By deal; of pools by pool: how its top-up is shared out is a test of its own. */
  topUps: Record<string, number>
  outOfDeal: Record<string, { deposits: number; payout: number }>
  unpriced: number
}

export interface ReferenceDeal {
  valid: string[]
  invalid: string[]
  outside: string[]
  paused: string[]
  capped: string[]
  insideDeposits: string[]
  outsideDeposits: string[]
  unmatchedDeposits: string[]
  cpa: number
  extras: number
}

/** The rules of the payout report once more, sentence by sentence, slow and without any code of the product. */
export function computeReference(world: PayoutWorld): ReferenceReport {
  const reading = readWorld(world)
  const own = world.deals.filter((deal) => reading.isInRange(deal.date))
  const deals = Object.fromEntries(own.map((deal) => [deal.capId, judge(reading, deal)]))
  const report: ReferenceReport = { deals, topUps: {}, outOfDeal: {}, unpriced: 0 }
  for (const deposit of world.deposits.toSorted(inOrder)) {
    if (reading.isInRange(reading.dayOf(deposit.createdAt))) settleDeposit(reading, report, deposit)
  }
  for (const deal of own) {
    if (world.terms.guarantee === 'pool') report.topUps[poolOf(deal)] ??= topUpPool(reading, report, poolOf(deal))
    else report.topUps[deal.capId] = topUpDeal(reading, report, deal)
  }
  return report
}

type Reading = ReturnType<typeof readWorld>

/** What stands where: days, places, and which lead a deposit is of. */
function readWorld(world: PayoutWorld) {
  const { terms, range } = world
  const local = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(world.zone)
  const dayOf = (ms: number) => local(ms).toPlainDate().toString()
  const isInRange = (day: string) => day >= range.start && day <= range.end
  const leadPlace = (lead: PayoutLead) => place(dayOf(lead.createdAt), lead.geo, lead.advertiserId, lead.sourceNumber)
  const dealAt = (where: string) => world.deals.find((deal) => dealPlace(deal) === where)
  const price = (deal: Deal) => (terms.priceBy === 'affiliateCap' && deal.affiliatePrice) || deal
  const leadOf = (deposit: UnmatchedDeposit) => findLead(world.leads, deposit)
  const isFirstOf = (deposit: UnmatchedDeposit, lead: PayoutLead) =>
    world.deposits.every((other) => other === deposit || leadOf(other) !== lead || inOrder(deposit, other) < 0)
  const conversionsOf = (deal: Deal) =>
    world.deposits
      .filter((deposit) => {
        const lead = leadOf(deposit)
        return lead && leadPlace(lead) === dealPlace(deal) && isFirstOf(deposit, lead)
      })
      .toSorted(inOrder)
  return { world, terms, dayOf, isInRange, leadPlace, dealAt, price, leadOf, isFirstOf, conversionsOf }
}

function geoOf(text: string): string {
  return text.trim().toUpperCase() === 'UK' ? 'GB' : text.trim().toUpperCase()
}

function sourceOf(text: string): string {
  return text.trim().replace('#', '')
}

function letters(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('о', 'o')
    .replaceAll('а', 'a')
    .replaceAll(/[^a-z]/g, '')
}

function place(day: string, geo: string, advertiser: string, source: string): string {
  return [day, geoOf(geo), advertiser, sourceOf(source)].join(' ')
}

function dealPlace(deal: Deal): string {
  return place(deal.date, deal.geo, deal.advertiserId, deal.sourceNumber)
}

function poolOf(deal: Deal): string {
  return [sourceOf(deal.sourceNumber), deal.advertiserId, geoOf(deal.geo)].join(' ')
}

function inOrder(a: UnmatchedDeposit, b: UnmatchedDeposit): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}

type LeadToFind = Pick<PayoutLead, 'connector' | 'id' | 'createdAt' | 'email' | 'advertiserId' | 'sourceNumber'>

type DepositToPlace = Pick<
  UnmatchedDeposit,
  'leadId' | 'connector' | 'createdAt' | 'email' | 'advertiserId' | 'sourceNumber'
>

/** The one that it names, else the newest before it that has its e-mail. */
export function findLead<Lead extends LeadToFind>(leads: readonly Lead[], deposit: DepositToPlace): Lead | undefined {
  const named = leads.find((lead) => lead.connector === deposit.connector && lead.id === deposit.leadId)
  if (named) return named
  const mail = deposit.email?.trim().toLowerCase()
  if (!mail) return undefined
  let best: Lead | undefined
  for (const lead of leads) {
    if (lead.email?.trim().toLowerCase() !== mail || lead.createdAt > deposit.createdAt) continue
    if (deposit.advertiserId !== null && lead.advertiserId !== deposit.advertiserId) continue
    if (deposit.sourceNumber !== null && sourceOf(lead.sourceNumber) !== sourceOf(deposit.sourceNumber)) continue
    const isLater = !best || lead.createdAt > best.createdAt
    const isTie = best && lead.createdAt === best.createdAt
    if (isLater || (isTie && best && nameOf(lead) > nameOf(best))) best = lead
  }
  return best
}

/** By which leads of one instant are told apart: no id and no connector of a world is the beginning of another. */
function nameOf({ id, connector }: LeadToFind): string {
  return [id, connector].join(' ')
}

/** What becomes of each lead of a deal. */
function judge({ world, terms, leadPlace }: Reading, deal: Deal): ReferenceDeal {
  const entry = startDeal()
  const leads = world.leads.filter((lead) => leadPlace(lead) === dealPlace(deal))
  leads.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  const invalid = new Set(world.invalidStatuses.map(letters))
  const suspects = leads.filter(({ status }) => status !== null && invalid.has(letters(status)))
  const deducted = terms.mostInvalid === null ? suspects : keepNewest(suspects, leads.length, terms.mostInvalid)
  for (const lead of leads) {
    if (deducted.includes(lead)) entry.invalid.push(lead.id)
    else if (!isOpenAt(deal, lead.createdAt, world.zone)) entry.outside.push(lead.id)
    else if (isLeftUnpaid(world, deal, lead.createdAt)) entry.paused.push(lead.id)
    else if (entry.valid.length >= deal.cap) entry.capped.push(lead.id)
    else entry.valid.push(lead.id)
  }
  return entry
}

function startDeal(): ReferenceDeal {
  const deposits = { insideDeposits: [], outsideDeposits: [], unmatchedDeposits: [] }
  return { valid: [], invalid: [], outside: [], paused: [], capped: [], ...deposits, cpa: 0, extras: 0 }
}

/** The terms pay for the first hours of paused time only, and it is later in time that is paused without a gap. */
function isLeftUnpaid({ pauses, terms }: PayoutWorld, deal: Deal, at: number): boolean {
  const paid = terms.pausedLeads
  if (paid === null) return false
  const own = pauses.filter((pause) => {
    if (pause.geo !== null && geoOf(pause.geo) !== geoOf(deal.geo)) return false
    if (pause.advertiserId !== null && pause.advertiserId !== deal.advertiserId) return false
    return pause.sourceNumber === null || sourceOf(pause.sourceNumber) === sourceOf(deal.sourceNumber)
  })
  const running = own.find((pause) => pause.from <= at && (pause.until === null || at < pause.until))
  if (!running) return false
  let begin = running.from
  for (;;) {
    const earlier = own.find((pause) => pause.from < begin && (pause.until === null || pause.until >= begin))
    if (!earlier) return at >= begin + paid * 3_600_000
    begin = earlier.from
  }
}

/** By the clock of the zone that the hours name, else of the world's. */
function isOpenAt(deal: Deal, at: number, zone: string): boolean {
  if (deal.alwaysOn || deal.workingHours === null) return true
  const [windows = '', own] = deal.workingHours.split(/ (?=[A-Z])/)
  const clock = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(own ?? zone)
  const now = `${String(clock.hour).padStart(2, '0')}:${String(clock.minute).padStart(2, '0')}`
  return windows.split(', ').some((window) => {
    const [from = '', to = ''] = window.split('-')
    return from < to ? now >= from && now < to : now >= from || now < to
  })
}

function settleDeposit(reading: Reading, report: ReferenceReport, deposit: UnmatchedDeposit): void {
  const { terms, leadOf, leadPlace, dealAt, isFirstOf, price } = reading
  const lead = leadOf(deposit)
  const where = positionOf(reading, deposit, lead)
  const deal = dealAt(lead ? leadPlace(lead) : where)
  const entry = deal && report.deals[deal.capId]
  const isConversion = lead && isFirstOf(deposit, lead)
  if (entry && !lead) {
    entry.unmatchedDeposits.push(deposit.id)
    entry.extras += reportedPayout(report, deposit)
  } else if (deal && entry && lead && isConversion) {
    if (entry.valid.includes(lead.id)) {
      entry.insideDeposits.push(deposit.id)
      entry.cpa += price(deal).cpa ?? reportedPayout(report, deposit)
    } else {
      entry.outsideDeposits.push(deposit.id)
      entry.extras += reportedPayout(report, deposit)
    }
  } else if (deal && lead && isConversion && terms.earlierLeads === 'settled') {
    settleLater(reading, report, { deposit, deal, lead })
  } else {
    addOutOfDeal(report, where, reportedPayout(report, deposit))
  }
}

/** Where a deposit counts that no deal takes. */
function positionOf({ dayOf }: Reading, deposit: UnmatchedDeposit, lead: PayoutLead | undefined): string {
  return place(
    dayOf(deposit.createdAt),
    deposit.geo ?? lead?.geo ?? '',
    deposit.advertiserId ?? lead?.advertiserId ?? '',
    deposit.sourceNumber ?? lead?.sourceNumber ?? '',
  )
}

/** A conversion of a deal before the range: by what it changes of all that the deal would pay. */
function settleLater(
  reading: Reading,
  report: ReferenceReport,
  { deposit, deal, lead }: { deposit: UnmatchedDeposit; deal: Deal; lead: PayoutLead },
): void {
  const before = reading.conversionsOf(deal).filter((other) => inOrder(other, deposit) < 0)
  const isPriced = judge(reading, deal).valid.includes(lead.id) && reading.price(deal).cpa !== null
  if (!isPriced) reportedPayout(report, deposit)
  const change = payFor(reading, deal, [...before, deposit]) - payFor(reading, deal, before)
  const day = reading.dayOf(deposit.createdAt)
  addOutOfDeal(report, place(day, deal.geo, deal.advertiserId, deal.sourceNumber), change)
}

function addOutOfDeal({ outOfDeal }: ReferenceReport, where: string, payout: number): void {
  const row = (outOfDeal[where] ??= { deposits: 0, payout: 0 })
  row.deposits += 1
  row.payout += payout
}

function reportedPayout(report: ReferenceReport, { payout }: UnmatchedDeposit): number {
  if (payout === null) report.unpriced += 1
  return payout ?? 0
}

/** What a deal would pay, alone and in all, had only these conversions come. */
function payFor(reading: Reading, deal: Deal, conversions: readonly UnmatchedDeposit[]): number {
  const { terms, leadOf, price } = reading
  const { valid } = judge(reading, deal)
  const { cpa, crg } = price(deal)
  let paid = 0
  let extras = 0
  for (const deposit of conversions) {
    if (valid.includes(leadOf(deposit)?.id ?? '')) paid += cpa ?? deposit.payout ?? 0
    else extras += deposit.payout ?? 0
  }
  if (cpa === null || crg === null || terms.guarantee === 'pool') return paid + extras
  return Math.max(paid, worth([{ leads: valid.length, crg, cpa }], terms.conversions)) + extras
}

function topUpDeal(reading: Reading, report: ReferenceReport, deal: Deal): number {
  const { world, terms, dayOf, isInRange, conversionsOf } = reading
  const entry = report.deals[deal.capId] ?? startDeal()
  const before = conversionsOf(deal).filter(({ createdAt }) => dayOf(createdAt) < world.range.start)
  const settled = terms.earlierLeads === 'settled' ? before : []
  const inRange = conversionsOf(deal).filter(({ createdAt }) => isInRange(dayOf(createdAt)))
  const pay = (conversions: readonly UnmatchedDeposit[]) => payFor(reading, deal, conversions)
  const total = pay([...settled, ...inRange]) - pay(settled) + pay([])
  const ofOutside = inRange.filter(({ id }) => entry.outsideDeposits.includes(id))
  return total - entry.cpa - ofOutside.reduce((sum, { payout }) => sum + (payout ?? 0), 0)
}

function topUpPool({ world, terms, price, isInRange }: Reading, report: ReferenceReport, pool: string): number {
  const guaranteed: { leads: number; crg: number; cpa: number }[] = []
  let paid = 0
  for (const deal of world.deals) {
    const { cpa, crg } = price(deal)
    const entry = report.deals[deal.capId]
    if (!isInRange(deal.date) || poolOf(deal) !== pool || !entry || cpa === null || crg === null) continue
    guaranteed.push({ leads: entry.valid.length, crg, cpa })
    paid += entry.cpa
  }
  return Math.max(0, worth(guaranteed, terms.conversions) - paid)
}

/** Of the leads that may be deducted those that are, so that they are at most a share of all. */
function keepNewest(suspects: readonly PayoutLead[], all: number, percent: number): PayoutLead[] {
  const kept = [...suspects]
  while (kept.length * 100 > percent * all) kept.shift()
  return kept
}

/** In cents, half up. The numbers of the worlds are small enough to be exact. */
function worth(
  guaranteed: readonly { leads: number; crg: number; cpa: number }[],
  kind: 'fractional' | 'whole',
): number {
  // In ten-thousandths of a conversion and of a cent.
  let conversions = 0
  let cents = 0
  for (const { leads, crg, cpa } of guaranteed) {
    conversions += leads * crg
    cents += leads * crg * cpa
  }
  if (kind === 'fractional') return Math.floor((cents + 5_000) / 10_000)
  const whole = Math.floor(conversions / 10_000)
  return conversions === 0 ? 0 : Math.floor((whole * cents * 2 + conversions) / (2 * conversions))
}
