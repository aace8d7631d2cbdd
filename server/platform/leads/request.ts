import type { Clock } from '#platform/clock.ts'
import { malformed, quote, STOPPED, unreachable, type LeadApiFailure } from './failure.ts'
import { dayNumberOf, MONTHS } from '#domain/kernel/day.ts'
import { DAY, HOUR, MINUTE, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { mayCarrySecrets } from '../network.ts'

export const LARGEST_BODY = 32 * 1024 * 1024
export const REQUEST_PATIENCE = 30_000
const MOST_REDIRECTS = 3

export interface Transport {
  clock: Clock
  /** Milliseconds for one request, body included. */
  patience: number
  /** Bytes. */
  largestBody: number
  /** How a request leaves this machine; `fetch` by default. */
  send?: Send
}

export type Send = (
  address: string,
  init: {
    method: string
    headers: Record<string, string>
    body: string | null
    signal: AbortSignal
    redirect: 'manual'
  },
) => Promise<Response>

/** The result of one request. `again`: it may succeed later, and the source may have said when. */
export type Attempt =
  | { kind: 'answer'; body: unknown; etag: string | null }
  | { kind: 'unchanged' }
  | { kind: 'again'; waitMilliseconds: number | null; failure: LeadApiFailure }
  | { kind: 'failed'; failure: LeadApiFailure; status: number | null }

export interface Question {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  /** JSON, of a POST. */
  body: string | null
}

/** Makes one request. Never throws: any behaviour of the other side is a result. */
export async function askOnce(transport: Transport, question: Question, signal: AbortSignal): Promise<Attempt> {
  const limit = AbortSignal.timeout(transport.patience)
  const either = AbortSignal.any([signal, limit])
  try {
    const response = await follow(transport.send ?? fetch, question, either)
    if (!(response instanceof Response)) return failed(response)
    return await readResponse(transport, response, either)
  } catch (error) {
    if (signal.aborted) return failed(STOPPED)
    // Another attempt would not make the certificate trusted.
    if (isAboutCertificate(error)) {
      // After the semicolon there is advice on running Node differently.
      const message = `The certificate of the lead API is not trusted: ${explain(error).replace(/;.*/, '')}.`
      return failed({ reason: 'lead_api.insecure', message })
    }
    const detail = limit.aborted ? `no answer within ${transport.patience / 1000} seconds` : explain(error)
    return { kind: 'again', waitMilliseconds: null, failure: unreachable(detail) }
  }
}

async function follow(send: Send, question: Question, signal: AbortSignal): Promise<Response | LeadApiFailure> {
  const { method, url, headers, body } = question
  let address = url
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const response = await send(address.href, { method, headers, body, signal, redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || response.status === 304 || location === null) return response
    await response.body?.cancel()
    if (method === 'POST' && response.status < 307) {
      const message = 'The lead API redirects a POST request in a way that would lose its body.'
      return { reason: 'lead_api.redirected', message }
    }
    const next = URL.canParse(location, address.href) ? new URL(location, address) : null
    if (!next || !staysHome(url, next)) {
      const message =
        'The lead API redirects to another host. Capline does not follow, because the token would go there.'
      return { reason: 'lead_api.redirected', message }
    }
    address = next
  }
  return { reason: 'lead_api.redirected', message: 'The lead API redirects again and again.' }
}

async function readResponse(transport: Transport, response: Response, signal: AbortSignal): Promise<Attempt> {
  if (response.status === 304) return { kind: 'unchanged' }
  const text = await readText(response, transport.largestBody, signal)
  if (text === null) {
    const megabytes = transport.largestBody / 1024 / 1024
    const message = `The lead API sent a page of more than ${megabytes} MB, which is refused.`
    return failed({ reason: 'lead_api.too_large', message })
  }
  if (!response.ok) return judgeStatus(response, text, transport.clock)
  return readJson(response, text)
}

function readJson(response: Response, text: string): Attempt {
  try {
    return { kind: 'answer', body: JSON.parse(text), etag: response.headers.get('etag') }
  } catch {
    // A cut-off answer may be complete next time. An answer that is not JSON at all, such as a sign-in page, will not
    // become JSON.
    if (/^\s*(?:[[{]|$)/.test(text)) {
      return { kind: 'again', waitMilliseconds: null, failure: malformed('it is not valid JSON') }
    }
    const isPage = /^\s*</.test(text)
    const what = isPage ? 'a web page came where JSON was expected' : 'it is not JSON'
    const words = quote(isPage ? readPageWords(text.slice(0, LONGEST_HEAD)) : text)
    return failed(malformed(words === '' ? what : `${what}: “${words}”`))
  }
}

const LONGEST_HEAD = 10_000

/** The visible text of a web page. */
function readPageWords(page: string): string {
  return page.replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]*>?/gis, ' ')
}

function judgeStatus(response: Response, text: string, clock: Clock): Attempt {
  const { status } = response
  const said = `it answered ${status}${sayWhy(text)}`
  if (status === 429 || status === 503) {
    const waitMilliseconds = parseRetryAfter(response.headers.get('retry-after'), clock.now())
    return {
      kind: 'again',
      waitMilliseconds,
      failure: { reason: 'lead_api.busy', message: `The lead API is busy: ${said}.` },
    }
  }
  if (status >= 500 || status === 408) return { kind: 'again', waitMilliseconds: null, failure: unreachable(said) }
  const hint = status === 401 || status === 403 ? ' Check the key (token) of the lead API.' : ''
  return failed({ reason: 'lead_api.refused', message: `The lead API refused the request: ${said}.${hint}` }, status)
}

function sayWhy(text: string): string {
  return text.trim() === '' || /^\s*</.test(text) ? '' : ` (${quote(text)})`
}

/**
 * The body as text; null if it is larger than allowed. Counted after decompression, so a compression bomb is refused.
 */
async function readText(response: Response, largest: number, signal: AbortSignal): Promise<string | null> {
  if (Number(response.headers.get('content-length')) > largest || !response.body) {
    await response.body?.cancel()
    return response.body ? null : ''
  }
  const body: AsyncIterable<Uint8Array> = response.body
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    signal.throwIfAborted()
    size += chunk.byteLength
    if (size > largest) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size).toString('utf8')
}

