import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import type { Instant } from '#domain/kernel/instant.ts'
import { createControl, type LeadApiControl } from './control.ts'
import { crmMate, eliteCrm, enigma, enigmaConversions, getLeads } from './crms.ts'
import { createFaults } from './faults.ts'
import { createGenericShape } from './generic.ts'
import { createHypernetShape } from './hypernet.ts'
import { createIrevShape } from './irev.ts'
import { createSystemShape } from './system-shape.ts'
import { affise, everflow, keitaro } from './trackers.ts'
import { createTrackboxShape } from './trackbox.ts'
import type { Shape } from './shape.ts'
import { createHandler } from './handler.ts'
import type { LeadSource } from './source.ts'

interface LeadApiOptions {
  /** 0, the default, takes any that is free. */
  port?: number
  token: string
  source: LeadSource
  /** Of the shape that allows only so many. */
  callsAnHour?: number
  now: () => Instant
}

/** A stand-in for somebody else's lead system, in every language that we understand. */
export interface LeadApi {
  /** Without a slash at its end. */
  url: string
  control: LeadApiControl
  close(): Promise<void>
}

export async function startLeadApi({ port = 0, ...options }: LeadApiOptions): Promise<LeadApi> {
  const stop = new AbortController()
  const faults = createFaults()
  const control = createControl(faults)
  const handle = createHandler({
    shapeAt: createShapes(options),
    faults,
    control,
    now: options.now,
    signal: stop.signal,
  })
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => giveUp(response, error))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: urlOf(server.address()),
    control,
    async close() {
      stop.abort()
      const closed = promisify(server.close.bind(server))()
      server.closeAllConnections()
      await closed
    },
  }
}

/** A client that went away, a wait that the end cut short, or a bug of the stand-in, which should be seen. */
function giveUp(response: ServerResponse, error: unknown): void {
  const isOver = response.headersSent || response.destroyed || (error instanceof Error && error.name === 'AbortError')
  if (isOver) response.destroy()
  else response.writeHead(500).end(`The stand-in lead API failed: ${String(error)}`)
}

function urlOf(address: ReturnType<ReturnType<typeof createServer>['address']>): string {
  if (address === null || typeof address === 'string') throw new Error('the stand-in lead API listens on no port')
  return `http://127.0.0.1:${address.port}`
}

/** Whom the shape that asks for a user name lets in; the password is the token. */
export const USERNAME = 'sandbox'

const SYSTEMS = [everflow, affise, keitaro, getLeads, eliteCrm, enigma, enigmaConversions, crmMate]

/** All shapes over the same rows, told apart by their paths. */
function createShapes(options: LeadApiOptions): (path: string) => Shape {
  const generic = createGenericShape(options)
  const vendors: Record<string, Shape> = {
    '/api/affiliates/': createIrevShape(options),
    '/api/pull/': createTrackboxShape({ ...options, username: USERNAME, password: options.token }),
    '/api/external/': createHypernetShape(options),
    ...Object.fromEntries(SYSTEMS.map((system) => [system.path, createSystemShape(system, options)])),
  }
  return (path) => Object.entries(vendors).find(([prefix]) => path.startsWith(prefix))?.[1] ?? generic
}
