import type { Cap } from '#domain/caps/cap.ts'
import { computeExpected } from '#domain/caps/pace.ts'
import { writtenHoursOf } from '#domain/hours/stored-hours.ts'
import { brandNumber, brandText } from '#domain/kernel/brand.ts'
import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import { addDays, weekdayOf, type Day } from '#domain/kernel/day.ts'
import { foldGeo, type SourceNumber } from '#domain/kernel/identity.ts'
import { CONVERSION_DAYS, MATURE_DAYS } from '#domain/suggestions/conversion.ts'
import { SLOT_MINUTES, SLOTS, type SlotCount } from '#domain/suggestions/forecast.ts'
import { roundCap } from '#domain/suggestions/odds.ts'
import type { ConversionCount } from '#domain/suggestions/rate.ts'
import { createRandom, type Random } from '#sandbox/random.ts'
import { remember } from '#sandbox/remember.ts'
import { drawGamma, drawNormal, drawPoisson } from './chance.ts'

/** Caps that are planned by somebody who knows what is usual, but for faults that are put into them. */
export interface PlannedWorld {
  deals: readonly Deal[]
  /** Broker and affiliate caps of a day, nothing delivered yet. */
  capsOf(day: Day): Cap[]
  /** All leads that a day will ever have. */
  countsOf(day: Day): readonly SlotCount[]
  /** What became of the leads that are old enough on a day. */
  conversionsOf(day: Day): ConversionCount[]
}

export interface PlannedWorldOptions {
  seed: number
  /** Places: a geo and a source each, with one affiliate cap and four broker caps. */
  places: number
  faults?: readonly Fault[]
  evenness?: Evenness
}

/** Gamma shapes: how much days of a source, days of a deal and hours of a source differ. */
export interface Evenness {
  source: number
  deal: number
  burst: number
}

/** What is wrong, from a day on. Deals are named by their place in `deals`. */
export type Fault =
  | { kind: 'planned'; deal: number; from: Day; times: number }
  | { kind: 'stopped'; sourceNumber: string; day: Day; fromMinutes: number }
  | { kind: 'converting'; deal: number; times: number }
  | { kind: 'idle'; deal: number; from: number; to: number }
  | { kind: 'burst'; deal: number; day: Day; fromMinutes: number; untilMinutes: number; times: number }
  | { kind: 'bought'; geo: string; from: Day; times: number }

/** A key and the truth of it. */
export interface Deal {
  geo: string
  advertiserId: string
  sourceNumber: SourceNumber
  place: Place
  /** Leads of an average weekday. */
  rate: number
  /** Cap for one expected lead. */
  headroom: number
  /** Conversions of one lead. */
  converts: number
  crg: BasisPoints
  cpa: Cents
}

interface Place {
  geo: string
  source: Source
  hours: { workingHours: string | null; alwaysOn: boolean }
}

interface Source {
  sourceNumber: SourceNumber
  curve: readonly number[]
  weekend: number
  /** Sends no more to a broker whose cap is full. */
  stops: boolean
}

const BROKERS_OF_A_PLACE = 4
const HOURS = ['09:00-18:00', '10:00-20:00', '08:00-13:00, 14:00-20:00', '09:00-21:00', '12:00-24:00']

/** Days of a source differ by 13 %, those of a deal by 16 %, hours by 29 %, all besides plain chance. */
export const EVEN: Evenness = { source: 60, deal: 40, burst: 12 }

/** By 22 %, 28 % and 45 %. */
export const UNEVEN: Evenness = { source: 20, deal: 13, burst: 5 }

export function createPlannedWorld({
  seed,
  places: size,
  faults = [],
  evenness = EVEN,
}: PlannedWorldOptions): PlannedWorld {
  const random = createRandom('planned world', seed)
  const sources = Array.from({ length: Math.ceil(size / 4) }, (_, at) => createSource(random, at))
  const places = Array.from({ length: size }, (_, at): Place => {
    const source = sources[at % sources.length] ?? createSource(random, at)
    return { geo: `G${Math.floor(at / sources.length) * 3 + (at % 3)}`, source, hours: drawHours(random) }
  })
  const deals = places.flatMap((place, at) =>
    Array.from({ length: BROKERS_OF_A_PLACE }, (_, broker) => createDeal(random, place, (at + broker * 3) % 17)),
  )
  const bursts = remember(
    (day: Day) => new Map(sources.map((source) => [source, drawBursts(seed, source, day, evenness)])),
  )
  const leadsOf = remember((day: Day) =>
    deals.map((deal, at) =>
      drawDeal(seed, deal, at, day, { bursts: bursts(day).get(deal.place.source) ?? [], faults, evenness }),
    ),
  )
  const countsOf = remember((day: Day) => leadsOf(day).flat())
  const convertedOf = remember((day: Day) =>
    leadsOf(day).map((counts, at) => {
      const leads = counts.reduce((sum, count) => sum + count.leads, 0)
      return {
        leads,
        deposits: drawDeposits(createRandom('deposits', seed, at, day), leads, rateOf(deals[at], at, faults)),
      }
    }),
  )
  return {
    deals,
    countsOf,
    capsOf: remember((day: Day) => planDay(deals, day, faults)),
    conversionsOf: (day) => sumConversions(deals, day, convertedOf),
  }
}

