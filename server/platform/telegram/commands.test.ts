import { expect, test } from 'vitest'
import { parseCommand } from './commands.ts'

test.each([
  ['/start', { name: 'start', argument: '' }],
  ['  /Caps  2026-11-21 DE ', { name: 'caps', argument: '2026-11-21 DE' }],
  ['/cap\nDE 20\nIT 15', { name: 'cap', argument: 'DE 20\nIT 15' }],
  ['/id@capline_bot', { name: 'id', argument: '' }],
  ['/id@Capline_Bot now', { name: 'id', argument: 'now' }],
  ['/id@another_bot', null],
  ['hello /start', null],
  ['/', null],
  ['/a-b', null],
  ['', null],
])('%j', (text, command) => {
  expect(parseCommand(text, 'capline_bot')).toEqual(command)
})
