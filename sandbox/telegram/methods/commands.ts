import { z } from 'zod'
import { accept, badRequest } from '../answer.ts'
import { readObject, readText, type Params } from '../params.ts'
import { emit } from '../state.ts'
import type { Method } from './method.ts'

const commandsSchema = z.array(z.object({ command: z.string(), description: z.string() })).max(100)

export const setMyCommands: Method = ({ state, params }) => {
  const parsed = commandsSchema.safeParse(readObject(params, 'commands'))
  if (!parsed.success) return badRequest("can't parse BotCommands: array of BotCommand expected")
  const commands = parsed.data.map(({ command, description }) => ({
    command: command.replace(/^\//, ''),
    description: description.trim(),
  }))
  for (const { command, description } of commands) {
    if (command.length > 32) return badRequest('command length must not exceed 32')
    if (!/^[a-z0-9_]+$/.test(command)) return badRequest('BOT_COMMAND_INVALID')
    if (description === '') return badRequest('command description must be non-empty')
    if (description.length > 256) return badRequest('command description length must not exceed 256')
  }
  state.commands.set(keyOf(params), commands)
  emit(state, { kind: 'chats' })
  return accept(true)
}

export const getMyCommands: Method = ({ state, params }) => accept(state.commands.get(keyOf(params)) ?? [])

export const deleteMyCommands: Method = ({ state, params }) => {
  state.commands.delete(keyOf(params))
  emit(state, { kind: 'chats' })
  return accept(true)
}

/** Each scope and language has a list of its own. */
function keyOf(params: Params): string {
  return JSON.stringify([readObject(params, 'scope') ?? { type: 'default' }, readText(params, 'language_code')])
}
