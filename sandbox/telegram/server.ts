import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { serveBot, type BotDoor } from './bot-calls.ts'
import { createCallLog } from './calls.ts'
import { createControlRoutes, serveControl } from './control-http.ts'
import { createControl, type Control } from './control.ts'
import { createFaults } from './faults.ts'
import { createLimits } from './limits.ts'
import { serveLive } from './live.ts'
import { servePage } from './page-files.ts'
import { createSaver, loadSnapshot } from './persist.ts'
import { createState, takeSnapshot } from './state.ts'

export interface TelegramOptions {
  /** 0 or none: any free port. */
  port?: number
  /** As Telegram's: the bot's id, a colon, letters. */
  token: string
  log?: (line: string) => void
  /** Chats, messages and unread updates are kept here over restarts. */
  stateFile?: string
  /** Whether messages that come too fast are refused, as Telegram does. */
  limits?: boolean
  /** Epoch milliseconds. */
  now: () => number
}

export interface TelegramStandIn extends Control {
  /** What takes the place of `https://api.telegram.org`. */
  root: string
  /** The address of the chat page. */
  page: string
  close(): Promise<void>
}

/** Starts a server that speaks Telegram's Bot API, with people and chats that tests and a web page control. */
export async function startTelegram(options: TelegramOptions): Promise<TelegramStandIn> {
  const log = options.log ?? (() => undefined)
  const saved = options.stateFile ? loadSnapshot(options.stateFile, log) : null
  const state = createState(options.token, options.now, saved)
  const [faults, calls, limits, closing] = [createFaults(), createCallLog(), createLimits(), new AbortController()]
  limits.on = options.limits ?? false
  const control = createControl(state, { faults, calls, limits })
  const saver = options.stateFile ? createSaver(options.stateFile, () => takeSnapshot(state), log) : null
  if (saver) {
    state.updates.onChange(() => saver.schedule())
    state.listeners.add(() => saver.schedule())
  }
  const door = { state, faults, calls, limits, log, closing: closing.signal }
  const server = createServer(
    createListener(door, createControlRoutes(control, state), new URL('page/', import.meta.url)),
  )
  const root = await listen(server, options.port ?? 0)
  return {
    ...control,
    root,
    page: `${root}/`,
    async close() {
      closing.abort()
      state.webhook.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      saver?.flush()
    },
  }
}

function createListener(
  door: BotDoor,
  findRoute: ReturnType<typeof createControlRoutes>,
  pageFolder: URL,
): (request: IncomingMessage, response: ServerResponse) => void {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    if (url.pathname === '/__sandbox/events') return serveLive(door.state, response)
    if (await serveBot(door, request, response, url)) return
    if (await serveControl(findRoute, request, response, url)) return
    if (await servePage(pageFolder, response, url.pathname)) return
    const body = { ok: false, error_code: 404, description: 'Not Found' }
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  return (request, response) => {
    serve(request, response).catch((error: unknown) => {
      door.log(`failed: ${error instanceof Error ? error.message : 'unknown'}`)
      if (response.headersSent || response.destroyed) return response.destroy()
      const body = { ok: false, error_code: 500, description: 'Internal Server Error' }
      return response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  }
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`)
    })
  })
}
