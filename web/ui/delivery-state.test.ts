import { expect, test } from 'vitest'
import { describeDelivery } from '../ui/delivery-state.tsx'

test('a delivery is sent, or failed with its error, or with one that nobody knows', () => {
  expect(describeDelivery({ status: 'sent', error: null })).toBe('Sent')
  expect(describeDelivery({ status: 'failed', error: 'Forbidden' })).toBe('Failed: Forbidden')
  expect(describeDelivery({ status: 'failed', error: null })).toBe('Failed: unknown')
  expect(describeDelivery({ status: 'unknown', error: null })).toBe('Failed: unknown')
})
