import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createRandom } from '#sandbox/random.ts'
import { isObject, reply, type Manners, type ModelRequest } from './answer.ts'

interface ModelOptions {
  /** 0, the default, takes any that is free. */
  port?: number
  apiKey: string
  seed?: number
  manners?: Partial<Manners>
}

/** A stand-in for a language model behind OpenAI's chat completions. */
export interface ModelStandIn {
  /** With its version, as it is configured. */
  url: string
  /** Every question that it was asked, as it came. */
  questions: ModelRequest[]
  setManners(manners: Partial<Manners>): void
  close(): Promise<void>
}

const HONEST: Manners = { lies: false, reader: 'right', breaks: 0, stalls: 0, takes: ['json_schema', 'json_object'] }
const PATH = '/v1/chat/completions'

export async function startLanguageModel({ port = 0, apiKey, seed = 1, manners }: ModelOptions): Promise<ModelStandIn> {
  const random = createRandom('language model', seed)
  const questions: ModelRequest[] = []
  let current: Manners = { ...HONEST, ...manners }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = readQuestion(await text(request))
    if (request.method !== 'POST' || request.url !== PATH || !question) return void response.writeHead(404).end()
    if (request.headers.authorization !== `Bearer ${apiKey}`) return void response.writeHead(401).end('{}')
    questions.push(question)
    const sent = reply(random, current, question)
    if (!sent) return
    response.writeHead(sent.status, { 'content-type': sent.type, 'content-length': Buffer.byteLength(sent.body) })
    if (sent.cutAt === undefined) return void response.end(sent.body)
    response.write(sent.body.slice(0, sent.cutAt), () => response.destroy())
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the stand-in model listens on no port')
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    questions,
    setManners: (next) => void (current = { ...HONEST, ...next }),
    async close() {
      const closed = promisify(server.close.bind(server))()
      server.closeAllConnections()
      await closed
    },
  }
}

function readQuestion(body: string): ModelRequest | null {
  try {
    const question: unknown = JSON.parse(body)
    if (!isObject(question) || !Array.isArray(question['messages'])) return null
    const texts = question['messages'].map((message: unknown) => (isObject(message) ? String(message['content']) : ''))
    const format = question['response_format']
    const [system = '', user = ''] = texts
    return { system, user, format: isObject(format) ? String(format['type']) : null }
  } catch {
    return null
  }
}
