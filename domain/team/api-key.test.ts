import { expect, it } from 'vitest'
import { findKeyHindrance, KEY_GROUPS, type KeyedCall, type KeyRights } from './api-key.ts'

const READER: KeyRights = { groups: ['caps'], mayChange: false }
const WRITER: KeyRights = { groups: ['caps'], mayChange: true }
const EVERYTHING: KeyRights = { groups: KEY_GROUPS, mayChange: true }

it.each<[string, KeyRights, KeyedCall, ReturnType<typeof findKeyHindrance>]>([
  ['reads what it was given', READER, { group: 'caps', changesSomething: false }, null],
  ['changes nothing unless it may', READER, { group: 'caps', changesSomething: true }, 'change'],
  ['changes what it was given', WRITER, { group: 'caps', changesSomething: true }, null],
  ['has no other group', WRITER, { group: 'payouts', changesSomething: false }, 'group'],
  ['has no call of people, whatever it was given', EVERYTHING, { group: null, changesSomething: false }, 'people-only'],
])('a key %s', (_name, rights, call, expected) => {
  expect(findKeyHindrance(rights, call)).toBe(expected)
})
