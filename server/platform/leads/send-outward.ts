import { lookup, type LookupAddress } from 'node:dns'
import { request as requestPlainly, type IncomingMessage } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { isPublicAddress } from '../network.ts'
import type { Send } from './request.ts'

/** Whether a host is, by its looks, within reach of this machine alone. */
export function isPrivateHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return /(^|\.)localhost\.?$/i.test(bare) || (isIP(bare) !== 0 && !isPublicAddress(bare))
}

/** Like `fetch`, but never to what is within reach of this machine alone: for addresses that people of the product give. */
export const sendOutward: Send = async (address, { method, headers, body, signal }) => {
  const url = new URL(address)
  if (isPrivateHost(url.hostname)) throw sayPrivate(url.hostname, url.hostname)
  const request = url.protocol === 'https:' ? requestOverTls : requestPlainly
  const answered = await new Promise<IncomingMessage>((done, fail) => {
    const call = request(url, {
      method,
      headers: body === null ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
      signal,
      // A connection of its own, and by no proxy of the environment.
      agent: false,
      lookup: lookUpPublic,
    })
    call.on('response', done)
    call.on('error', (error) => fail(new TypeError('the request failed', { cause: error })))
    call.end(body)
  })
  const { statusCode = 0, headers: received } = answered
  const hasBody = ![204, 205, 304].includes(statusCode)
  if (!hasBody) answered.resume()
  return new Response(hasBody ? readableOf(answered) : null, {
    status: statusCode,
    headers: Object.entries(received).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  })
}

function readableOf(answered: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      try {
        for await (const chunk of Readable.from(answered)) if (chunk instanceof Uint8Array) controller.enqueue(chunk)
        controller.close()
      } catch (error) {
        controller.error(error)
      }
    },
    cancel: () => void answered.destroy(),
  })
}

/**
 * Looks a name up for the very connection that is made, so that it cannot lead to one address when it is looked at and
 * to another one then. One private address among several refuses all.
 */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, [])
    const inner = addresses.find(({ address }) => !isPublicAddress(address))
    const [first] = addresses
    if (inner || !first) return callback(sayPrivate(hostname, inner?.address ?? 'nowhere'), [])
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

function sayPrivate(hostname: string, address: string): Error {
  return new Error(`${hostname} leads to ${address}, which is no address of the public network`)
}
