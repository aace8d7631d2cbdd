import { expect, it } from 'vitest'
import { parseRefusal } from './refusals.ts'

it.each([
  ['Bad Request: chat not found', 'chat-not-found'],
  ['Forbidden: bot was kicked from the supergroup chat', 'kicked'],
  ['Forbidden: bot was kicked from the group chat', 'kicked'],
  ['Forbidden: bot is not a member of the channel chat', 'not-member'],
  ['Forbidden: bot was blocked by the user', 'blocked'],
  ['Forbidden: user is deactivated', 'blocked'],
  ["Forbidden: bot can't initiate conversation with a user", 'not-started'],
  ['Bad Request: not enough rights to send text messages to the chat', 'no-rights'],
  ['Bad Request: need administrator rights in the channel chat', 'no-rights'],
  ['Bad Request: group chat was upgraded to a supergroup chat', 'migrated'],
  ['Too Many Requests: retry after 7', 'too-fast'],
  ['Unauthorized', 'token-wrong'],
  ['Not Found', 'token-wrong'],
  ['ECONNREFUSED', 'unreachable'],
  ['no answer in time', 'unreachable'],
  ["HTTP 502 without an answer of Telegram's", 'unreachable'],
  ['Bad Request: message text is empty', 'other'],
])('%s is %s', (description, refusal) => {
  expect(parseRefusal(description)).toBe(refusal)
})
