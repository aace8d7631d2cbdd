import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:a01:203', '10.1.2.3'],
  ['2001:DB8::1', '2001:db8::/64'],
  ['2001:db8:0:0:ffff::1', '2001:db8::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['unknown', 'unknown'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('addresses of one /64 are one, and of two are two', () => {
  const group = fc.integer({ min: 1, max: 3 }).map((value) => value.toString(16))
  const half = fc.array(group, { minLength: 4, maxLength: 4 }).map((groups) => groups.join(':'))
  fc.assert(
    fc.property(half, half, half, half, (one, rest, other, end) => {
      expect(networkOf(`${one}:${rest}`) === networkOf(`${other}:${end}`)).toBe(one === other)
    }),
  )
})
