import { z } from 'zod/mini'
import { MAX_ID_LENGTH, MAX_NAME_LENGTH } from '#domain/caps/cap.ts'
import { readTypedGeo } from '#domain/kernel/countries.ts'
import { DAY_OFF_EFFECTS, DAY_OFF_SIDES } from '#domain/plans/days-off.ts'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import { defineCall } from './call.ts'
import { atMost, body, changeOf, day, GEO, text } from './fields.ts'
import { count } from './plans.ts'
import { planTexts } from './texts/plans.ts'

const words = planTexts
const id = text(words.dayOff.notFound)
/** The most days off that one commit may add. */
const MOST_DAYS_OFF = 100
/** The commit, which can be undone. */
const Written = z.object({ batchId: z.string() })

export const StandingDayOff = z.object({
  _id: z.string(),
  side: z.enum(DAY_OFF_SIDES),
  key: z.string(),
  day: day(words.dayOff.day),
  yearly: z.boolean(),
  effect: z.enum(DAY_OFF_EFFECTS),
  number: z.nullable(z.number()),
  name: z.string(),
})

const DayOffBody = z.pipe(
  body(
    {
      side: z.enum(DAY_OFF_SIDES),
      key: text(words.dayOff.key, MAX_ID_LENGTH, words.dayOff.key).check(z.minLength(1, { error: words.dayOff.key })),
      day: day(words.dayOff.day),
      yearly: z.boolean(),
      effect: z.enum(DAY_OFF_EFFECTS),
      number: z.optional(z.nullable(count)),
      name: text(words.dayOff.name, MAX_NAME_LENGTH, words.dayOff.name).check(
        z.minLength(1, { error: words.dayOff.name }),
      ),
    },
    StandingDayOff.shape,
  ).check(
    z.refine(({ effect, number }) => (effect === 'number') === (typeof number === 'number'), {
      error: words.dayOff.number,
      path: ['number'],
    }),
    z.refine(({ side, key }) => side !== 'geo' || GEO.test(readTypedGeo(key)), {
      error: words.dayOff.geo,
      path: ['key'],
    }),
  ),
  z.transform(({ key, ...read }) => ({
    ...read,
    key: read.side === 'geo' ? readTypedGeo(key) : key,
    number: read.number ?? null,
  })),
)

export const dayOffCalls = {
  list: defineCall({
    method: 'GET',
    path: '/days-off',
    access: 'member',
    summary: 'Days on which advertisers or geos are off, by date',
    answers: { 200: z.array(StandingDayOff) },
  }),
  listHolidays: defineCall({
    method: 'GET',
    path: '/days-off/holidays',
    access: 'member',
    summary:
      'Public holidays of a geo in the twelve months from today on, as proposals for days off; empty for a geo that is not a country',
    query: z.object({ geo: text(words.dayOff.key, MAX_ID_LENGTH, words.dayOff.key) }),
    answers: {
      200: z.array(
        z.object({
          day: day(words.dayOff.day),
          name: z.string(),
          /** Every year on the same date. */
          yearly: z.boolean(),
        }),
      ),
    },
    refusals: [400],
  }),
  add: defineCall({
    method: 'POST',
    path: '/days-off',
    access: 'capEditor',
    summary: 'Adds days off, all or none; caps made by plans follow, unless somebody changed them',
    body: body({
      daysOff: z
        .array(DayOffBody)
        .check(z.minLength(1, { error: words.dayOff.nothing }), atMost(MOST_DAYS_OFF, words.dayOff.tooMany)),
    }),
    answers: { 201: z.object({ ...Written.shape, daysOff: z.array(StandingDayOff) }) },
    refusals: [400, 409],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/days-off/:id',
    access: 'capEditor',
    summary: 'Deletes a day off; caps made by plans follow, unless somebody changed them',
    params: z.object({ id }),
    answers: { 200: Written },
    refusals: [400, 404],
  }),
  undo: defineCall({
    method: 'POST',
    path: '/days-off/batches/:id/undo',
    access: 'capEditor',
    summary: 'Undoes a whole commit of days off, if nothing of it was changed later; plans follow',
    params: z.object({ id }),
    answers: { 200: Written },
    refusals: [400, 404, 409],
  }),
  listHistory: defineCall({
    method: 'GET',
    path: '/days-off/history',
    access: 'member',
    summary: `Who added or deleted which day off; newest first, at most ${MOST_CHANGES}`,
    answers: {
      200: z.array(changeOf(StandingDayOff)),
    },
  }),
} as const
