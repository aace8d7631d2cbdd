import { expect, it } from 'vitest'
import { ANY_GEO, chooseRecipients } from './recipients.ts'
import { sayReach } from './to-bar.tsx'

const withChat = { groupIds: ['-1'] }
const without = { groupIds: [] }

it('says whom a message reaches, and of how many', () => {
  expect(sayReach([withChat], 1)).toBe('1 recipient, 1 chat')
  expect(sayReach([withChat, withChat], 1)).toBe('2 recipients, 1 chat')
  expect(sayReach([withChat, without, withChat], 2, 'advertiser')).toBe('To 3 advertisers (2 have a chat)')
  expect(sayReach([withChat, without], 1)).toBe('To 2 recipients (1 has a chat)')
  expect(sayReach([without], 0)).toBe('To 1 recipient (0 have a chat)')
})

it('chooses those with a cap for a geo on the day, else those who were chosen, else everybody', () => {
  const alster = { id: 'a', caps: { text: '', geos: ['DE', 'FR'] } }
  const bode = { id: 'b', caps: { text: '', geos: [] } }
  const all = [alster, bode]
  expect(chooseRecipients(all, { capsIn: 'FR', recipientIds: ['b'] })).toEqual([alster])
  expect(chooseRecipients(all, { capsIn: ANY_GEO, recipientIds: null })).toEqual([alster])
  expect(chooseRecipients(all, { capsIn: null, recipientIds: ['b'] })).toEqual([bode])
  expect(chooseRecipients(all, { capsIn: null, recipientIds: null })).toEqual(all)
})
