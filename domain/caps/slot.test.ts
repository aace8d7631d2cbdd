import { expect, it } from 'vitest'
import { slotOf } from './cap.ts'

const slot = { geo: 'UK', advertiserId: 'B-1', sourceNumber: '44' }

it.each([
  { ...slot, geo: ' gb ' },
  { ...slot, sourceNumber: ' #44' },
  { ...slot, advertiserId: ' B-1 ' },
])('is one for what means the same: %j', (other) => {
  expect(slotOf(other)).toBe(slotOf(slot))
})

it.each([
  { ...slot, geo: 'DE' },
  { ...slot, sourceNumber: '45' },
  { ...slot, advertiserId: 'b-1' },
  { ...slot, advertiserId: null },
  { geo: 'UK', sourceNumber: 'B-1","44' },
])('is another for what does not: %j', (other) => {
  expect(slotOf(other)).not.toBe(slotOf(slot))
})

it('is one for no advertiser, however that is written', () => {
  const [first, ...others] = [{}, { advertiserId: null }, { advertiserId: ' ' }].map((advertiser) =>
    slotOf({ geo: 'DE', sourceNumber: '44', ...advertiser }),
  )
  expect(others).toEqual([first, first])
})
