import type { Credentials, Mapping, Scalar, Template } from './mapping.ts'
import type { Question } from './request.ts'

/** The values for the placeholders of a request. Null means no value: entries that need it are left out. */
export interface Blanks {
  from: string | number | null
  to: string | number | null
  /** The IANA zone of dates without an offset. */
  zone: string
  cursor: string | null
  page: number | null
  skip: number | null
  size: number | null
}

/** The placeholders that entries of a request may use. */
export const PLACEHOLDERS = [
  'token',
  'username',
  'password',
  'from',
  'to',
  'zone',
  'cursor',
  'page',
  'skip',
  'size',
] as const satisfies (keyof Blanks | keyof Credentials)[]

type Values = Record<string, string | number | null>

/** Builds a request from a mapping. */
export function formQuestion(
  source: { url: string; credentials: Credentials; mapping: Mapping },
  path: string,
  blanks: Blanks,
  knownEtag: string | null,
): Question {
  const { mapping } = source
  const values: Values = { ...source.credentials, ...blanks }
  const url = new URL(source.url)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
  for (const [name, value] of fillAll(mapping.query, values)) url.searchParams.set(name, String(value))
  const headers: Record<string, string> = { accept: 'application/json' }
  for (const [name, value] of fillAll(mapping.headers, values)) headers[name] = String(value)
  if (knownEtag !== null) headers['if-none-match'] = knownEtag
  if (mapping.body === null) return { method: mapping.method, url, headers, body: null }
  headers['content-type'] = 'application/json'
  const body = JSON.stringify(fillBody(mapping.body, values))
  return { method: mapping.method, url, headers, body }
}

function fillAll(templates: Record<string, Scalar>, values: Values): [string, Scalar][] {
  return Object.entries(templates).flatMap(([name, template]) => {
    const value = typeof template === 'string' ? fillText(template, values) : template
    return value === null ? [] : [[name, value]]
  })
}

/** Fills the lists and objects of a body recursively. */
function fillBody(template: Template, values: Values): Template | null {
  if (typeof template === 'string') return fillText(template, values)
  if (typeof template !== 'object') return template
  const filled = (inner: Template) => {
    const value = fillBody(inner, values)
    return value === null ? [] : [value]
  }
  if (Array.isArray(template)) return template.flatMap(filled)
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, inner]) => filled(inner).map((value) => [name, value] as const)),
  )
}

/** A text that is only a placeholder keeps the type of its value: a page number stays a number. */
function fillText(template: string, values: Values): string | number | null {
  const whole = /^\{(\w+)\}$/.exec(template)?.[1]
  if (whole !== undefined) return values[whole] ?? null
  let isComplete = true
  const text = template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name] ?? null
    if (value === null) isComplete = false
    return String(value)
  })
  return isComplete ? text : null
}
