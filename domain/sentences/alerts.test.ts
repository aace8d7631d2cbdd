import { expect, test } from 'vitest'
import { foldSource } from '#domain/kernel/identity.ts'
import { sayCopied } from './alerts.ts'

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
