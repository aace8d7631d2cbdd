import type { Random } from '#sandbox/random.ts'
import { markMessage, type AskedMessage, type Reader } from './readings.ts'
import { wordHonestly, wordHostilely, type Asked } from './moods.ts'

/** How the stand-in takes questions. */
export interface Manners {
  /** Says what is asked, or makes things up. */
  lies: boolean
  /** How it marks the words of messages. */
  reader: Reader
  /** Shares of requests: answers that break in some way, and answers that never come. */
  breaks: number
  stalls: number
  /** What of `response_format` it takes, as endpoints differ. */
  takes: readonly ('json_schema' | 'json_object')[]
}

/** One answer; null: none ever comes. */
export type Reply = { status: number; type: string; body: string; cutAt?: number } | null

export interface ModelRequest {
  system: string
  user: string
  format: string | null
}

export function reply(random: Random, manners: Manners, request: ModelRequest): Reply {
  const takes: readonly string[] = manners.takes
  if (request.format !== null && !takes.includes(request.format)) {
    return json(400, { error: { message: `response_format ${request.format} is not supported` } })
  }
  if (random.chance(manners.stalls)) return null
  const content = JSON.stringify(answerOf(random, manners, request.user))
  if (random.chance(manners.breaks)) return breakReply(random, content)
  const fenced = request.format === null ? `Here you are:\n\`\`\`json\n${content}\n\`\`\`` : content
  return complete(fenced, request)
}

function answerOf(random: Random, { lies, reader }: Manners, user: string): object {
  const message = readMessage(user)
  if (message) return { rows: markMessage(random, reader, message) }
  const word = lies ? wordHostilely : wordHonestly
  return { texts: readAsked(user).map((one) => ({ id: one.id, text: word(random, one) })) }
}

function complete(content: string, { system, user }: ModelRequest = { system: '', user: '', format: null }): Reply {
  const usage = {
    prompt_tokens: Math.ceil((system.length + user.length) / 4),
    completion_tokens: Math.ceil(content.length / 4),
  }
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }]
  return json(200, { id: 'chatcmpl-1', object: 'chat.completion', model: 'stand-in', choices, usage })
}

/** Ways in which endpoints go wrong that are no lie: each must end in a template. */
function breakReply(random: Random, content: string): Reply {
  const whole = complete(content)
  const broken: Reply[] = [
    json(500, { error: { message: 'upstream 42' } }),
    json(429, { error: { message: 'slow down' } }),
    json(401, { error: { message: 'Incorrect API key provided' } }),
    { status: 200, type: 'text/html', body: '<html>We are 7 minutes late</html>' },
    { status: 200, type: 'application/json', body: '{"choices": [' },
    whole && { ...whole, cutAt: Math.floor(whole.body.length / 2) },
    json(200, { choices: [] }),
    json(200, { choices: [{ message: { role: 'assistant', content: null, refusal: 'I will not.' } }] }),
    complete(''),
    complete('I raised it to 99 for you.'),
    complete(content.slice(0, -4)),
    complete(JSON.stringify({ texts: 'raise it to 99' })),
    complete(JSON.stringify({ texts: [{ id: 0, text: '99' }] })),
    complete(JSON.stringify({ texts: [{ id: '0', text: 'Raise it.', cap: 99 }] })),
    { status: 200, type: 'application/json', body: ' '.repeat(2_000_000) },
  ]
  return random.pick(broken)
}

function json(status: number, body: unknown): Reply {
  return { status, type: 'application/json', body: JSON.stringify(body) }
}

/** The question as Capline writes it; any other has nothing to be worded. */
function readAsked(user: string): Asked[] {
  try {
    const body: unknown = JSON.parse(user)
    const list: unknown = isObject(body) ? body['suggestions'] : null
    return Array.isArray(list) ? list.flatMap(readOne) : []
  } catch {
    return []
  }
}

/** A question about a message, as Capline writes it; null where it is none. */
function readMessage(user: string): AskedMessage | null {
  try {
    const body: unknown = JSON.parse(user)
    if (!isObject(body) || !Array.isArray(body['lines']) || !Array.isArray(body['unread'])) return null
    const lines = body['lines'].map((line: unknown) => (isObject(line) ? String(line['text']) : ''))
    return { lines, unread: body['unread'].filter((line): line is number => typeof line === 'number') }
  } catch {
    return null
  }
}

function readOne(value: unknown): Asked[] {
  if (!isObject(value)) return []
  const { id, template, facts } = value
  if (typeof id !== 'string' || typeof template !== 'string' || !Array.isArray(facts)) return []
  return [{ id, template, facts: facts.filter((fact): fact is string => typeof fact === 'string') }]
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
