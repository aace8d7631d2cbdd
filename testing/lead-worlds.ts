import { brandText } from '#domain/kernel/brand.ts'
import { daysBetween, weekdayOf, type Day } from '#domain/kernel/day.ts'
import type { GeoKey, SourceNumber } from '#domain/kernel/identity.ts'
import { SLOTS, type SlotCount, type Subject } from '#domain/suggestions/forecast.ts'
import { createRandom, type Random } from '#sandbox/random.ts'
import { drawGamma, drawNormal, drawPoisson } from './chance.ts'

/** A world whose truth is known, to hold forecasts against. */
export interface LeadWorld {
  /** The caps of a day: those whose source has begun. */
  capsOf(day: Day): readonly WorldCap[]
  /** All leads that a day will ever have; the same however often and in whatever order days are asked for. */
  countsOf(day: Day): readonly SlotCount[]
  /** What would come if no cap stopped it. */
  demandOf(day: Day): readonly SlotCount[]
}

/** What somebody plans for a key, and what really comes. */
export interface WorldCap extends Subject {
  geo: GeoKey
  advertiserId: string
  sourceNumber: SourceNumber
  /** Leads of an average day. */
  rate: number
  cap: number
}

export interface LeadWorldOptions {
  seed: number
  start: Day
  caps: number
  /** Leads of an average cap and day. */
  leadsOfCap: number
  /** How much days differ beyond chance and weekday: Gamma shapes of a whole source, and of a single cap. */
  evenness: { source: number; cap: number }
  /** Gamma shape of an hour of a source: bursts. */
  burst: number
  /** Growth of sources in a week: deviation of its logarithm. */
  trend: number
  /** Whether leads stop where a cap is full. */
  stops: boolean
  /** Share of sources that begin after the first four weeks. */
  fresh: number
}

interface SourceTruth {
  sourceNumber: SourceNumber
  curve: number[]
  weekdays: number[]
  /** Logarithm of its growth in a week. */
  trend: number
  /** Days after the world's start. */
  begins: number
}

export function createLeadWorld(options: LeadWorldOptions): LeadWorld {
  const random = createRandom('lead world', options.seed)
  const size = Math.max(4, Math.round(Math.sqrt(options.caps)))
  const geos = Array.from({ length: Math.ceil(size / 2) }, (_, at) => brandText<GeoKey>(`G${at}`))
  const shifts = geos.map(() => random.integer(-8, 8))
  const sources = Array.from({ length: size * 2 }, (_, at) => createSource(random, options, at))
  const brokers = Array.from({ length: size }, (_, at) => `B-${at}`)
  const known = new Map<string, { cap: WorldCap; source: SourceTruth; curve: number[] }>()
  while (known.size < options.caps) {
    const [geo, source, advertiserId] = [random.integer(0, geos.length - 1), random.pick(sources), random.pick(brokers)]
    const rate = options.leadsOfCap * Math.exp(drawNormal(random) - 0.5)
    const planned = Math.max(1, Math.round(rate * Math.exp(0.4 * drawNormal(random))))
    const { sourceNumber } = source
    const cap = { geo: geos[geo] ?? brandText<GeoKey>('G0'), advertiserId, sourceNumber, rate, cap: planned }
    const curve = roll(source.curve, shifts[geo] ?? 0)
    known.set(formatKey(cap), { cap, source, curve })
  }
  const caps = [...known.values()]
  const demandOf = (day: Day) => {
    const ofSources = new Map(sources.map((source) => [source, drawDay(options, source, day)]))
    return caps.flatMap(({ cap, source, curve }) => drawCap(options, cap, curve, ofSources.get(source) ?? [], day))
  }
  return {
    capsOf(day) {
      const days = daysBetween(options.start, day)
      return caps.flatMap(({ cap, source }) => (days >= source.begins ? [cap] : []))
    },
    countsOf: (day) => (options.stops ? stopAtCaps(demandOf(day), caps) : demandOf(day)),
    demandOf,
  }
}

function drawCap(
  { seed, evenness }: LeadWorldOptions,
  { geo, advertiserId, sourceNumber, rate }: WorldCap,
  curve: readonly number[],
  hours: readonly number[],
  day: Day,
): SlotCount[] {
  const random = createRandom('cap', seed, day, geo, advertiserId, sourceNumber)
  const ofDay = rate * drawGamma(random, evenness.cap)
  return curve.flatMap((share, slot) => {
    const mean = ofDay * share * (hours[Math.floor(slot / 4)] ?? 0)
    const leads = mean > 0 ? drawPoisson(random, mean) : 0
    return leads > 0 ? [{ day, geo, advertiserId, sourceNumber, slot, leads }] : []
  })
}

/** Nothing comes after the slot that fills a cap. Counts of a cap are in the order of their slots. */
function stopAtCaps(counts: readonly SlotCount[], caps: readonly { cap: WorldCap }[]): SlotCount[] {
  const room = new Map(caps.map(({ cap }) => [formatKey(cap), cap.cap]))
  return counts.filter((count) => {
    const left = room.get(formatKey(count)) ?? 0
    room.set(formatKey(count), left - count.leads)
    return left > 0
  })
}

function formatKey({ geo, advertiserId, sourceNumber }: SlotCount | WorldCap): string {
  return JSON.stringify([geo, advertiserId, sourceNumber])
}

function createSource(random: Random, { trend, fresh }: LeadWorldOptions, at: number): SourceTruth {
  const weekend = 0.3 + random.next()
  return {
    sourceNumber: brandText<SourceNumber>(String(10 + at)),
    curve: createCurve(random),
    weekdays: [1, 1, 1, 1, 1, weekend, weekend].map((factor) => factor * Math.exp(0.15 * drawNormal(random))),
    trend: trend * drawNormal(random),
    begins: random.chance(fresh) ? random.integer(28, 70) : 0,
  }
}

/** One or two humps over the day and a little at every time. */
function createCurve(random: Random): number[] {
  const humps = Array.from({ length: random.integer(1, 2) }, () => ({
    at: random.integer(32, 84),
    width: random.integer(6, 16),
    height: 0.4 + random.next(),
  }))
  const shares = Array.from({ length: SLOTS }, (_, slot) =>
    humps.reduce((sum, { at, width, height }) => sum + height * Math.exp(-(((slot - at) / width) ** 2)), 0.03),
  )
  const all = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => share / all)
}

function roll(curve: readonly number[], by: number): number[] {
  return curve.map((_, slot) => curve[(slot + by + SLOTS) % SLOTS] ?? 0)
}

/** What a source's day is worth in each of its hours, against an average one. */
function drawDay(options: LeadWorldOptions, source: SourceTruth, day: Day): number[] {
  const random = createRandom('source', options.seed, day, source.sourceNumber)
  const days = daysBetween(options.start, day)
  if (days < source.begins) return []
  const level = (source.weekdays[weekdayOf(day) - 1] ?? 1) * Math.exp((source.trend * days) / 7)
  const ofDay = level * drawGamma(random, options.evenness.source)
  return Array.from({ length: 24 }, () => ofDay * drawGamma(random, options.burst))
}
