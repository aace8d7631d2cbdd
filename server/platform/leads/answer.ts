import { isRecord } from '#domain/leads/fields.ts'
import { malformed, quote, type LeadApiFailure } from './failure.ts'
import type { FieldPath, Mapping } from './mapping.ts'

export interface Answer {
  rows: unknown[]
  /** Of pages that name the next one. */
  nextCursor: string | null
  /** The number of the last page, where the answer names it. */
  lastPage: number | null
}

export type ReadAnswer = { ok: true; answer: Answer } | { ok: false; failure: LeadApiFailure }

/** Takes an answer apart; an error that came as 200 is a failure, never "no rows". */
export function readAnswer(mapping: Mapping, body: unknown): ReadAnswer {
  const rows = mapping.rows === '' ? body : readPath(body, mapping.rows)
  const complaint = findComplaint(mapping, body, Array.isArray(rows))
  if (complaint) return { ok: false, failure: complaint }
  if (!Array.isArray(rows)) return fail(mapping.rows === '' ? 'it is no list' : `it has no list named ${mapping.rows}`)
  const { pages } = mapping
  const next = pages.style === 'cursor' ? (readPath(body, pages.next) ?? null) : null
  if (next !== null && typeof next !== 'string')
    return fail(`${pages.style === 'cursor' ? pages.next : ''} is not a text`)
  const last = pages.style === 'page' && pages.lastPage !== null ? (readPath(body, pages.lastPage) ?? null) : null
  const lastPage = last === null || last === '' ? null : Number(last)
  if (lastPage !== null && !Number.isSafeInteger(lastPage)) return fail('its last page is not a number')
  return { ok: true, answer: { rows, nextCursor: rows.length === 0 || next === '' ? null : next, lastPage } }
}

function fail(detail: string): ReadAnswer {
  return { ok: false, failure: malformed(detail) }
}

/** What stands at a path such as `customerData.id`; undefined where nothing does. */
export function readPath(value: unknown, path: string): unknown {
  let found = value
  for (const name of path.split('.')) found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return found
}

/** The first of several paths at which something stands. */
export function readFirst(value: unknown, paths: FieldPath): unknown {
  for (const path of [paths].flat()) {
    const found = readPath(value, path)
    if (found !== undefined && found !== null && found !== '') return found
  }
  return undefined
}

function findComplaint({ softError }: Mapping, body: unknown, hasRows: boolean): LeadApiFailure | null {
  if (!isRecord(body)) return null
  if (softError && softError.values.some((value) => value === readPath(body, softError.field))) {
    return complain(readFirst(body, softError.message))
  }
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
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== false && value !== ''
}

function showComplaint(value: unknown): string {
  if (value === undefined) return 'it did not say which.'
  if (isRecord(value) && typeof value['message'] === 'string') return quote(value['message'])
  return quote(typeof value === 'string' ? value : JSON.stringify(value))
}
