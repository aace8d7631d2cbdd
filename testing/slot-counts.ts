import * as fc from 'fast-check'
import { brandText } from '#domain/kernel/brand.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import type { GeoKey, SourceNumber } from '#domain/kernel/identity.ts'
import type { EndedCap, SlotCount } from '#domain/suggestions/forecast.ts'

/** A Tuesday. */
export const TODAY = brandText<Day>('2026-03-31')

export const GEOS = ['DE', 'GB'].map(brandText<GeoKey>)
export const BROKERS = ['B-1', 'B-2']
export const SOURCES = ['44', '51', '7'].map(brandText<SourceNumber>)

const key = fc.record({
  geo: fc.constantFrom(...GEOS),
  advertiserId: fc.constantFrom(...BROKERS),
  sourceNumber: fc.constantFrom(...SOURCES),
})
const slot = fc.integer({ min: 0, max: 95 })
const leads = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 400 }))
const daysBack = fc.integer({ min: 1, max: 16 }).map((days) => (days > 14 ? (days - 12) * 7 : days))

/** Leads of history and of today up to a slot, with the caps of history. */
export const anyCounts = fc
  .record({
    now: fc.integer({ min: 0, max: 1439 }),
    history: fc.array(fc.tuple(key, daysBack, slot, leads), { minLength: 40, maxLength: 150 }),
    came: fc.array(fc.tuple(key, slot, leads), { maxLength: 20 }),
    caps: fc.array(fc.tuple(key, daysBack, fc.integer({ min: 0, max: 60 })), { maxLength: 30 }),
  })
  .map(({ now, history, came, caps }) => ({
    now: { day: TODAY, minutes: now },
    counts: [
      ...history.map(([of, back, at, some]): SlotCount => ({
        day: addDays(TODAY, -back),
        ...of,
        slot: at,
        leads: some,
      })),
      ...came.map(([of, at, some]): SlotCount => {
        const until = Math.floor(now / 15)
        return { day: TODAY, ...of, slot: Math.min(at, until), leads: some }
      }),
    ],
    caps: caps.map(([of, back, cap]): EndedCap => ({ day: addDays(TODAY, -back), ...of, cap })),
  }))

export const anySubject = fc.record({
  geo: fc.option(key.map(({ geo }) => geo)),
  advertiserId: fc.option(key.map(({ advertiserId }) => advertiserId)),
  sourceNumber: fc.option(key.map(({ sourceNumber }) => sourceNumber)),
})
