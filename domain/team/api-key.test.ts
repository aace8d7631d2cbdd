import { expect, it } from 'vitest'
import { findKeyHindrance, KEY_GROUPS, type KeyedCall, type KeyRights } from './api-key.ts'

const READER: KeyRights = { groups: ['caps'], mayChange: false }
const WRITER: KeyRights = { groups: ['caps'], mayChange: true }
const EVERYTHING: KeyRights = { groups: KEY_GROUPS, mayChange: true }

it.each<[string, KeyRights, KeyedCall, ReturnType<typeof findKeyHindrance>]>([
  ['reads what it was given', READER, { group: 'caps', method: 'GET' }, null],
  ['changes nothing unless it may', READER, { group: 'caps', method: 'POST' }, 'change'],
  ['changes what it was given', WRITER, { group: 'caps', method: 'DELETE' }, null],
  ['has no other group', WRITER, { group: 'payouts', method: 'GET' }, 'group'],
  ['has no call of people, whatever it was given', EVERYTHING, { group: null, method: 'GET' }, 'people-only'],
])('a key %s', (_name, rights, call, expected) => {
  expect(findKeyHindrance(rights, call)).toBe(expected)
})
