import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Reading } from '#domain/cap-text/reading.ts'
import type { World as ReadWorld, Writer } from '#domain/cap-text/world.ts'
import { brandText } from '#domain/kernel/brand.ts'
import { basisPointsFromPercent, centsFromDollars } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import { zoneOf } from '#domain/kernel/zone.ts'

const texts = z.array(z.string())
const CAP_KIND = z.enum(['broker', 'affiliate'])

/** The world of the corpus of messages (`corpus/world.json`): a Wednesday in December, in UTC+2. */
const World = z.object({
  today: z.string(),
  zone: z.string(),
  members: z.array(z.object({ handle: z.string(), role: z.enum(['admin', 'editor', 'viewer']) })),
  advertisers: z.array(z.object({ advertiserId: z.string(), name: z.string(), aliases: texts, groupIds: texts })),
  publishers: z.array(z.object({ sourceNumber: z.string(), name: z.string(), aliases: texts, groupIds: texts })),
  caps: z.array(
    z.object({
      kind: CAP_KIND,
      day: z.string(),
      geo: z.string(),
      advertiserId: z.string().nullable(),
      sourceNumber: z.string(),
      cap: z.number(),
      hours: z.string().nullable(),
      cpa: z.number(),
      crg: z.number(),
      paused: z.boolean(),
    }),
  ),
})

export const readCorpus = (name: string) => readFileSync(new URL(`corpus/${name}`, import.meta.url), 'utf8')
export const corpusWorld = World.parse(JSON.parse(readCorpus('world.json')))

/** As readings know it, at some minute of its day. */
export function worldOf(writer: Writer, minutes = 630): ReadWorld {
  const { advertisers, publishers, caps } = corpusWorld
  return {
    today: brandText<Day>(corpusWorld.today),
    readOn: null,
    minutes,
    zone: zoneOf(corpusWorld.zone),
    writer,
    mayPlan: true,
    advertisers: advertisers.map(({ advertiserId: key, name, aliases }) => ({ key, name, aliases })),
    publishers: publishers.map(({ sourceNumber: key, name, aliases }) => ({ key, name, aliases })),
    standing: caps.map(({ kind, day, geo, advertiserId, sourceNumber, cap, hours, cpa, crg, paused }) => ({
      kind,
      date: brandText<Day>(day),
      geo,
      advertiserId,
      sourceNumber: foldSource(sourceNumber),
      cap,
      workingHours: hours === '24/7' ? null : hours,
      alwaysOn: hours === '24/7',
      cpa: centsFromDollars(cpa),
      crg: basisPointsFromPercent(crg),
      isPaused: paused,
    })),
    meaningless: [],
  }
}

/** `b302`: in the group of that advertiser; `a44`: of that source; `s`: of two advertisers; `t`: of the team. */
export function writerOf(who: string): Writer {
  if (who.startsWith('b')) return { kind: 'broker', advertiserIds: [who.slice(1)] }
  if (who.startsWith('a')) return { kind: 'affiliate', sourceNumbers: [who.slice(1)] }
  return who === 's' ? { kind: 'broker', advertiserIds: ['306', '307'] } : { kind: 'team' }
}

/** `set 03 GB 302/33 40; ?which-day`: what could be saved, with what was said, and what is asked. */
export function briefReading({ rows, asks }: Reading): string {
  const saved = rows
    .filter((row) => row.asks.length === 0)
    .map(({ action, days, geos, advertiserId, sourceNumber, cap, hours, cpa, crg, assumed }) => {
      const isSaid = (term: 'hours' | 'cpa' | 'crg' | 'cap') => !assumed.includes(term)
      const parts = [
        action,
        days.map((day) => day.slice(-2)).join('+'),
        geos.join('+'),
        `${advertiserId ?? '-'}/${sourceNumber}`,
        cap !== null && isSaid('cap') && String(cap),
        hours !== null && isSaid('hours') && hours,
        cpa !== null && isSaid('cpa') && `$${cpa / 100}`,
        crg !== null && isSaid('crg') && `${crg / 100}%`,
      ]
      return parts.filter(Boolean).join(' ')
    })
  return [...saved, ...new Set(asks.map(({ code }) => `?${code}`))].join('; ')
}
