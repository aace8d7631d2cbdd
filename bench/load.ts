import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'

export interface Target {
  /** What is asked for, by the number of a connection, or of a request where they are evenly spaced. */
  urlOf(connection: number): string
  /** Of so many members that none meets the limit of calls a minute. */
  tokens: readonly string[]
}

export const CONNECTIONS = 50

/** As many requests as 50 connections get answered; requests a second. */
export async function saturate({ urlOf, tokens }: Target, seconds: number): Promise<number> {
  let connection = 0
  const result = await autocannon({
    url: urlOf(0),
    connections: CONNECTIONS,
    duration: seconds,
    setupClient(client) {
      const first = connection++
      const own = tokens.filter((_, index) => index % CONNECTIONS === first % CONNECTIONS)
      const { pathname: path } = new URL(urlOf(first % CONNECTIONS))
      client.setRequests(own.map((token) => ({ path, headers: headersOf(token) })))
    },
  })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${failed} of ${result.requests.sent} requests to ${urlOf(0)} failed`)
  return result['2xx'] / result.duration
}

/**
 * Milliseconds that each of evenly spaced requests took, from when it was due: one that had to wait its turn counts its
 * wait. (autocannon's `overallRate` sends all requests of a second at its beginning.)
 */
export async function pace({ urlOf, tokens }: Target, perSecond: number, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const start = performance.now()
  const running: Promise<number>[] = []
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = start + (index * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await pause(wait)
    running.push(request(agent, urlOf(index), tokens[index % tokens.length] ?? '').then(() => performance.now() - due))
  }
  const milliseconds = await Promise.all(running)
  agent.destroy()
  return milliseconds
}

function request(agent: Agent, url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: headersOf(token) }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.on('end', resolve).on('error', reject).resume()
    }).on('error', reject)
  })
}

export function headersOf(token: string) {
  return { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' }
}
