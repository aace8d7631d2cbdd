import { expect, test } from 'vitest'
import { parseInstant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { SettingKey } from '#domain/settings/table.ts'
import { sayChange, type ChangeContext } from './say-change.ts'

const at = (iso: string) => parseInstant(iso) ?? expect.unreachable()

const context: ChangeContext = {
  texts: new Map([
    ['summary_time', '18:00'],
    ['summary_group_id', '-1'],
  ]),
  titleOf: (id) => (id === '-1' ? 'Solar desk' : id),
  next: { at: at('2026-11-24T16:00:00Z'), overdue: false },
  zone: zoneOf('Etc/GMT-2'),
  now: at('2026-11-24T10:00:00Z'),
}

test.each<[SettingKey, string, string, string, Partial<ChangeContext>?]>([
  ['summary_time', '08:00', '18:00', 'Summaries are sent at 18:00 from today to Solar desk.'],
  [
    'summary_time',
    '08:00',
    '18:00',
    'Summaries are sent at 18:00 from tomorrow to Solar desk.',
    { next: { at: at('2026-11-25T16:00:00Z'), overdue: false } },
  ],
  [
    'summary_time',
    '08:00',
    '18:00',
    'Summaries are sent now, and at 18:00 from tomorrow, once a summary group is set.',
    { next: { at: context.now, overdue: true }, texts: new Map([['summary_time', '18:00']]) },
  ],
  [
    'summary_group_id',
    '',
    '-1',
    'The summary of broker caps goes to Solar desk at 18:00 from today. Alerts and reminders go there too.',
  ],
  ['summary_group_id', '-1', '', 'No summary, alert or reminder of broker caps is sent.'],
  ['allowed_group_ids', '-2\n-3', '-1\n-3', 'Members may use commands in Solar desk. Commands stop working in -2.'],
  [
    'invalid_statuses',
    'Test\nFake',
    'fake\nSpam',
    'Invalid: Spam. Valid again: Test. Takes effect with the next payout calculation.',
  ],
  ['payout_whole_conversions', 'false', 'true', 'off → on. Takes effect with the next payout calculation.'],
  ['payout_most_invalid_percent', '', '20', 'empty → 20. Takes effect with the next payout calculation.'],
  [
    'pause_grace_minutes',
    '5',
    '10',
    'The summary group is told of leads that arrive more than 10 minutes after a pause begins.',
  ],
  ['leads_sync_interval_minutes', '10', '1', 'Leads are fetched every 1 minute.'],
])('%s from %j to %j: %s', (key, before, after, sentence, other = {}) => {
  expect(sayChange(key, { before, after }, { ...context, ...other })).toBe(sentence)
})
