import { isRecord } from '#domain/leads/fields.ts'
import { malformed, quote, type LeadApiFailure } from './failure.ts'
import type { Condition, FieldPath, Mapping } from './mapping.ts'

export interface Answer {
  rows: unknown[]
  /** For pages that name the next one. */
  nextCursor: string | null
  /** The number of the last page, if the answer has it. */
  lastPage: number | null
  /** The total number of rows, if the answer has it. */
  total: number | null
}

export type ReadAnswer = { ok: true; answer: Answer } | { ok: false; failure: LeadApiFailure }

/** Reads an answer. An error with status 200 is a failure, never "no rows". */
export function readAnswer(mapping: Mapping, body: unknown): ReadAnswer {
  const rows = mapping.rows === '' ? body : readPath(body, mapping.rows)
  const complaint = findComplaint(mapping, body, Array.isArray(rows))
  if (complaint) return { ok: false, failure: complaint }
  if (!Array.isArray(rows)) return fail(mapping.rows === '' ? 'it is no list' : `it has no list named ${mapping.rows}`)
  const { pages } = mapping
  const next = pages.style === 'cursor' ? (readPath(body, pages.next) ?? null) : null
  if (next !== null && typeof next !== 'string')
    return fail(`${pages.style === 'cursor' ? pages.next : ''} is not a text`)
  const lastPage = readCount(body, pages.style === 'page' ? pages.lastPage : null)
  if (Number.isNaN(lastPage)) return fail('its last page is not a number')
  const total = readCount(body, pages.style === 'page' || pages.style === 'skip' ? pages.total : null)
  if (Number.isNaN(total)) return fail('its number of rows is not a number')
  return { ok: true, answer: { rows, nextCursor: rows.length === 0 || next === '' ? null : next, lastPage, total } }
}

/** Null if the answer has no count, NaN if the count is not a whole number. */
function readCount(body: unknown, path: string | null): number | null {
  const value = path === null ? null : (readPath(body, path) ?? null)
  if (value === null || value === '') return null
  const count = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN
  return Number.isSafeInteger(count) ? count : NaN
}

function fail(detail: string): ReadAnswer {
  return { ok: false, failure: malformed(detail) }
}

/** The value at a path such as `customerData.id`; undefined if there is none. */
export function readPath(value: unknown, path: string): unknown {
  let found = value
  for (const name of path.split('.')) found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return found
}

/** The value at the first of several paths that has one. */
export function readFirst(value: unknown, paths: FieldPath): unknown {
  for (const path of [paths].flat()) {
    const found = readPath(value, path)
    if (found !== undefined && found !== null && found !== '') return found
  }
  return undefined
}

/** Whether a row or an answer meets a condition. */
export function fits({ field, values, not }: Condition, value: unknown): boolean {
  const found = asWord(readPath(value, field))
  const isOneOf = (words: readonly unknown[]) => words.some((word) => asWord(word) === found)
  return values ? isOneOf(values) : !isOneOf(not ?? [])
}

function asWord(value: unknown): string {
  if (typeof value === 'string') return value.trim().toLowerCase()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function findComplaint({ softError }: Mapping, body: unknown, hasRows: boolean): LeadApiFailure | null {
  if (!isRecord(body)) return null
  if (softError && fits(softError, body)) return complain(readFirst(body, softError.message))
  const { error, errors, message, status, success, ok } = body
  const failing = [status, success, ok].some((flag) => flag === false || flag === 'error' || flag === 'fail')
  const text = [error, errors, message].find((value) => hasContent(value))
  if (!failing && !hasContent(error) && !hasContent(errors) && hasRows) return null
  return failing || text !== undefined ? complain(text) : null
}

function complain(text: unknown): LeadApiFailure {
  return { reason: 'lead_api.soft_error', message: `The lead API reported an error: ${showComplaint(text)}` }
}

function hasContent(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  // Many systems answer the number of the error, which is 0 if there is none.
  return value !== undefined && value !== null && ![false, '', 0, '0'].some((nothing) => nothing === value)
}

function showComplaint(value: unknown): string {
  if (value === undefined) return 'it gave no details.'
  if (isRecord(value) && typeof value['message'] === 'string') return quote(value['message'])
  return quote(typeof value === 'string' ? value : JSON.stringify(value))
}
