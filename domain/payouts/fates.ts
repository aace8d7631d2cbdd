import { hoursOf } from '#domain/hours/stored-hours.ts'
import { isOpen } from '#domain/hours/working-hours.ts'
import { foldStatus } from '#domain/kernel/identity.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { compareByAge } from './attribution.ts'
import type { Deal, PayoutLead } from './rows.ts'

export const LEAD_FATES = ['valid', 'invalid', 'outsideWorkingHours', 'capped'] as const

/** What becomes of a lead in its deal: exactly one of these. */
export type LeadFate = (typeof LEAD_FATES)[number]

export interface FatedLead {
  lead: PayoutLead
  fate: LeadFate
  /** As the list of invalid statuses spells it; null where the lead is not invalid. */
  invalidStatus: string | null
}

/** The statuses that make a lead invalid, by how they are compared; the first spelling of each counts. */
export type InvalidStatuses = ReadonlyMap<string, string>

export function readInvalidStatuses(statuses: readonly string[]): InvalidStatuses {
  const spellings = statuses.map((status) => status.trim()).filter((status) => foldStatus(status) !== '')
  return new Map(spellings.toReversed().map((status) => [foldStatus(status), status]))
}

/**
 * The leads of a deal, oldest first, each with its fate (docs/rules.md, Payout report 1 and 2): invalid leads and those
 * outside the hours take no room in the cap.
 */
export function decideFates(
  deal: Deal,
  leads: readonly PayoutLead[],
  { zone, invalidStatuses }: { zone: Zone; invalidStatuses: InvalidStatuses },
): FatedLead[] {
  const hours = hoursOf(deal)
  let room = deal.cap
  return leads.toSorted(compareByAge).map((lead) => {
    const invalidStatus = (lead.status !== null && invalidStatuses.get(foldStatus(lead.status))) || null
    if (invalidStatus !== null) return { lead, fate: 'invalid', invalidStatus }
    if (!isOpen(hours, zone.localTimeOf(lead.createdAt).minutes)) {
      return { lead, fate: 'outsideWorkingHours', invalidStatus }
    }
    if (room === 0) return { lead, fate: 'capped', invalidStatus }
    room -= 1
    return { lead, fate: 'valid', invalidStatus }
  })
}