function failed(failure: LeadApiFailure, status: number | null = null): Attempt {
  return { kind: 'failed', failure, status }
}

const ABOUT_CERTIFICATES = /CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED/

/** Node's names for OpenSSL's findings: `CERT_HAS_EXPIRED`, `ERR_TLS_CERT_ALTNAME_INVALID` and so on. */
function isAboutCertificate(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause && ABOUT_CERTIFICATES.test(String(cause.code))
}

/** `fetch` hides the cause behind "fetch failed". */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection broke'
  const cause = error.cause instanceof Error ? error.cause : error
  return quote(cause.message || ('code' in cause ? String(cause.code) : cause.name)) || 'the connection broke'
}

const HTTP_DATE = /^\w{3}, (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/

/** The wait in milliseconds of a `Retry-After` header (RFC 9110, 10.2.3): seconds or a date; else null. */
export function parseRetryAfter(header: string | null, now: Instant): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND
  const match = HTTP_DATE.exec(text)
  if (!match) return null
  const [, day, month = '', year, hour, minute, second] = match
  const days = dayNumberOf(Number(year), MONTHS.indexOf(month) + 1, Number(day))
  const at = days * DAY + Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND
  return Math.max(0, at - now)
}

/** The reason that requests must not go to this address; null if they may. Tokens travel only over https. */
export function refuseAddress(url: URL, options: { allowHttp: boolean }): LeadApiFailure | null {
  if (url.username || url.password) {
    return { reason: 'lead_api.insecure', message: 'The address of the lead API must not have a user name in it.' }
  }
  if (options.allowHttp || mayCarrySecrets(url)) return null
  return { reason: 'lead_api.insecure', message: 'The address of the lead API must begin with https://.' }
}

/** Whether a redirect stays on the configured host, and is as safe as before. */
export function staysHome(from: URL, to: URL): boolean {
  return from.host === to.host && (from.protocol === to.protocol || to.protocol === 'https:')
}
