import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Cap } from '#domain/caps/cap.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { composeBroadcast } from './broadcast.ts'
import { formatPlan, formatSettled } from './cap-plan.ts'
import { formatDayCaps, formatStats } from './day-answer.ts'
import { PARSE_MODES } from '#domain/markup/formatted.ts'
import { parseMarkup } from '#domain/markup/markup.ts'

const today = brandText<Day>('2026-11-21')

/** Everything that people give names to, signs of markup first of all. */
const anyName = fc.oneof(
  fc.string({
    unit: fc.constantFrom('<', 'b', '>', '/', '&', '_', '*', '[', ']', '(', '`', '\\', '"', '{', '}', '😀'),
  }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constant('x'.repeat(10_000)),
)

const anyCap = fc
  .record({ geo: anyName, name: anyName, source: anyName, hours: anyName })
  .map(({ geo, name, source, hours }): Cap => ({
    _id: 'id',
    kind: 'broker',
    date: today,
    geo,
    cap: 20,
    advertiserId: 'B-1',
    advertiserName: name,
    sourceNumber: foldSource(source),
    workingHours: hours,
    alwaysOn: false,
    cpa: null,
    crg: null,
    actualCount: 7,
    createdBy: 'x',
    version: 1,
  }))

it('breaks no answer about caps, whatever it is', () => {
  fc.assert(
    fc.property(anyCap, anyName, (cap, text) => {
      const sides = [{ kind: 'broker' as const, caps: [cap] }]
      const answer = { day: today, today, zone: text, geo: text, sides, clock: { zone: zoneOf(DEFAULT_ZONE) } }
      const planned = { ...cap, name: text, standing: cap, state: 'conflict' as const }
      const problems = [{ quote: text, reasons: [text] }]
      const act = { act: 'pause', geo: text, advertiserId: text, sourceNumber: text, from: today, until: null } as const
      const plan = {
        today,
        zone: text,
        clock: { zone: zoneOf(DEFAULT_ZONE) },
        caps: [planned],
        acts: [{ ...act, note: text }],
        edited: [text],
        questions: [text],
        asksMessage: true,
        names: new Map([[text, text]]),
        problems,
        notes: [text],
        assumedDay: today,
        lead: text,
      }
      const messages = [
        formatDayCaps(answer),
        formatStats({ ...answer, whole: { leads: 1, deposits: 1 } }),
        formatPlan(plan),
        formatSettled({ kind: 'saved', caps: 1, acts: plan.acts, still: [text] }, text),
      ]
      for (const { source } of messages) expect(parseMarkup(source, 'HTML').ok).toBe(true)
    }),
  )
})

it('is what a reader is called, in whatever parse mode, and never markup', () => {
  fc.assert(
    fc.property(anyName, fc.constantFrom(...PARSE_MODES), (name, parseMode) => {
      const text = {
        audience: 'advertisers',
        message: 'To {{advertiserName}} from us',
        parseMode,
        hasPhoto: false,
        withoutCaps: null,
      } as const
      const composed = composeBroadcast(text, [{ key: 'B-1', name, groupIds: ['-1'], caps: null }])
      if (!composed.ok) {
        expect(name.length).toBeGreaterThan(4_000)
        return
      }
      expect(composed.value).toMatchObject([{ chatId: '-1', recipients: [name], formatted: { entities: [] } }])
      const [delivery] = composed.value
      expect(delivery?.formatted.text.startsWith('To ')).toBe(true)
      expect(delivery?.formatted.text.endsWith(' from us')).toBe(true)
    }),
  )
})
