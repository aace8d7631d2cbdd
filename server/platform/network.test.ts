import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress, networkOf, siteOf } from './network.ts'

test.each<[string, string, string?]>([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:a01:203', '10.1.2.3'],
  ['2001:DB8::1', '2001:db8::/56', '2001:db8::/48'],
  ['2001:db8:0:ff:ffff::1', '2001:db8::/56', '2001:db8::/48'],
  ['2001:db8:0:100::1', '2001:db8:0:100::/56', '2001:db8::/48'],
  ['2001:db8:1::1', '2001:db8:1::/56', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80::/56', 'fe80::/48'],
  ['::1', '::/56', '::/48'],
  ['unknown', 'unknown'],
])('%s belongs to the network %s', (address, network, site = network) => {
  expect([networkOf(address), siteOf(address)]).toEqual([network, site])
})

test('addresses of one /56 are one, and of two are two; so are those of a /48', () => {
  const groups = (length: number) =>
    fc
      .array(fc.integer({ min: 1, max: 3 }), { minLength: length, maxLength: length })
      .map((all) => all.map((value) => value.toString(16)).join(':'))
  const half = fc.integer({ min: 1, max: 0xffff })
  const asText = (value: number) => value.toString(16)
  fc.assert(
    fc.property(groups(3), groups(3), half, half, groups(4), groups(4), (one, other, sub, otherSub, rest, end) => {
      const [first, second] = [`${one}:${asText(sub)}:${rest}`, `${other}:${asText(otherSub)}:${end}`]
      expect(siteOf(first) === siteOf(second)).toBe(one === other)
      expect(networkOf(first) === networkOf(second)).toBe(one === other && sub >> 8 === otherSub >> 8)
    }),
  )
})

test.each([
  ['8.8.8.8', true],
  ['172.32.0.1', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fd00:ec2::254', false],
  ['2002:a00:1::', false],
  ['2001:0:4136:e378::', false],
  ['ff02::1', false],
  ['localhost', false],
])('whether %s is a public address: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})
