import { expect, test } from 'vitest'
import { foldSource } from '#domain/kernel/identity.ts'
import { formatReached, sayCopied } from './alerts.ts'

const caps = ['44', '51', '60'].map((source) => ({ geo: 'DE', sourceNumber: foldSource(source) }))

test.each([
  [{ caps: 0, left: [] }, 'Nothing is missing on Sunday any more.'],
  [{ caps: 1, left: [] }, '1 cap copied to Sunday.'],
  [
    { caps: 1, left: caps.slice(0, 1) },
    '1 cap copied to Sunday. DE / source 44 was left out: its advertiser is deleted.',
  ],
  [
    { caps: 2, left: caps },
    '2 caps copied to Sunday. DE / source 44 and 2 more were left out: their advertisers are deleted.',
  ],
])('%j is told as "%s"', (copied, sentence) => {
  expect(sayCopied(copied, 'Sunday')).toBe(sentence)
})

test.each([
  [33, 36, '92%'],
  [199, 200, '99%'],
  [36, 36, '100%'],
  [40, 36, '111%'],
  [1, 0, '100%'],
])('%i of %i is told as %s, whichever share it came to', (delivered, cap, percent) => {
  const line = { geo: 'DE', flag: null, advertiser: null, sourceNumber: '44', hours: null, delivered, cap, share: 80 }
  expect(formatReached('affiliate', [line], null).source).toContain(`<b>${percent}</b>, ${delivered} of ${cap}`)
})
