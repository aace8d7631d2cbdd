import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { readBytes } from './body.ts'
import type { Control } from './control.ts'
import { listMessages } from './messages.ts'
import type { State } from './state.ts'

/** The same control as `Control`, over HTTP: JSON in, JSON out, under `/__sandbox/`. */

const PREFIX = '/__sandbox/'

const personSchema = z.object({
  id: z.int().positive(),
  first_name: z.string().min(1),
  last_name: z.string().optional(),
  username: z.string().optional(),
  language_code: z.string().optional(),
  started: z.boolean().optional(),
})

const groupSchema = z.object({
  id: z.int().negative().optional(),
  title: z.string().min(1),
  type: z.enum(['group', 'supergroup']).optional(),
  members: z.array(z.int()).optional(),
})

const worldSchema = z.object({ people: z.array(personSchema).optional(), groups: z.array(groupSchema).optional() })

const saySchema = z.object({ from: z.int(), text: z.string(), reply_to: z.int().optional() })

const editSchema = z.object({ from: z.int(), message_id: z.int(), text: z.string() })

const pressSchema = z.object({
  from: z.int(),
  message_id: z.int(),
  button: z.string(),
  /** Milliseconds to wait for the bot's answer. */
  wait: z.int().min(0).max(60_000).optional(),
})

const statusSchema = z.union([
  z.object({ blocked: z.boolean() }),
  z.object({ bot: z.enum(['member', 'administrator', 'left', 'kicked']) }),
])

const faultSchema = z.intersection(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('drop-after') }),
    z.object({ kind: z.literal('drop-before') }),
    z.object({
      kind: z.literal('error'),
      status: z.int().min(400).max(599).optional(),
      description: z.string().optional(),
    }),
    z.object({ kind: z.literal('delay'), ms: z.int().min(0) }),
    z.object({ kind: z.literal('too-many-requests'), retryAfter: z.int().min(1) }),
  ]),
  z.object({
    method: z.string().optional(),
    chatId: z.int().optional(),
    times: z.int().min(1).optional(),
    probability: z.number().min(0).max(1).optional(),
    seed: z.int().optional(),
  }),
)

interface Request {
  chatId: number
  query: URLSearchParams
  body: unknown
}

type Handler = (request: Request) => unknown

export function createControlRoutes(control: Control, state: State): (route: string) => Handler | undefined {
  const routes: ReadonlyMap<string, Handler> = new Map<string, Handler>([
    ['GET state', () => describe(control, state)],
    ['POST plant', ({ body }) => control.plant(worldSchema.parse(body))],
    ['POST people', ({ body }) => control.addPerson(personSchema.parse(body))],
    ['POST groups', ({ body }) => control.addGroup(groupSchema.parse(body))],
    ['POST token', ({ body }) => control.setToken(z.object({ token: z.string() }).parse(body).token)],
    ['GET calls', ({ query }) => control.calls(readCallFilter(query))],
    ['DELETE calls', () => control.clearCalls()],
    ['GET faults', () => control.faults()],
    ['POST faults', ({ body }) => control.addFault(faultSchema.parse(body))],
    ['DELETE faults', () => control.clearFaults()],
    ['POST chats/:id', ({ chatId, body }) => changeStatus(control, chatId, body)],
    ['POST chats/:id/migrate', ({ chatId }) => control.migrateGroup(chatId)],
    ['POST limits', ({ body }) => control.setLimits(z.object({ on: z.boolean() }).parse(body).on)],
    ['POST chats/:id/start', ({ chatId }) => control.pressStart(chatId)],
    ['GET chats/:id/messages', ({ chatId }) => listMessages(state, chatId)],
    ['POST chats/:id/messages', ({ chatId, body }) => sayAs(control, chatId, body)],
    ['PUT chats/:id/messages', ({ chatId, body }) => editAs(control, chatId, body)],
    ['POST chats/:id/press', ({ chatId, body }) => pressAs(control, chatId, body)],
    ['GET chats/:id/wait', ({ chatId, query }) => waitAs(control, chatId, query)],
  ])
  return (route) => routes.get(route)
}

/** Answers a control call; false where the path is none. */
export async function serveControl(
  findRoute: (route: string) => Handler | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  if (!url.pathname.startsWith(PREFIX)) return false
  const path = url.pathname.slice(PREFIX.length)
  const chatId = Number(/^chats\/(-?\d+)/.exec(path)?.[1] ?? 0)
  const handler = findRoute(`${request.method} ${path.replace(/^chats\/-?\d+/, 'chats/:id')}`)
  if (!handler) return send(response, 404, { error: 'no such control call' })
  if (request.method === 'POST' && !request.headers['content-type']?.startsWith('application/json')) {
    return send(response, 415, { error: 'send application/json' })
  }
  try {
    const body = request.method === 'POST' || request.method === 'PUT' ? parseBody(await readBytes(request)) : undefined
    return send(response, 200, (await handler({ chatId, query: url.searchParams, body })) ?? null)
  } catch (error) {
    return send(response, 400, { error: error instanceof Error ? error.message : 'refused' })
  }
}

function describe(control: Control, state: State): unknown {
  const chats = control.chats().map(({ chat, started, bot, members }) => ({
    chat,
    started,
    bot,
    members,
    last: listMessages(state, chat.id).at(-1) ?? null,
  }))
  return { bot: state.bot, commands: control.commands(), people: control.people(), chats }
}

function changeStatus(control: Control, chatId: number, body: unknown): unknown {
  const status = statusSchema.parse(body)
  if ('blocked' in status) return control.setBlocked(chatId, status.blocked)
  return control.setBotStatus(chatId, status.bot)
}

function sayAs(control: Control, chatId: number, body: unknown): unknown {
  const { from, text, reply_to } = saySchema.parse(body)
  return control.say(chatId, from, text, reply_to === undefined ? {} : { replyTo: reply_to })
}

function editAs(control: Control, chatId: number, body: unknown): unknown {
  const { from, message_id, text } = editSchema.parse(body)
  return control.edit(chatId, from, message_id, text)
}

async function pressAs(control: Control, chatId: number, body: unknown): Promise<unknown> {
  const { from, message_id, button, wait } = pressSchema.parse(body)
  const query = control.press(chatId, from, message_id, button)
  const answer = wait ? await control.waitForAnswer(query.id, wait) : null
  return { query_id: query.id, answer }
}

/** `contains` or `pattern`, `after` (a message id), `timeout` in milliseconds. */
function waitAs(control: Control, chatId: number, query: URLSearchParams): unknown {
  const contains = query.get('contains') ?? ''
  const pattern = new RegExp(query.get('pattern') ?? '')
  return control.waitForMessage(
    chatId,
    ({ text }) => text.includes(contains) && pattern.test(text),
    Number(query.get('timeout') ?? 5_000),
    { after: Number(query.get('after') ?? 0) },
  )
}

function readCallFilter(query: URLSearchParams): { method?: string; chatId?: number } {
  const method = query.get('method')
  const chat = query.get('chat')
  return { ...(method ? { method } : {}), ...(chat ? { chatId: Number(chat) } : {}) }
}

function parseBody(bytes: Buffer | null): unknown {
  return bytes && bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : {}
}

function send(response: ServerResponse, status: number, body: unknown): true {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  response.writeHead(status, headers).end(JSON.stringify(body))
  return true
}
