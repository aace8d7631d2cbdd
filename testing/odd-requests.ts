import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { SENT_FILE_TYPE } from '#contract/file.ts'
import { ROLES, type Role } from '#domain/team/member.ts'
import { ALL_CALLS, fillPath } from './requests.ts'

/** A request as somebody might send it who means no good, or has made a mistake. */
export interface OddRequest {
  method: string
  path: string
  /** Null: not signed in. */
  role: Role | null
  address: string
  headers: Record<string, string>
  body: string | null
}

type Schema = z.core.JSONSchema.BaseSchema

const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfff',
  '\u202egnp.exe',
  '\u200b',
  '😀'.repeat(40),
  'ß'.repeat(64),
  'A'.repeat(70_000),
  "'; drop table caps; --",
  "' or '1'='1",
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '${7*7}',
  '{{constructor.constructor("return 1")()}}',
  '../../../../etc/passwd',
  '%00',
  '=1+1',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-0',
  '1e309',
  '9007199254740993',
  '2026-02-30',
  '99999-01-01',
  '0000-00-00',
  '24:00-24:01',
]

/** What the fields of our calls take, so that many requests come through the door. */
const GOOD_TEXTS = [
  '2026-11-21',
  '2026-11-22',
  'DE',
  'UK',
  '44',
  'B-1',
  '#7',
  '09:00-17:00',
  '24/7',
  '-1001234567890',
  '123456',
  'Anna',
  'viewer',
  'true',
  'Europe/Berlin',
  '10',
  '2026-11-21T10:00:00Z',
]

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...GOOD_TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
)
const number = fc.oneof(
  fc.integer({ min: 0, max: 200 }),
  fc.constantFrom(-1, 0.001, 1e300, Number.MAX_SAFE_INTEGER + 2, -0, 1_000_001),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const nested = fc.integer({ min: 1, max: 2_000 }).map((depth): unknown => {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { value }
  return value
})
const anything: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: number },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: fc.array(fc.constant({}), { maxLength: 300 }) },
)

/** Mostly what a schema asks for, sometimes anything. */
function valueOf(schema: Schema | boolean | undefined): Arbitrary<unknown> {
  if (schema === undefined || typeof schema === 'boolean') return anything
  return fc.oneof({ weight: 5, arbitrary: fittingValueOf(schema) }, { weight: 1, arbitrary: anything })
}

function fittingValueOf(schema: Schema): Arbitrary<unknown> {
  const several = schema.anyOf ?? schema.oneOf
  if (several) return fc.oneof(...several.map((one) => valueOf(one)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return fc.array(valueOf(Array.isArray(schema.items) ? schema.items[0] : schema.items), { maxLength: 4 })
    case 'integer':
    case 'number':
      return number
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return text
  }
}

const OWN_KEYS = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '_id',
  'role',
  'id',
  'version',
  'isAdmin',
)

function objectOf(schema: Schema): Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const given = valueOf(field).map((value): [string, unknown][] => [[name, value]])
    const isNeeded = schema.required?.includes(name) ?? false
    return fc.oneof({ weight: isNeeded ? 15 : 2, arbitrary: given }, { weight: 1, arbitrary: fc.constant([]) })
  })
  const extra = fc.option(fc.tuple(OWN_KEYS, anything), { nil: null, freq: 6 })
  return fc.tuple(fc.tuple(...fields), extra).map(([given, more]) => {
    return Object.fromEntries<unknown>([...given.flat(), ...(more ? [more] : [])])
  })
}

/** The input of a zod schema as JSON Schema. */
function describe(schema: Call['body']): Schema {
  return schema ? z.toJSONSchema(schema, { io: 'input' }) : {}
}

const rawBody = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"text"',
    '{"__proto__":{"polluted":true}}',
    '{"a":1,"a":2}',
    '\ufeff{}',
    'geo=DE',
  ),
  fc.constantFrom('{"constructor":{"prototype":{"polluted":true}}}', `${'['.repeat(9_000)}${']'.repeat(9_000)}`),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

function bodyOf(call: Call): Arbitrary<string | null> {
  if (!call.body) return fc.constant(null)
  if (call.takes) return rawBody
  const json = objectOf(describe(call.body)).map((value) => JSON.stringify(value))
  return fc.oneof({ weight: 9, arbitrary: json }, { weight: 1, arbitrary: rawBody })
}

function searchOf(call: Call): Arbitrary<string> {
  const names = Object.keys(describe(call.query).properties ?? {})
  const name = fc.oneof(fc.constantFrom(...names, 'limit'), text)
  const value = fc.oneof(text, number.map(String))
  return fc.array(fc.tuple(name, value), { maxLength: 3 }).map((pairs) => {
    const written = pairs.map(([key, one]) => `${encode(key)}=${encode(one)}`)
    return written.length > 0 ? `?${written.join('&')}` : ''
  })
}

/** A header longer than Node takes is refused before us, and half a character cannot be written at all. */
function encode(part: string): string {
  return encodeURIComponent(part.toWellFormed().slice(0, 2_000))
}

function requestOf(call: Call): Arbitrary<OddRequest> {
  const parameters = fc.array(text, { minLength: 4, maxLength: 4 })
  return fc
    .record({
      parameters,
      search: searchOf(call),
      body: bodyOf(call),
      role: fc.oneof(
        { weight: 6, arbitrary: fc.constant<Role>('admin') },
        { arbitrary: fc.constantFrom(null, ...ROLES), weight: 3 },
      ),
      address: fc.ipV4(),
      key: fc.option(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 2 }), { freq: 8 }),
    })
    .map(({ parameters: values, search, body, role, address, key }) => {
      let next = 0
      const path = fillPath(call, () => (values[next++] ?? 'x').toWellFormed().slice(0, 600) || 'x')
      return {
        method: call.method,
        path: `${path}${search}`,
        role,
        address,
        headers: {
          ...(body !== null && { 'content-type': call.takes ? SENT_FILE_TYPE : 'application/json' }),
          ...(key !== null && { 'idempotency-key': key }),
        },
        body,
      }
    })
}

/** Any of all calls. */
export const arbitraryRequest: Arbitrary<OddRequest> = fc.oneof(...ALL_CALLS.map(({ call }) => requestOf(call)))
