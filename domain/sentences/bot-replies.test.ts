import { expect, test } from 'vitest'
import { formatUnknownCommand } from './bot-replies.ts'

const KNOWN = ['start', 'help', 'today', 'tomorrow', 'caps', 'stats', 'cap', 'pause', 'resume', 'limits']

test.each([
  ['tommorow', 'tomorrow'],
  ['todat', 'today'],
  ['Puase', 'pause'],
  ['stat', 'stats'],
  ['limit', 'limits'],
])('offers the command that /%s is a slip of', (typed, meant) => {
  const told = `There is no command /${typed}. Did you mean /${meant}? /help lists all commands.`
  expect(formatUnknownCommand(typed, KNOWN)).toBe(told)
})

test('offers nothing where no command is alike', () => {
  expect(formatUnknownCommand('weather', KNOWN)).toBe('There is no command /weather. /help lists all commands.')
})
