import { expect, it } from 'vitest'
import { sayReach } from './recipients-dialog.tsx'

const withChat = { groupIds: ['-1'] }
const without = { groupIds: [] }

it('says whom a message reaches, and of how many', () => {
  expect(sayReach([withChat], 1)).toBe('1 recipient, 1 chat')
  expect(sayReach([withChat, withChat], 1)).toBe('2 recipients, 1 chat')
  expect(sayReach([withChat, without, withChat], 2)).toBe('2 of 3 have a chat')
  expect(sayReach([withChat, without], 1)).toBe('1 of 2 has a chat')
  expect(sayReach([without], 0)).toBe('0 of 1 have a chat')
})
