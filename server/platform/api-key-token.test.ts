import { expect, test } from 'vitest'
import { isMeantAsApiKey, isWholeApiKey, newApiKey } from './api-key-token.ts'

test('a key is one of its kind, begins with what is shown of it, and is whole', () => {
  const keys = Array.from({ length: 200 }, () => newApiKey())
  expect(new Set(keys.map(({ token }) => token)).size).toBe(200)
  for (const { token, hint } of keys) {
    expect(token).toMatch(/^capline_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/)
    expect(token.startsWith(`${hint}_`)).toBe(true)
    expect(isWholeApiKey(token)).toBe(true)
  }
})

test('the check sum of a key that was written down stays what it is', () => {
  expect(isWholeApiKey('capline_00000000_0000000000000000000000000000000010WwHA')).toBe(true)
})

test('one letter that is another one, missing, or one too many is found', () => {
  const { token } = newApiKey()
  for (let at = 'capline_'.length; at < token.length; at += 1) {
    const other = token[at] === 'x' ? 'y' : 'x'
    expect(isWholeApiKey(token.slice(0, at) + other + token.slice(at + 1))).toBe(false)
    expect(isWholeApiKey(token.slice(0, at) + token.slice(at + 1))).toBe(false)
    expect(isWholeApiKey(token.slice(0, at) + other + token.slice(at))).toBe(false)
  }
  expect(isMeantAsApiKey(token.slice(0, 12))).toBe(true)
  expect(isMeantAsApiKey('x'.repeat(43))).toBe(false)
})
