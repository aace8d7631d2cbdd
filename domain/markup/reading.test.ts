import { expect, it } from 'vitest'
import { parseAddress } from './reading.ts'

it.each([
  ['https://Example.com', 'https://example.com/'],
  ['example.com/a?b', 'http://example.com/a?b'],
  // As browsers copy a domain that is not written in Latin letters, and as people read it.
  ['https://xn--80aswg.xn--p1ai/offer', 'https://xn--80aswg.xn--p1ai/offer'],
  ['https://сайт.рф/offer', 'https://сайт.рф/offer'],
  ['https://उदाहरण.भारत', 'https://उदाहरण.भारत/'],
  ['https://example.com./a', 'https://example.com./a'],
  ['192.168.0.1:8080', 'http://192.168.0.1:8080/'],
])('%s is kept as %s', (address, kept) => {
  expect(parseAddress(address)).toBe(kept)
})

it.each(['', 'offer', 'https://localhost/a', 'ftp://example.com', 'https://example.c0m', 'https://.com'])(
  '%j is no address that Telegram takes',
  (address) => {
    expect(parseAddress(address)).toBeNull()
  },
)
