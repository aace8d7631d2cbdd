import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '../network.ts'
import { lookUpPublic, sendAlone } from '../outward.ts'
import type { Send } from './request.ts'

/** Whether a host looks like a private one, reachable only from this machine or its network. */
export function isPrivateHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return /(^|\.)localhost\.?$/i.test(bare) || (isIP(bare) !== 0 && !isPublicAddress(bare))
}

/** Like `fetch`, but never to private addresses: for addresses that people of the product give. */
export const sendOutward: Send = async (address, init) => {
  const { hostname } = new URL(address)
  if (isPrivateHost(hostname)) throw new Error(`${hostname} is not on the public network`)
  return sendPublic(address, init)
}

const sendPublic = createSend(lookUpPublic(lookup))

/** Creates a sender like `sendAlone`. */
export function createSend(find?: LookupFunction): Send {
  return async (address, { headers, ...asked }) => {
    // Answers are not decompressed here.
    const sent = { ...asked, headers: { ...headers, 'accept-encoding': 'identity' } }
    try {
      return toResponse(await sendAlone(address, sent, find))
    } catch (error) {
      throw new TypeError('the request failed', { cause: error })
    }
  }
}

function toResponse(answered: IncomingMessage): Response {
  const { statusCode = 0, headers } = answered
  const hasBody = ![204, 205, 304].includes(statusCode)
  if (!hasBody) answered.resume()
  const texts = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Response(hasBody ? streamOf(bytesOf(answered)) : null, { status: statusCode, headers: texts })
}

/** Read as fast as it is consumed, and closed with its consumer. */
function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

async function* bytesOf(answered: IncomingMessage): AsyncGenerator<Uint8Array> {
  for await (const chunk of answered) if (chunk instanceof Uint8Array) yield chunk
}
