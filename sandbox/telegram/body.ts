import type { IncomingMessage } from 'node:http'
import { parseMultipart } from './multipart.ts'
import type { Params } from './params.ts'

const MAX_BYTES = 20 * 1024 * 1024

export async function readBytes(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) continue
    size += chunk.length
    if (size > MAX_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The parameters of the query and of a JSON, form or multipart body; null where the body cannot be read. */
export function readParams(query: URLSearchParams, contentType: string, bytes: Buffer): Params | null {
  const params = new Map<string, unknown>(query)
  if (bytes.length === 0) return params
  const body = readBody(contentType, bytes)
  if (!body) return null
  for (const [name, value] of body) params.set(name, value)
  return params
}

function readBody(contentType: string, bytes: Buffer): Iterable<[string, unknown]> | null {
  try {
    if (contentType.startsWith('application/json')) return readJson(bytes.toString('utf8'))
    if (contentType.startsWith('application/x-www-form-urlencoded')) return new URLSearchParams(bytes.toString('utf8'))
    if (contentType.startsWith('multipart/form-data')) {
      return parseMultipart(contentType, bytes)
    }
    return []
  } catch {
    return null
  }
}

function readJson(text: string): [string, unknown][] | null {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null
}
