import { expect, test } from 'vitest'
import { parseDay } from '#domain/kernel/day.ts'
import { parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { Pause } from '#domain/pauses/pause.ts'
import { briefKeyboard, chooseItems, formatBrief, type Brief, type BriefItem } from './brief.ts'

function at(iso: string): Instant {
  const instant = parseInstant(iso)
  if (instant === null) throw new Error(iso)
  return instant
}

function day(text: string) {
  const parsed = parseDay(text)
  if (!parsed) throw new Error(text)
  return parsed
}

const cap = {
  geo: 'DE',
  flag: '🇩🇪',
  advertiser: 'A<b>',
  sourceNumber: '44',
  cap: 40,
  delivered: 9,
  hours: '08:00-18:00',
}
const link = null

const PAUSE: Pause = {
  _id: 'p1',
  geo: 'DE',
  advertiserId: 'B-7',
  sourceNumber: '51',
  from: at('2026-11-19T09:00:00Z'),
  until: null,
  reason: 'quality',
  note: null,
  by: '@anna',
  way: 'board',
  endedAt: null,
  endedBy: null,
}

const full: BriefItem = { kind: 'full', capId: 'c1', cap, at: 750, minutesLeft: 330, excess: 12, link }
const short: BriefItem = { kind: 'short', capId: 'c2', cap, expected: 12, link }
const paused: BriefItem = { kind: 'paused', pause: PAUSE, link }
const feed: BriefItem = { kind: 'feed', connector: 'main', since: at('2026-11-21T03:10:00Z'), link }
const week: BriefItem = { kind: 'week', week: { start: day('2026-11-09'), end: day('2026-11-15') }, leads: 1204, link }

const brief: Brief = {
  now: at('2026-11-21T07:00:00Z'),
  zone: zoneOf('Europe/Berlin'),
  caps: 12,
  planned: 400,
  hindrance: null,
  items: [],
  lateSince: null,
}
const say = (change: Partial<Brief>) => formatBrief({ ...brief, ...change }).source.split('\n')

test('a line for each thing, with its number, the gravest first', () => {
  const seen = 'https://capline.example/?cap=c2&x=1'
  const items: BriefItem[] = [week, { ...short, link: seen }, paused, full, feed]
  expect(say({ items, lateSince: '07:30' })).toEqual([
    '<b>Morning brief · Sat 21 Nov 2026</b>',
    '<i>Sent late: this was due at 07:30.</i>',
    '',
    '<b>Feeds that fail</b>',
    '1. main for 3 h 50 min, since 04:10',
    '',
    '<b>Full early</b>',
    '2. 🇩🇪 DE · A&lt;b&gt; · #44 · 40 planned, full at about 12:30, 5 h 30 min before its hours end; about 12 more would come',
    '',
    '<b>Paused</b>',
    '3. DE / B-7 / source 51 for 1 d 22 h, since Thu 19 Nov 2026 10:00 · quality',
    '',
    '<b>Will stay under 60%</b>',
    '4. <a href="https://capline.example/?cap=c2&amp;x=1">🇩🇪 DE · A&lt;b&gt; · #44</a> · about 12 of 40 (30%)',
    '',
    '<b>Weeks not closed</b>',
    '5. Mon 9 Nov – Sun 15 Nov 2026 · 1,204 leads, ended 6 days ago',
  ])
  expect(briefKeyboard(items)).toEqual({
    inline_keyboard: [
      [
        { text: '2. Raise by 10', callback_data: 'cap:add.c1' },
        { text: '2. Pause until tonight', callback_data: 'cap:pause.c1' },
      ],
      [
        { text: '3. Resume', callback_data: 'pause:resume.p1' },
        { text: '3. Until tonight', callback_data: 'pause:tonight.p1' },
      ],
    ],
  })
})

test('what stays under 60% is never called 60%', () => {
  const line = say({ items: [{ ...short, cap: { ...cap, cap: 42 }, expected: 25 }] }).at(-1)
  expect(line).toMatch(/about 25 of 42 \(59%\)$/)
})

test('at most ten lines, of which no kind has all; the others are counted by kind', () => {
  const items = [...Array.from({ length: 12 }, () => full), ...Array.from({ length: 3 }, () => paused), week]
  expect(chooseItems(items).shown.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 6 }, () => 'full'),
    'paused',
    'paused',
    'paused',
    'week',
  ])
  expect(say({ items }).filter((line) => line.startsWith('and'))).toEqual(['and 6 more'])
})

test('what is full already, and a pause with an end, say so', () => {
  const now = { ...cap, delivered: 41 }
  const tonight = { ...PAUSE, from: at('2026-11-21T05:00:00Z'), until: at('2026-11-21T23:00:00Z') }
  const items: BriefItem[] = [
    { ...full, cap: now, excess: 0 },
    { ...paused, pause: tonight },
  ]
  const none: BriefItem = { ...short, expected: 0 }
  expect(say({ items: [...items, none] }).filter((line) => /^\d/.test(line))).toEqual([
    '1. 🇩🇪 DE · A&lt;b&gt; · #44 · 40 planned, full since 12:30, 5 h 30 min before its hours end',
    '2. DE / B-7 / source 51 for 2 h, since 06:00, until tonight · quality',
    '3. 🇩🇪 DE · A&lt;b&gt; · #44 · most likely none of 40',
  ])
  expect(briefKeyboard(items).inline_keyboard[1]).toHaveLength(1)
})

test('a calm day is one line; what cannot be foreseen is said', () => {
  expect(say({}).slice(1)).toEqual(['Nothing needs attention: 12 caps, 400 leads planned.'])
  expect(say({ caps: 0, planned: 0, hindrance: 'no-sync' }).slice(1)).toEqual([
    'No caps are planned for today, and nothing needs attention.',
  ])
  expect(say({ items: [week], hindrance: 'no-sync' }).at(-1)).toContain('No recent lead sync succeeded')
})
