import { expect, it } from 'vitest'
import { isAllowed, signatureOf, type Access, type Role } from './member.ts'

const ROLES: (Role | null)[] = ['admin', 'editor', 'viewer', null]

it.each<[Access, boolean, boolean[]]>([
  ['anyone', false, [true, true, true, true]],
  ['anyone', true, [true, true, true, true]],
  ['member', false, [true, true, true, false]],
  ['member', true, [true, true, true, false]],
  ['capEditor', false, [true, true, true, false]],
  ['capEditor', true, [true, true, false, false]],
  ['admin', false, [true, false, false, false]],
  ['admin', true, [true, false, false, false]],
])('%s, viewers read-only %s: admin, editor, viewer, nobody', (access, viewerReadOnly, expected) => {
  expect(ROLES.map((role) => isAllowed(access, role, { viewerReadOnly }))).toEqual(expected)
})

it('signs with the handle, else the Telegram id', () => {
  expect(signatureOf({ handle: 'ann', telegramId: '100' })).toBe('@ann')
  expect(signatureOf({ handle: null, telegramId: '100' })).toBe('100')
  const apiKey = { name: 'Reports', groups: [], mayChange: false }
  expect(signatureOf({ handle: null, telegramId: '', apiKey })).toBe('Reports (API key)')
})