function createSource(random: Random, at: number): Source {
  const humps = Array.from({ length: random.integer(1, 2) }, () => ({
    at: random.integer(36, 84),
    width: random.integer(10, 20),
  }))
  const curve = Array.from({ length: SLOTS }, (_, slot) =>
    humps.reduce((sum, hump) => sum + Math.exp(-(((slot - hump.at) / hump.width) ** 2)), 0.35),
  )
  return {
    sourceNumber: brandText(String(10 + at)),
    curve,
    weekend: 0.5 + random.next() / 2,
    stops: random.chance(0.5),
  }
}

function drawHours(random: Random): Place['hours'] {
  const alwaysOn = random.chance(0.1)
  return { alwaysOn, workingHours: alwaysOn || random.chance(0.1) ? null : random.pick(HOURS) }
}

function createDeal(random: Random, place: Place, broker: number): Deal {
  const crg = random.integer(500, 1_200)
  return {
    geo: place.geo,
    advertiserId: `B-${broker}`,
    sourceNumber: place.source.sourceNumber,
    place,
    rate: Math.max(5, 22 * Math.exp(0.6 * drawNormal(random))),
    headroom: 1.05 + 0.35 * random.next(),
    crg: brandNumber(crg),
    converts: (crg / 10_000) * (1 + 0.3 * random.next()),
    cpa: brandNumber(random.integer(300, 1_500) * 100),
  }
}

function meanOf({ rate, place }: Deal, day: Day): number {
  return weekdayOf(day) > 5 ? rate * place.source.weekend : rate
}

function planDay(deals: readonly Deal[], day: Day, faults: readonly Fault[]): Cap[] {
  const sold = deals.map((deal, at) => {
    const cap = standingCap(`sold ${at} ${day}`, deal, day, capOf(deal, at, day, faults))
    return { deal, sensible: sensibleCapOf(deal, day), cap }
  })
  const bought = [...Map.groupBy(sold, ({ deal }) => deal.place)].map(([place, own], at): Cap => {
    const fault = faults.find((one) => one.kind === 'bought' && one.geo === place.geo && one.from <= day)
    const sum = own.reduce((all, { sensible }) => all + sensible, 0)
    const cap = fault?.kind === 'bought' ? Math.round(sum * fault.times) : sum
    const [first] = own
    if (!first) throw new Error('a place without deals')
    const { cap: one } = first
    return { ...one, _id: `bought ${at} ${day}`, kind: 'affiliate', advertiserId: null, advertiserName: null, cap }
  })
  return [...sold.map(({ cap }) => cap), ...bought]
}

function standingCap(id: string, deal: Deal, day: Day, cap: number): Cap {
  const { geo, advertiserId, sourceNumber, place, cpa, crg } = deal
  return {
    _id: id,
    kind: 'broker',
    date: day,
    geo,
    advertiserId,
    advertiserName: `Broker ${advertiserId}`,
    sourceNumber,
    cap,
    actualCount: 0,
    ...place.hours,
    cpa,
    crg,
    createdBy: '@ann',
    version: 1,
  }
}

