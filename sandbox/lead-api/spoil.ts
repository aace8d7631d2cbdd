import type { Fault } from './faults.ts'
import { JSON_HEADERS, type PageAnswer, type Shape, type ShapeAnswer } from './shape.ts'

/** An answer ready to be written. */
export interface Payload {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** Break the connection after so many bytes of the body; null: before the head. */
  cut?: { after: number } | { after: null }
  /** Blanks before the body, so that it is right and far too long. */
  padding?: number
}

const HTML = { 'content-type': 'text/html; charset=utf-8' } as const
const PAGE = '<!doctype html><html><head><title>Sign in</title></head><body><h1>Please sign in</h1></body></html>'

export function toPayload(answer: ShapeAnswer): Payload {
  if (answer.kind === 'plain') return { status: answer.status, headers: answer.headers, body: answer.body }
  return { status: 200, headers: answer.headers, body: answer.wrap(answer.rows) }
}

/** An answer with a fault in it. */
export function spoil(shape: Shape, answer: ShapeAnswer, former: ShapeAnswer | null, fault: Fault): Payload {
  const { rule, random } = fault
  const payload = toPayload(answer)
  switch (rule.kind) {
    case 'drop':
      return { ...payload, cut: { after: rule.share === 0 ? null : Math.floor(payload.body.length * rule.share) } }
    case 'status':
      return {
        status: rule.status,
        headers: {
          ...JSON_HEADERS,
          ...(rule.retryAfter === undefined ? {} : { 'retry-after': String(rule.retryAfter) }),
        },
        body: JSON.stringify({ error: `The sandbox answers ${rule.status}.` }),
      }
    case 'truncated-json':
      return { ...payload, body: payload.body.slice(0, Math.floor(payload.body.length * rule.share)) }
    case 'html':
      return { status: 200, headers: HTML, body: PAGE }
    case 'soft-error':
      return { status: 200, headers: JSON_HEADERS, body: shape.writeSoftError(rule.message) }
    case 'bad-rows': {
      const bad = rule.rows?.map((row) => JSON.stringify(row)) ?? shape.badRows
      return answer.kind === 'page' ? withRows(answer, random.shuffle([...answer.rows, ...bad])) : payload
    }
    case 'shuffled-page':
      return answer.kind === 'page' ? withRows(answer, random.shuffle(answer.rows)) : payload
    case 'swapped-pages':
      return toPayload((answer.kind === 'page' ? answer.swap() : null) ?? answer)
    case 'repeated-page':
      return toPayload(former ?? answer)
    case 'huge-body':
      return { ...payload, padding: Math.max(0, rule.bytes - payload.body.length) }
    case 'redirect':
      return { status: 302, headers: { location: rule.location }, body: '' }
  }
}

function withRows(answer: PageAnswer, rows: readonly string[]): Payload {
  return { status: 200, headers: answer.headers, body: answer.wrap(rows) }
}
