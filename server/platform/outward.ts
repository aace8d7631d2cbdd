import { lookup, type LookupAddress } from 'node:dns'
import { request as requestPlainly, type IncomingMessage } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { refuse, type Refused } from '#domain/kernel/result.ts'
import { isPublicAddress } from './network.ts'

/** The reason that nothing is sent to an address that somebody gave. */
export type AddressRefusal = { reason: 'address.malformed' | 'address.open' | 'address.user' | 'address.private' }

/**
 * `status` is null if there was no answer; `text` is the beginning of the answer, or the reason that there was none.
 */
export interface PostOutcome {
  status: number | null
  text: string
  /** The `Retry-After` header as received. */
  retryAfter: string | null
}

export interface Posted {
  url: string
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}

export interface OutwardOptions {
  /** Hosts that may be private and without TLS, in the form of addresses. The operator names them. */
  privateHosts: ReadonlySet<string>
  /** How names are resolved; the system's way by default. */
  resolve?: typeof lookup
  /** Milliseconds for a call, answer included. */
  patience?: number
}

/** Posts to addresses that people of the product give, and never to private addresses. */
export interface Outward {
  /** Checks the form of an address; null if it is fine. */
  check(url: string): Refused<AddressRefusal> | null
  /** Never throws: any behaviour of the other side is an outcome. A redirect is an answer and is not followed. */
  post(posted: Posted): Promise<PostOutcome>
}

const PATIENCE = 10_000
/** Bytes of an answer that are read. */
const LARGEST_ANSWER = 500

export function createOutward(options: OutwardOptions): Outward {
  const { privateHosts, resolve = lookup, patience = PATIENCE } = options

  function check(address: string): Refused<AddressRefusal> | null {
    const url = URL.canParse(address) ? new URL(address) : null
    if (!url || !/^https?:$/.test(url.protocol)) return refuse({ reason: 'address.malformed' })
    if (url.username || url.password) return refuse({ reason: 'address.user' })
    if (privateHosts.has(url.hostname)) return null
    const bare = url.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(bare) !== 0 && !isPublicAddress(bare)) return refuse({ reason: 'address.private' })
    if (url.hostname === 'localhost') return refuse({ reason: 'address.private' })
    return url.protocol === 'https:' ? null : refuse({ reason: 'address.open' })
  }

  return {
    check,
    async post({ url, headers, body, signal }) {
      // Checked again: the allowed hosts may have changed since the address was saved.
      const refused = check(url)
      if (refused) return unanswered(`The address is not allowed (${refused.reason}).`)
      const find = privateHosts.has(new URL(url).hostname) ? undefined : lookUpPublic(resolve)
      const limit = AbortSignal.timeout(patience)
      try {
        const sent = { method: 'POST', headers, body, signal: AbortSignal.any([signal, limit]) }
        return await readAnswer(await sendAlone(url, sent, find))
      } catch (error) {
        if (limit.aborted) return unanswered(`No answer within ${patience / 1_000} seconds.`)
        return unanswered(error instanceof Error ? error.message : 'The connection broke.')
      }
    },
  }
}

/** Sends a request over its own connection, to the address that `find` returns for a name; by default the system's. */
export function sendAlone(
  url: string,
  { method, headers, body, signal }: { method: string; headers: object; body: string | null; signal: AbortSignal },
  find?: LookupFunction,
): Promise<IncomingMessage> {
  const request = new URL(url).protocol === 'https:' ? requestOverTls : requestPlainly
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((done, fail) => {
    // Without a proxy of the environment.
    const call = request(url, {
      method,
      headers: { ...headers, ...length },
      signal,
      agent: false,
      ...(find && { lookup: find }),
    })
    call.on('response', done)
    call.on('error', fail)
    call.end(body)
  })
}

/**
 * Resolves a name for the very connection that is made, so a name cannot lead to one address when checked and to
 * another when used. One private address among several refuses all.
 */
export function lookUpPublic(resolve: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, [])
      const inner = addresses.find(({ address }) => !isPublicAddress(address))
      const [first] = addresses
      if (inner || !first) return callback(new Error(sayPrivate(hostname, inner?.address ?? 'nowhere')), [])
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function sayPrivate(hostname: string, address: string): string {
  return `${hostname} leads to ${address}, which is not on the public network.`
}

/** Reads the beginning, and drops the rest. */
async function readAnswer(response: IncomingMessage): Promise<PostOutcome> {
  const { statusCode = 0, headers } = response
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) break
      chunks.push(chunk)
      size += chunk.length
      if (size >= LARGEST_ANSWER) break
    }
  } catch {
    // The status is known, so a broken body does not matter.
  }
  const text = Buffer.concat(chunks).subarray(0, LARGEST_ANSWER).toString('utf8')
  // PostgreSQL stores no NUL, and the other characters are unreadable.
  return {
    status: statusCode,
    text: text.replaceAll(/[^\P{Cc}\n\t]/gu, ''),
    retryAfter: headers['retry-after'] ?? null,
  }
}

function unanswered(text: string): PostOutcome {
  return { status: null, text, retryAfter: null }
}
