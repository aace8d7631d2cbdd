import { expect, test } from 'vitest'
import { brandNumber } from '#domain/kernel/brand.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { brokerCap } from '#testing/standing-caps.ts'
import type { HistoryEntry } from '../../api.ts'
import { describeDifferences, describeTerms } from './describe-change.ts'
import { describeBatch, groupHistory } from './group-history.ts'

let nextId = 1

function entry(fields: Partial<HistoryEntry>): HistoryEntry {
  return {
    id: String(nextId++),
    batchId: 'batch',
    batchSize: 1,
    pauses: 0,
    pausePlaces: [],
    at: brandNumber<Instant>(0),
    actor: '@anna',
    action: 'cap.changed',
    capId: 'cap-1',
    before: brokerCap(),
    after: brokerCap(),
    undone: false,
    ...fields,
  }
}

test('a commit can be taken back where each of its changes is the last one of its cap', () => {
  const batches = groupHistory([
    entry({ batchId: 'new', capId: 'a' }),
    entry({ batchId: 'old', capId: 'a' }),
    entry({ batchId: 'old', capId: 'b' }),
    entry({ batchId: 'oldest', capId: 'c' }),
  ])
  expect(batches.map(({ batchId, isLast }) => [batchId, isLast])).toEqual([
    ['new', true],
    ['old', false],
    ['oldest', true],
  ])
})

test('a commit is told in words', () => {
  const added = { before: null, action: 'cap.created by paste' }
  expect(describeBatch({ entries: [entry({})], size: 1, pauses: 0, pausePlaces: [] }, 'cap')).toBe('1 cap changed')
  expect(describeBatch({ entries: [entry(added), entry(added)], size: 2, pauses: 0, pausePlaces: [] }, 'cap')).toBe(
    '2 caps added by pasting',
  )
  const part = { entries: [entry(added), entry(added), entry({})], size: 2_000, pauses: 0, pausePlaces: [] }
  expect(describeBatch(part, 'cap')).toBe('2 of 2,000 caps added, 1 changed by pasting')
  expect(
    describeBatch(
      { entries: [entry({ action: 'cap.changed by bulk' })], size: 1, pauses: 0, pausePlaces: [] },
      'publisher cap',
    ),
  ).toBe('1 publisher cap changed in bulk')
  const undone = {
    entries: [entry({ action: 'cap.deleted by undo', after: null }), entry({ before: null })],
    size: 2,
    pauses: 0,
    pausePlaces: [],
  }
  expect(describeBatch(undone, 'cap')).toBe('1 cap deleted, 1 added by undoing')
  expect(describeBatch({ entries: [entry(added)], size: 1, pauses: 3, pausePlaces: [] }, 'cap')).toBe(
    '1 cap added, 3 pauses changed by pasting',
  )
  const paused = { entries: [entry(added)], size: 1, pauses: 2, pausePlaces: ['FR', 'DE / source 44'] }
  expect(describeBatch(paused, 'cap')).toBe('1 cap added, pauses of FR and DE / source 44 changed by pasting')
})

test('each field that differs is told old to new, and nothing else', () => {
  const before = brokerCap({ cpa: 60_000, workingHours: '09:00-17:00' })
  const after = brokerCap({ cap: 1_250, cpa: null, workingHours: null, alwaysOn: true, advertiserId: 'B-2' })
  expect(describeDifferences(before, after)).toEqual([
    { label: 'Planned', from: '20', to: '1,250' },
    { label: 'Advertiser', from: 'Alster Insurance (B-1)', to: 'Alster Insurance (B-2)' },
    { label: 'Hours', from: '09:00-17:00', to: '24/7' },
    { label: 'CPA', from: '$600', to: 'none' },
  ])
  expect(describeDifferences(before, { ...before, actualCount: 7, version: 2 })).toEqual([])
  expect(describeTerms(after)).toBe('1,250 planned, 24/7, CRG 8%')
})
