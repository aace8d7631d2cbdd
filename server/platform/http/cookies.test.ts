import { describe, expect, test } from 'vitest'
import { formatCookie, readCookie } from './cookies.ts'

const cookie = { name: 'device', value: 'a.b-c_1', seconds: 60 }

describe('a cookie', () => {
  test('behind TLS it belongs to this host alone, else browsers would refuse that name', () => {
    const common = 'Path=/; Max-Age=60; HttpOnly; SameSite=Strict'
    expect(formatCookie(cookie, true)).toBe(`__Host-capline-device=a.b-c_1; ${common}; Secure`)
    expect(formatCookie(cookie, false)).toBe(`capline-device=a.b-c_1; ${common}`)
  })

  test.each([
    ['__Host-capline-device=a.b-c_1', 'a.b-c_1'],
    ['other=1; __Host-capline-device=x;y=2', 'x'],
    ['capline-device=planted', null],
    ['x__Host-capline-device=planted', null],
    ['__Host-capline-device=', null],
    ['__Host-capline-device=a%00b', null],
    [`__Host-capline-device=${'a'.repeat(301)}`, null],
    [undefined, null],
  ])('of %j is read as %j', (header, value) => {
    expect(readCookie(header, 'device', true)).toBe(value)
  })
})