/** What comes for a deal on a day: its share of the day's curve within its hours, up to its cap where its source stops. */
function drawDeal(
  seed: number,
  deal: Deal,
  at: number,
  day: Day,
  { bursts, faults, evenness }: { bursts: readonly number[]; faults: readonly Fault[]; evenness: Evenness },
): SlotCount[] {
  const { place, geo, advertiserId, sourceNumber } = deal
  const random = createRandom('deal', seed, at, day)
  const ofDay = drawGamma(random, evenness.deal) * meanOf(deal, day)
  const most = place.source.stops ? capOf(deal, at, day, faults) : Number.POSITIVE_INFINITY
  let came = 0
  return listShares(place).flatMap((share, slot) => {
    const more = burstOf(at, day, slot, faults)
    const drawn = drawPoisson(random, ofDay * share * (bursts[Math.floor(slot / 4)] ?? 1) * more)
    const leads = isStopped(deal, at, day, slot, faults) ? 0 : Math.min(drawn, most - came)
    came += leads
    return leads > 0 ? [{ day, geo: foldGeo(geo), advertiserId, sourceNumber, slot, leads }] : []
  })
}

function sensibleCapOf(deal: Deal, day: Day): number {
  return roundCap(meanOf(deal, day) * deal.headroom)
}

function capOf(deal: Deal, at: number, day: Day, faults: readonly Fault[]): number {
  const fault = faults.find((one) => one.kind === 'planned' && one.deal === at && one.from <= day)
  const sensible = sensibleCapOf(deal, day)
  return fault?.kind === 'planned' ? Math.max(1, Math.round(sensible * fault.times)) : sensible
}

function isStopped({ sourceNumber }: Deal, at: number, day: Day, slot: number, faults: readonly Fault[]): boolean {
  const minutes = slot * SLOT_MINUTES
  return faults.some(
    (fault) =>
      (fault.kind === 'stopped' &&
        fault.sourceNumber === sourceNumber &&
        fault.day === day &&
        minutes >= fault.fromMinutes) ||
      (fault.kind === 'idle' && fault.deal === at && minutes >= fault.from && minutes < fault.to),
  )
}

/** How many times as many leads as on an ordinary day. */
function burstOf(at: number, day: Day, slot: number, faults: readonly Fault[]): number {
  const minutes = slot * SLOT_MINUTES
  const burst = faults.find(
    (fault) =>
      fault.kind === 'burst' &&
      fault.deal === at &&
      fault.day === day &&
      minutes >= fault.fromMinutes &&
      minutes < fault.untilMinutes,
  )
  return burst?.kind === 'burst' ? burst.times : 1
}

const sharesOfPlace = new WeakMap<Place, number[]>()

function listShares(place: Place): number[] {
  const known = sharesOfPlace.get(place)
  if (known) return known
  const { hours } = writtenHoursOf(place.hours)
  const open = place.source.curve.map((height, slot) => {
    const [from, to] = [slot, slot + 1].map((one) => computeExpected(1, hours, one * SLOT_MINUTES))
    return (to ?? 0) > (from ?? 0) ? height : 0
  })
  const all = open.reduce((sum, height) => sum + height, 0)
  const shares = open.map((height) => height / all)
  sharesOfPlace.set(place, shares)
  return shares
}

/** What the hours of a source's day are worth, against usual ones. */
function drawBursts(seed: number, { sourceNumber }: Source, day: Day, evenness: Evenness): number[] {
  const random = createRandom('source', seed, sourceNumber, day)
  const ofDay = drawGamma(random, evenness.source)
  return Array.from({ length: 24 }, () => ofDay * drawGamma(random, evenness.burst))
}

function sumConversions(
  deals: readonly Deal[],
  day: Day,
  convertedOf: (day: Day) => { leads: number; deposits: number }[],
): ConversionCount[] {
  const days = Array.from({ length: CONVERSION_DAYS - MATURE_DAYS }, (_, at) =>
    convertedOf(addDays(day, -MATURE_DAYS - at)),
  )
  return deals.map(({ geo, advertiserId, sourceNumber, crg }, at) => ({
    geo: foldGeo(geo),
    advertiserId,
    sourceNumber,
    leads: days.reduce((sum, one) => sum + (one[at]?.leads ?? 0), 0),
    deposits: days.reduce((sum, one) => sum + (one[at]?.deposits ?? 0), 0),
    guaranteed: crg,
    from: addDays(day, 1 - CONVERSION_DAYS),
    to: addDays(day, -MATURE_DAYS),
  }))
}

function rateOf(deal: Deal | undefined, at: number, faults: readonly Fault[]): number {
  const fault = faults.find((one) => one.kind === 'converting' && one.deal === at)
  if (!deal) return 0
  return fault?.kind === 'converting' ? (deal.crg / 10_000) * fault.times : deal.converts
}

function drawDeposits(random: Random, leads: number, rate: number): number {
  return Array.from({ length: leads }, () => random.chance(rate)).filter(Boolean).length
}
