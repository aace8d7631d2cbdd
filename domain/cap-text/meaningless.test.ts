import { expect, test } from 'vitest'
import { parseMeaningless } from './meaningless.ts'

test.each([
  ['  push   it ', { ok: true, value: { word: 'push it', folded: 'PUSH IT' } }],
  // A Cyrillic о looks the same.
  ['brо', { ok: true, value: { word: 'brо', folded: 'BRO' } }],
  ['🚀', { ok: true, value: { word: '🚀', folded: '🚀' } }],
  ['', { ok: false, reason: 'word.empty' }],
  ['\u200b', { ok: false, reason: 'word.empty' }],
  ['x2', { ok: false, reason: 'word.number' }],
  ['½', { ok: false, reason: 'word.number' }],
  ['de', { ok: false, reason: 'word.geo' }],
  ['uk', { ok: false, reason: 'word.geo' }],
  ['Германия', { ok: false, reason: 'word.geo' }],
])('of %j: %o', (written, expected) => {
  expect(parseMeaningless(written)).toEqual(expected)
})
