import { maskEmails } from '#domain/leads/mask-email.ts'

const CENSORED = '[secret]'

/** Names whose values are hidden. */
const SECRET_NAMES = /(token|secret|password|authorization|cookie|api_?key|hmac|sealed|^code)$/i

/** A program's key, also a cut-off one. The first group is its public beginning. */
const API_KEY = /(capline_[0-9A-Za-z]{8})_[0-9A-Za-z]{10,}/g

/** Secrets recognised by their form: API keys, bot tokens, bearer tokens, passwords in addresses. */
const SECRET_TEXTS: readonly [RegExp, string][] = [
  [API_KEY, `$1_${CENSORED}`],
  [/(?<!\d)\d{5,}:[\w-]{20,}/g, CENSORED],
  [/\bBearer\s+[\w.~+/-]+=*/gi, `Bearer ${CENSORED}`],
  [/(:\/\/[^\s:/@]*):[^\s@/]+@/g, `$1:${CENSORED}@`],
]

const MOST_DEPTH = 6
const MOST_CAUSES = 4

/** A copy for the log: without secrets, and of an error only its message and causes. */
export function censor(value: object): Record<string, unknown> {
  return censorFields(value, 0)
}

export function censorText(text: string): string {
  return maskEmails(SECRET_TEXTS.reduce((censored, [secret, instead]) => censored.replace(secret, instead), text))
}

export function holdsApiKey(text: string): boolean {
  return text.search(API_KEY) >= 0
}

function censorFields(value: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(value).map(([name, field]): [string, unknown] => [
    name,
    SECRET_NAMES.test(name) && isTelling(field) ? CENSORED : censorValue(field, depth + 1),
  ])
  return Object.fromEntries(entries)
}

/** Whether a value must be hidden. A missing token is worth seeing. */
function isTelling(field: unknown): boolean {
  return field !== null && field !== undefined && field !== '' && typeof field !== 'boolean'
}

function censorValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return censorText(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return describeError(value, 0)
  if (depth > MOST_DEPTH) return '[deep]'
  if (Array.isArray(value)) return value.map((item) => censorValue(item, depth + 1))
  if (value instanceof Map) return censorFields(Object.fromEntries<unknown>(value), depth)
  if (value instanceof Set) return censorValue([...value], depth)
  if (Buffer.isBuffer(value)) return `[${value.length} bytes]`
  return censorFields(value, depth)
}

/** Drivers attach queries, parameters and whole connections to their errors; they are dropped. */
function describeError(error: Error, causes: number): Record<string, unknown> {
  const read = (name: string): unknown => Reflect.get(error, name)
  const inner =
    causes < MOST_CAUSES && error.cause instanceof Error ? describeError(error.cause, causes + 1) : undefined
  const several = causes < MOST_CAUSES && error instanceof AggregateError ? error.errors : []
  const code = read('code')
  return {
    type: error.name,
    message: censorText(error.message),
    ...(typeof code === 'string' && { code }),
    stack: censorText(error.stack ?? ''),
    ...(inner && { cause: inner }),
    ...(several.length > 0 && {
      errors: several.flatMap((one) => (one instanceof Error ? [describeError(one, causes + 1)] : [])),
    }),
  }
}
