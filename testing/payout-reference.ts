import { Temporal } from 'temporal-polyfill'
import type { Deal, PayoutDeposit, PayoutLead } from '#domain/payouts/rows.ts'
import type { PayoutWorld } from './payout-worlds.ts'

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
  capped: string[]
  insideDeposits: string[]
  outsideDeposits: string[]
  unmatchedDeposits: string[]
  cpa: number
  extras: number
}

/** The rules of the payout report once more, sentence by sentence, slow and without any code of the product. */
export function computeReference(world: PayoutWorld): ReferenceReport {
  const { terms, range } = world
  const local = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(world.zone)
  const dayOf = (ms: number) => local(ms).toPlainDate().toString()
  const isInRange = (day: string) => day >= range.start && day <= range.end
  const geoOf = (text: string) => (text.trim().toUpperCase() === 'UK' ? 'GB' : text.trim().toUpperCase())
  const sourceOf = (text: string) => text.trim().replace('#', '')
  const place = (day: string, geo: string, advertiser: string, source: string) =>
    [day, geoOf(geo), advertiser, sourceOf(source)].join(' ')
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')
  const invalid = new Set(world.invalidStatuses.map(letters))
  const dealPlace = (deal: Deal) => place(deal.date, deal.geo, deal.advertiserId, deal.sourceNumber)
  const leadPlace = (lead: PayoutLead) => place(dayOf(lead.createdAt), lead.geo, lead.advertiserId, lead.sourceNumber)
  const dealAt = (where: string) => world.deals.find((deal) => dealPlace(deal) === where)
  const price = (deal: Deal) => (terms.priceBy === 'affiliateCap' && deal.affiliatePrice) || deal

  const leadOf = (deposit: PayoutDeposit): PayoutLead | undefined => {
    const named = world.leads.find((lead) => lead.connector === deposit.connector && lead.id === deposit.leadId)
    if (named) return named
    const mail = deposit.email?.trim().toLowerCase()
    if (!mail) return undefined
    let best: PayoutLead | undefined
    for (const lead of world.leads) {
      if (lead.email?.trim().toLowerCase() !== mail || lead.createdAt > deposit.createdAt) continue
      if (deposit.advertiserId !== null && lead.advertiserId !== deposit.advertiserId) continue
      if (deposit.sourceNumber !== null && sourceOf(lead.sourceNumber) !== sourceOf(deposit.sourceNumber)) continue
      const isLater = !best || lead.createdAt > best.createdAt
      const isTie = best && lead.createdAt === best.createdAt
      if (isLater || (isTie && best && lead.id > best.id)) best = lead
    }
    return best
  }
  const isBefore = (a: PayoutDeposit, b: PayoutDeposit) =>
    a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id)
  const isFirstOf = (deposit: PayoutDeposit, lead: PayoutLead) =>
    world.deposits.every((other) => other === deposit || leadOf(other) !== lead || isBefore(deposit, other))

  const judge = (deal: Deal): ReferenceDeal => {
    const entry: ReferenceDeal = {
      valid: [],
      invalid: [],
      outside: [],
      capped: [],
      insideDeposits: [],
      outsideDeposits: [],
      unmatchedDeposits: [],
      cpa: 0,
      extras: 0,
    }
    const leads = world.leads.filter((lead) => leadPlace(lead) === dealPlace(deal))
    leads.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
    const suspects = leads.filter(({ status }) => status !== null && invalid.has(letters(status)))
    const deducted = terms.mostInvalid === null ? suspects : keepNewest(suspects, leads.length, terms.mostInvalid)
    for (const lead of leads) {
      const clock = local(lead.createdAt)
      const windows = deal.alwaysOn || deal.workingHours === null ? [] : deal.workingHours.split(', ')
      const now = `${String(clock.hour).padStart(2, '0')}:${String(clock.minute).padStart(2, '0')}`
      const isOpen = windows.some((window) => {
        const [from = '', to = ''] = window.split('-')
        return from < to ? now >= from && now < to : now >= from || now < to
      })
      if (deducted.includes(lead)) entry.invalid.push(lead.id)
      else if (windows.length > 0 && !isOpen) entry.outside.push(lead.id)
      else if (entry.valid.length >= deal.cap) entry.capped.push(lead.id)
      else entry.valid.push(lead.id)
    }
    return entry
  }

  /** What a deal would pay, alone and in all, had only these conversions come. */
  const payFor = (deal: Deal, conversions: readonly PayoutDeposit[]) => {
    const { valid } = judge(deal)
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
  const conversionsOf = (deal: Deal) =>
    world.deposits
      .filter((deposit) => {
        const lead = leadOf(deposit)
        return lead && leadPlace(lead) === dealPlace(deal) && isFirstOf(deposit, lead)
      })
      .toSorted((a, b) => (isBefore(a, b) ? -1 : 1))

  const own = world.deals.filter((deal) => isInRange(deal.date))
  const deals = Object.fromEntries(own.map((deal) => [deal.capId, judge(deal)]))
  const report: ReferenceReport = { deals, topUps: {}, outOfDeal: {}, unpriced: 0 }
  const reported = (deposit: PayoutDeposit) => {
    if (deposit.payout === null) report.unpriced += 1
    return deposit.payout ?? 0
  }
  for (const deposit of world.deposits.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))) {
    const day = dayOf(deposit.createdAt)
    if (!isInRange(day)) continue
    const lead = leadOf(deposit)
    const where = place(
      day,
      deposit.geo ?? lead?.geo ?? '',
      deposit.advertiserId ?? lead?.advertiserId ?? '',
      deposit.sourceNumber ?? lead?.sourceNumber ?? '',
    )
    const deal = dealAt(lead ? leadPlace(lead) : where)
    const entry = deal && deals[deal.capId]
    const isConversion = lead && isFirstOf(deposit, lead)
    const addExtra = (at: string, payout: number) => {
      const row = (report.outOfDeal[at] ??= { deposits: 0, payout: 0 })
      row.deposits += 1
      row.payout += payout
    }
    if (entry && !lead) {
      entry.unmatchedDeposits.push(deposit.id)
      entry.extras += reported(deposit)
    } else if (deal && entry && lead && isConversion) {
      if (entry.valid.includes(lead.id)) {
        entry.insideDeposits.push(deposit.id)
        entry.cpa += price(deal).cpa ?? reported(deposit)
      } else {
        entry.outsideDeposits.push(deposit.id)
        entry.extras += reported(deposit)
      }
    } else if (deal && lead && isConversion && terms.earlierLeads === 'settled') {
      const before = conversionsOf(deal).filter((other) => isBefore(other, deposit))
      const isPriced = judge(deal).valid.includes(lead.id) && price(deal).cpa !== null
      if (!isPriced) reported(deposit)
      const change = payFor(deal, [...before, deposit]) - payFor(deal, before)
      addExtra(place(day, deal.geo, deal.advertiserId, deal.sourceNumber), change)
    } else {
      addExtra(where, reported(deposit))
    }
  }

  for (const deal of own) {
    const entry = deals[deal.capId]
    if (!entry) continue
    if (terms.guarantee === 'pool') {
      report.topUps[[sourceOf(deal.sourceNumber), deal.advertiserId, geoOf(deal.geo)].join(' ')] = 0
      continue
    }
    const before = conversionsOf(deal).filter(({ createdAt }) => dayOf(createdAt) < range.start)
    const settled = terms.earlierLeads === 'settled' ? before : []
    const inRange = conversionsOf(deal).filter(({ createdAt }) => isInRange(dayOf(createdAt)))
    const total = payFor(deal, [...settled, ...inRange]) - payFor(deal, settled) + payFor(deal, [])
    const ofOutside = inRange.filter(({ id }) => entry.outsideDeposits.includes(id))
    report.topUps[deal.capId] = total - entry.cpa - ofOutside.reduce((sum, { payout }) => sum + (payout ?? 0), 0)
  }
  for (const pool of terms.guarantee === 'pool' ? Object.keys(report.topUps) : []) {
    const guaranteed: { leads: number; crg: number; cpa: number }[] = []
    let paid = 0
    for (const deal of own) {
      const { cpa, crg } = price(deal)
      const name = [sourceOf(deal.sourceNumber), deal.advertiserId, geoOf(deal.geo)].join(' ')
      const entry = deals[deal.capId]
      if (name !== pool || !entry || cpa === null || crg === null) continue
      guaranteed.push({ leads: entry.valid.length, crg, cpa })
      paid += entry.cpa
    }
    report.topUps[pool] = Math.max(0, worth(guaranteed, terms.conversions) - paid)
  }
  return report
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
