import { expect, it } from 'vitest'
import { readSettingTexts } from './settings.ts'

const read = (key: string, value: string) => readSettingTexts(new Map([[key, value]]))

it('has the defaults of the product where nothing is stored', () => {
  expect(readSettingTexts(new Map())).toEqual({
    title: 'Capline',
    timezone: 'Etc/GMT-2',
    leadsSyncIntervalMinutes: 10,
    allowedGroupIds: [],
    viewerReadOnly: false,
  })
})

it.each([
  ['1', 1],
  ['15', 15],
  ['2.5', 3],
  ['0', 10],
  ['-5', 10],
  ['', 10],
  [' ', 10],
  ['soon', 10],
  ['Infinity', 10],
])('reads an interval of %j as %i minutes', (text, minutes) => {
  expect(read('leads_sync_interval_minutes', text).leadsSyncIntervalMinutes).toBe(minutes)
})

it('reads chats one per line, without blanks', () => {
  expect(read('allowed_group_ids', ' -1001 \r\n\n-1002\n').allowedGroupIds).toEqual(['-1001', '-1002'])
})

it.each([
  ['true', true],
  ['false', false],
  ['TRUE', false],
  ['', false],
])('makes viewers read-only by %j: %s', (text, expected) => {
  expect(read('viewer_read_only', text).viewerReadOnly).toBe(expected)
})

it('keeps a title and a zone that were set', () => {
  expect(read('title', 'Night desk').title).toBe('Night desk')
  expect(read('timezone', 'Asia/Tokyo').timezone).toBe('Asia/Tokyo')
})
