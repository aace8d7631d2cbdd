import { expect, it } from 'vitest'
import { listChatOptions } from './chat-options.ts'

const chats = [
  { chatId: '-1', title: 'Sales', type: 'supergroup' as const },
  { chatId: '-2', title: null, type: 'group' as const },
  { chatId: '7', title: 'Anna', type: 'private' as const },
]
const groups = [
  { value: '-1', label: 'Sales' },
  { value: '-2', label: '-2' },
]

it('offers groups, and the private chat of nobody but the owner', () => {
  const you = { value: '5', label: 'You, in your chat with the bot' }
  expect(listChatOptions({ chats, chosen: '', standing: '', own: '5' })).toEqual([you, ...groups])
  expect(listChatOptions({ chats, chosen: '-1', standing: '-1', own: null })).toEqual(groups)
  const owner = { value: '7', label: 'Its owner, in their chat with the bot' }
  expect(listChatOptions({ chats, chosen: '-1', standing: '7', own: null })).toEqual([owner, ...groups])
})

it('shows a chosen group that the bot has left', () => {
  const gone = { value: '-3', label: '-3' }
  expect(listChatOptions({ chats, chosen: '-3', standing: '-3', own: null })).toEqual([...groups, gone])
})
