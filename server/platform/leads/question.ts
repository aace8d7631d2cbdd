import type { Credentials, Mapping, Template } from './mapping.ts'
import type { Question } from './request.ts'

/** What a question is filled in with; null: it has none, and what needs it is left out. */
export interface Blanks {
  from: string | number | null
  to: string | number | null
  /** The zone of dates without an offset, as IANA names it. */
  zone: string
  cursor: string | null
  page: number | null
  skip: number | null
  size: number | null
}

/** What the entries of a question may name. */
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

/** One question in the words of a mapping. */
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
  const body = JSON.stringify(Object.fromEntries(fillAll(mapping.body, values)))
  return { method: mapping.method, url, headers, body }
}

function fillAll<T extends Template>(templates: Record<string, T>, values: Values): [string, Template][] {
  return Object.entries(templates).flatMap(([name, template]) => {
    const value = fill(template, values)
    return value === null ? [] : [[name, value]]
  })
}

/** A text that is nothing but a placeholder keeps the kind of its value: a page number stays a number. */
function fill(template: Template, values: Values): Template | null {
  if (Array.isArray(template)) {
    return template.flatMap((entry) => {
      const value = fill(entry, values)
      return value === null ? [] : [value]
    })
  }
  if (typeof template === 'object') return Object.fromEntries(fillAll(template, values))
  if (typeof template !== 'string') return template
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
