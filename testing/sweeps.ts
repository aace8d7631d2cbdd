import { zoneOf } from '#domain/kernel/zone.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { computeExpected } from '#domain/caps/pace.ts'
import { writtenHoursOf } from '#domain/hours/stored-hours.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, type SourceNumber } from '#domain/kernel/identity.ts'
import { decideSuggestions } from '#domain/suggestions/decide.ts'
import { forecast } from '#domain/suggestions/forecast-day.ts'
import { SLOT_MINUTES, SLOTS, type SlotCount } from '#domain/suggestions/forecast.ts'
import { listHistoryDays, learn } from '#domain/suggestions/learn.ts'
import type { Suggestion } from '#domain/suggestions/suggestion.ts'
import type { SweepDecision, SweepInput } from '#domain/suggestions/sweep.ts'
import { affiliateCap, brokerCap } from './standing-caps.ts'

/** As old as the installation is: a longer past says the same of days that are all alike. */
const HISTORY_DAYS = 21

export const TODAY = brandText<Day>('2026-03-02')

/** Leads of a key, evenly over the hours of its cap. */
export interface Flow {
  geo: string
  advertiserId: string
  sourceNumber: string
  hours: string | null
  /** Leads of a day of the past; days differ by a tenth. */
  usual: number
  /** Leads that today would have by its end; as usual where it is not said. */
  today?: number
  /** Minutes since 00:00 from which on nothing comes today. */
  stopsAt?: number
  /** Minutes of every day in which nothing comes. */
  idle?: { from: number; to: number }
}

/** A flow whose parts do not matter. */
export function flow(fields: Partial<Flow> = {}): Flow {
  return { geo: 'DE', advertiserId: 'B-1', sourceNumber: '44', hours: '09:00-17:00', usual: 40, ...fields }
}

/** The broker cap of a flow. */
export function soldCap(of: Flow, cap: number, fields: Partial<Cap> = {}): Cap {
  const { geo, advertiserId, sourceNumber, hours: workingHours } = of
  const standing = brokerCap({
    _id: `sold ${geo} ${sourceNumber} ${advertiserId}`,
    geo,
    advertiserId,
    sourceNumber,
    cap,
    workingHours,
  })
  return { ...standing, date: TODAY, ...fields }
}

/** The affiliate cap of a geo and source. */
export function boughtCap(of: Flow, cap: number, fields: Partial<Cap> = {}): Cap {
  const { geo, sourceNumber, hours: workingHours } = of
  const standing: Cap = affiliateCap({ _id: `bought ${geo} ${sourceNumber}`, geo, sourceNumber, cap, workingHours })
  return { ...standing, date: TODAY, ...fields }
}

/** What a sweep sees at a quarter of an hour of today. */
export function seeFlows(
  flows: readonly Flow[],
  caps: readonly Cap[],
  minutes: number,
  fields: Partial<SweepInput> = {},
): SweepInput {
  const before = listHistoryDays(TODAY).slice(-1 - HISTORY_DAYS, -1)
  const history = before.flatMap((day, at) =>
    flows.flatMap((one) => spreadDay(one, day, one.usual * (0.9 + 0.1 * (at % 3)))),
  )
  const today = flows.flatMap((one) =>
    spreadDay(one, TODAY, one.today ?? one.usual).filter(
      ({ slot }) => slot * SLOT_MINUTES < Math.min(minutes, one.stopsAt ?? minutes),
    ),
  )
  const learnt = learn([...history, ...today], TODAY)
  const now = { day: TODAY, minutes, zone: zoneOf('UTC') }
  return {
    now,
    blind: false,
    caps: caps.map((cap) => ({ ...cap, actualCount: cap.date === TODAY ? countFor(cap, today) : 0 })),
    forecastOf: (subject, hours) => {
      const made = forecast(learnt, subject, now, hours ? { hours } : {})
      return made.ok ? made.value : null
    },
    conversions: [],
    invalid: [],
    openDays: new Map(),
    said: [],
    memory: null,
    everyMinutes: SLOT_MINUTES,
    forced: false,
    ...fields,
  }
}

/** What two sweeps decide, the second a quarter of an hour after the first. */
export function decideTwice(see: (minutes: number) => SweepInput, minutes: number): SweepDecision {
  const { memory } = decideSuggestions(see(minutes - SLOT_MINUTES))
  return decideSuggestions({ ...see(minutes), memory })
}

/** What is suggested of a kind at a time, once it has been so for a while. */
export function suggest(
  kind: Suggestion['kind'],
  see: (minutes: number) => SweepInput,
  minutes: number,
): Suggestion | undefined {
  return decideTwice(see, minutes).suggestions.find((one) => one.kind === kind)
}

/** Leads of a day, as evenly as whole leads can be, over the hours. */
export function spreadDay(
  { geo, advertiserId, sourceNumber, hours: workingHours, idle }: Flow,
  day: Day,
  leads: number,
): SlotCount[] {
  const { hours } = writtenHoursOf({ workingHours, alwaysOn: false })
  const dueBy = (slot: number) => Math.floor(computeExpected(leads, hours, slot * SLOT_MINUTES) + 0.5)
  return Array.from({ length: SLOTS }, (_, slot) => ({
    day,
    geo: foldGeo(geo),
    advertiserId,
    sourceNumber: brandText<SourceNumber>(sourceNumber),
    slot,
    leads: dueBy(slot + 1) - dueBy(slot),
  })).filter(
    ({ leads: some, slot }) => some > 0 && !(idle && slot * SLOT_MINUTES >= idle.from && slot * SLOT_MINUTES < idle.to),
  )
}

function countFor(cap: Cap, counts: readonly SlotCount[]): number {
  return counts
    .filter(({ geo, sourceNumber }) => geo === foldGeo(cap.geo) && sourceNumber === cap.sourceNumber)
    .filter(({ advertiserId }) => cap.advertiserId === null || advertiserId === cap.advertiserId)
    .reduce((sum, { leads }) => sum + leads, 0)
}
