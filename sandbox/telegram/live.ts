import type { ServerResponse } from 'node:http'
import type { Happening, State } from './state.ts'

const HEARTBEAT_MS = 15_000

/** Sends every happening to the page as a server-sent event, until it goes away. */
export function serveLive(state: State, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write('retry: 500\n\n')
  const listener = (happening: Happening): void => {
    response.write(`data: ${JSON.stringify(happening)}\n\n`)
  }
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS)
  state.listeners.add(listener)
  response.once('close', () => {
    clearInterval(heartbeat)
    state.listeners.delete(listener)
  })
}
