import { expect, test } from 'vitest'
import type { FileWish } from '#domain/analytics/file.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { captionFile, sayFileRefused, sayTimes, tellFileFails } from './analytics-files.ts'

const wish: FileWish = {
  table: 'quality',
  preset: 'last-week',
  geo: 'DE',
  advertiserId: null,
  sourceNumber: '<44>',
  countBy: 'deposit',
  sorting: { column: 'leads', descending: true },
}

function dayOf(text: string): Day {
  const day = parseDay(text)
  if (!day) throw new Error(text)
  return day
}

test('a caption says which table, which days and what narrows it; nothing in it breaks the markup', () => {
  const end = dayOf('2026-11-22')
  const caption = (narrowed: FileWish, advertiserName: string | null, start = dayOf('2026-11-16')) =>
    captionFile({
      wish: narrowed,
      advertiserName,
      period: { start, end },
      zoneLabel: 'Europe/Berlin',
      rows: 1,
    }).source.split('\n')
  expect(caption(wish, null)).toEqual([
    '<b>Lead quality, last week</b>',
    'Mon 16 Nov – Sun 22 Nov 2026, Europe/Berlin',
    'Only GEO DE, source &lt;44&gt;',
    '1 row',
  ])
  const ofOne = { ...wish, advertiserId: 'B-22', sourceNumber: null }
  expect(caption(ofOne, 'Alster & Co')[2]).toBe('Only GEO DE, advertiser Alster &amp; Co')
  expect(caption(ofOne, null)[2]).toBe('Only GEO DE, advertiser B-22')
  expect(caption(wish, null, end)[1]).toBe('Sun 22 Nov 2026, Europe/Berlin')

  // Deposits on their lead's day narrow nothing; tables that do not count so do not say so.
  const byLead = (table: FileWish['table']) =>
    caption({ ...ofOne, geo: null, advertiserId: null, table, countBy: 'lead' }, null)
  expect(byLead('geo')).toEqual([
    '<b>GEOs, last week, deposits on their lead’s day</b>',
    'Mon 16 Nov – Sun 22 Nov 2026, Europe/Berlin',
    '1 row',
  ])
  expect(byLead('quality')[0]).toBe('<b>Lead quality, last week</b>')
  expect(byLead('planned')[0]).toBe('<b>Planned against delivered, last week</b>')
})

test('days and time are written as people say them', () => {
  expect(sayTimes({ weekdays: [1, 2, 3, 4, 5, 6, 7], minutes: 480 })).toBe('every day at 08:00')
  expect(sayTimes({ weekdays: [5, 1, 2, 3, 4], minutes: 0 })).toBe('Mon–Fri at 00:00')
  expect(sayTimes({ weekdays: [4, 1], minutes: 1439 })).toBe('Mon, Thu at 23:59')
})

test('what went wrong says what to do, and others are told whose file it is', () => {
  const problem = sayFileRefused('Forbidden: bot was kicked from the supergroup chat')
  expect(problem).toBe('The bot was removed from the chat. Add it again, or choose another chat.')
  const file = { wish, times: { weekdays: [1 as const], minutes: 480 }, chat: 'Sales', owner: '@anna' }
  expect(tellFileFails(file, problem).source.split('\n').slice(0, 2)).toEqual([
    'A scheduled file of @anna was not sent: <b>Lead quality, last week</b>, Mon at 08:00, to Sales.',
    problem,
  ])
})
