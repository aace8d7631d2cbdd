import { Temporal } from 'temporal-polyfill'
import type { PayoutDeposit, PayoutLead } from '#domain/payouts/rows.ts'
import type { PayoutWorld } from './payout-worlds.ts'

/** What the plain reading of the rules gives: deals by cap, deposits out of deal by place; money in cents. */
export interface ReferenceReport {
  deals: Record<string, ReferenceDeal>
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
  crg: number
  extras: number
}

/** The rules of the payout report once more, sentence by sentence, slow and without any code of the product. */
export function computeReference(world: PayoutWorld): ReferenceReport {
  const local = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(world.zone)
  const dayOf = (ms: number) => local(ms).toPlainDate().toString()
  const geoOf = (text: string) => (text.trim().toUpperCase() === 'UK' ? 'GB' : text.trim().toUpperCase())
  const sourceOf = (text: string) => text.trim().replace('#', '')
  const place = (day: string, geo: string, advertiser: string, source: string) =>
    [day, geoOf(geo), advertiser, sourceOf(source)].join(' ')
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')
  const invalid = new Set(world.invalidStatuses.map(letters))
  const dealPlaces = world.deals.map((deal) => place(deal.date, deal.geo, deal.advertiserId, deal.sourceNumber))
  const leadPlace = (lead: PayoutLead) => place(dayOf(lead.createdAt), lead.geo, lead.advertiserId, lead.sourceNumber)

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
  const isFirstOf = (deposit: PayoutDeposit, lead: PayoutLead) =>
    world.deposits.every(
      (other) =>
        other === deposit ||
        leadOf(other) !== lead ||
        other.createdAt > deposit.createdAt ||
        (other.createdAt === deposit.createdAt && other.id > deposit.id),
    )

  const deals: ReferenceReport['deals'] = {}
  for (const deal of world.deals) {
    const entry: ReferenceDeal = {
      valid: [],
      invalid: [],
      outside: [],
      capped: [],
      insideDeposits: [],
      outsideDeposits: [],
      unmatchedDeposits: [],
      cpa: 0,
      crg: 0,
      extras: 0,
    }
    const own = place(deal.date, deal.geo, deal.advertiserId, deal.sourceNumber)
    const leads = world.leads.filter((lead) => leadPlace(lead) === own)
    leads.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
    for (const lead of leads) {
      const clock = local(lead.createdAt)
      const windows = deal.alwaysOn || deal.workingHours === null ? [] : deal.workingHours.split(', ')
      const now = `${String(clock.hour).padStart(2, '0')}:${String(clock.minute).padStart(2, '0')}`
      const isOpen = windows.some((window) => {
        const [from = '', to = ''] = window.split('-')
        return from < to ? now >= from && now < to : now >= from || now < to
      })
      if (lead.status !== null && invalid.has(letters(lead.status))) entry.invalid.push(lead.id)
      else if (windows.length > 0 && !isOpen) entry.outside.push(lead.id)
      else if (entry.valid.length >= deal.cap) entry.capped.push(lead.id)
      else entry.valid.push(lead.id)
    }
    deals[deal.capId] = entry
  }

  const report: ReferenceReport = { deals, outOfDeal: {}, unpriced: 0 }
  const reported = (deposit: PayoutDeposit) => {
    if (deposit.payout === null) report.unpriced += 1
    return deposit.payout ?? 0
  }
  const byAge = world.deposits.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  for (const deposit of byAge) {
    const day = dayOf(deposit.createdAt)
    if (day < world.range.start || day > world.range.end) continue
    const lead = leadOf(deposit)
    const own = place(
      day,
      deposit.geo ?? lead?.geo ?? '',
      deposit.advertiserId ?? lead?.advertiserId ?? '',
      deposit.sourceNumber ?? lead?.sourceNumber ?? '',
    )
    const deal = world.deals[dealPlaces.indexOf(lead ? leadPlace(lead) : own)]
    const entry = deal && deals[deal.capId]
    if (deal && entry && !lead) {
      entry.unmatchedDeposits.push(deposit.id)
      entry.extras += reported(deposit)
    } else if (deal && entry && lead && isFirstOf(deposit, lead)) {
      if (entry.valid.includes(lead.id)) {
        entry.insideDeposits.push(deposit.id)
        entry.cpa += deal.cpa ?? reported(deposit)
      } else {
        entry.outsideDeposits.push(deposit.id)
        entry.extras += reported(deposit)
      }
    } else {
      const row = (report.outOfDeal[own] ??= { deposits: 0, payout: 0 })
      row.deposits += 1
      row.payout += reported(deposit)
    }
  }
  for (const deal of world.deals) {
    const entry = deals[deal.capId]
    if (!entry || deal.cpa === null || deal.crg === null) continue
    // Ten-thousandths of a cent, so that half a cent is told from less than half.
    const exact = entry.valid.length * deal.crg * deal.cpa
    entry.crg = Math.max(0, Math.floor((exact + 5_000) / 10_000) - entry.cpa)
  }
  return report
}
