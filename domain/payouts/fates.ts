import { opensAt, writtenHoursOf } from '#domain/hours/stored-hours.ts'
import { isPausedAt, joinSpans, type PausedSpan } from '#domain/hours/paused-time.ts'
import { foldStatus } from '#domain/kernel/identity.ts'
import { addMilliseconds, HOUR } from '#domain/kernel/instant.ts'
import { zoneOf, type Zone } from '#domain/kernel/zone.ts'
import { compareByAge } from './conversions.ts'
import type { Deal, PayoutLead } from './rows.ts'
import type { PayoutTerms } from './terms.ts'

export const LEAD_FATES = ['valid', 'invalid', 'outsideWorkingHours', 'paused', 'capped'] as const

/** The fate of a lead in its deal: exactly one of these. */
export type LeadFate = (typeof LEAD_FATES)[number]

/** The fields of a lead and its cap that decide its fate. */
export type LeadToJudge = Pick<PayoutLead, 'connector' | 'id' | 'createdAt' | 'status'>
export type TermsToJudge = Pick<Deal, 'cap' | 'workingHours' | 'alwaysOn' | 'pauses'>

/** A lead and the terms of its broker cap, as far as they decide its fate. */
export interface PlannedLead extends LeadToJudge, Omit<TermsToJudge, 'pauses'> {
  capId: string
  geo: string
  advertiserId: string
  sourceNumber: string
}

export interface FatedLead<Lead extends LeadToJudge = PayoutLead> {
  lead: Lead
  fate: LeadFate
  /** With the spelling of the list of invalid statuses; null if the lead is not invalid. */
  invalidStatus: string | null
}

/** The invalid statuses, by their compared form; the first spelling of each counts. */
export type InvalidStatuses = ReadonlyMap<string, string>

export function readInvalidStatuses(statuses: readonly string[]): InvalidStatuses {
  const spellings = statuses.map((status) => status.trim()).filter((status) => foldStatus(status) !== '')
  return new Map(spellings.toReversed().map((status) => [foldStatus(status), status]))
}

/** The rules that decide fates beside the deal's own hours and cap. */
export interface FateRules {
  zone: Zone
  invalidStatuses: InvalidStatuses
  mostInvalid: PayoutTerms['mostInvalid']
  pausedLeads: PayoutTerms['pausedLeads']
}

/** The settings that decide fates. */
interface FateSettings {
  readonly timezone: string
  readonly invalidStatuses: readonly string[]
  readonly payoutMostInvalidPercent: number | null
  readonly payoutPausedLeadsHours: number | null
}

export function readFateRules(settings: FateSettings): FateRules {
  return {
    zone: zoneOf(settings.timezone),
    invalidStatuses: readInvalidStatuses(settings.invalidStatuses),
    mostInvalid: settings.payoutMostInvalidPercent,
    pausedLeads: settings.payoutPausedLeadsHours,
  }
}

/**
 * The leads of a deal, oldest first, each with its fate (docs/rules.md, Payout report 1 and 2). Leads that are invalid,
 * outside the hours or in a pause that does not count take no room in the cap.
 */
export function decideFates<Lead extends LeadToJudge>(
  deal: TermsToJudge,
  leads: readonly Lead[],
  { zone, invalidStatuses, mostInvalid, pausedLeads }: FateRules,
): FatedLead<Lead>[] {
  const isOpen = opensAt(writtenHoursOf(deal), zone)
  const nameInvalid = nameOnce(invalidStatuses)
  const uncounted = pausedLeads === null ? [] : afterNotice(deal.pauses, pausedLeads)
  let room = deal.cap
  let forgiven = mostInvalid === null ? 0 : countForgiven(leads, mostInvalid, nameInvalid)
  return leads.toSorted(compareByAge).map((lead) => {
    const invalidStatus = nameInvalid(lead)
    if (invalidStatus !== null && forgiven === 0) return { lead, fate: 'invalid', invalidStatus }
    if (invalidStatus !== null) forgiven -= 1
    if (!isOpen(lead.createdAt)) return { lead, fate: 'outsideWorkingHours', invalidStatus: null }
    if (isPausedAt(uncounted, lead.createdAt)) return { lead, fate: 'paused', invalidStatus: null }
    if (room === 0) return { lead, fate: 'capped', invalidStatus: null }
    room -= 1
    return { lead, fate: 'valid', invalidStatus: null }
  })
}

/** Number of leads per fate, and per invalid status with the spelling of the list. */
export interface FateTally {
  valid: number
  invalid: Map<string, number>
  outsideWorkingHours: number
  paused: number
  capped: number
}

export function tallyFates(leads: readonly Omit<FatedLead<LeadToJudge>, 'lead'>[]): FateTally {
  const tally: FateTally = { valid: 0, invalid: new Map(), outsideWorkingHours: 0, paused: 0, capped: 0 }
  for (const { fate, invalidStatus } of leads) {
    if (invalidStatus !== null) tally.invalid.set(invalidStatus, (tally.invalid.get(invalidStatus) ?? 0) + 1)
    else if (fate !== 'invalid') tally[fate] += 1
  }
  return tally
}

/** The span whose pauses decide the fates of leads in a span: of paused time that began before it, the notice is over. */
export function spanOfNotice({ from, until }: PausedSpan, pausedLeads: number | null): PausedSpan {
  return { from: addMilliseconds(from, -(pausedLeads ?? 0) * HOUR), until }
}

/** Stretches of paused time without their first hours, in which traffic is still being stopped. */
function afterNotice(pauses: readonly PausedSpan[], hours: number): PausedSpan[] {
  return joinSpans(pauses).map(({ from, until }) => ({ from: addMilliseconds(from, hours * HOUR), until }))
}

/** The list's spelling of a lead's status, or null. Many leads share few statuses, so each status is folded once. */
function nameOnce(invalidStatuses: InvalidStatuses): (lead: LeadToJudge) => string | null {
  const known = new Map<string, string | null>()
  return ({ status }) => {
    if (status === null) return null
    const found = known.get(status)
    if (found !== undefined) return found
    const name = invalidStatuses.get(foldStatus(status)) ?? null
    known.set(status, name)
    return name
  }
}

/**
 * The number of invalid leads that are judged as if their status were valid: those above the share that may be
 * deducted.
 */
function countForgiven(
  leads: readonly LeadToJudge[],
  mostInvalid: number,
  nameInvalid: (lead: LeadToJudge) => string | null,
): number {
  const invalid = leads.filter((lead) => nameInvalid(lead) !== null).length
  return Math.max(0, invalid - Math.floor((leads.length * mostInvalid) / 100))
}
