import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import type { Call } from './call.ts'
import { calls } from './calls.ts'

const all = Object.entries<Record<string, Call>>(calls).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, call]) => ({ name: `${feature}.${name}`, call })),
)

it('has no two calls with one method and path, whatever their parameters are called', () => {
  const addresses = all.map(({ call }) => `${call.method} ${call.path.replace(/:\w+/g, ':')}`)
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
})

describe.each(all)('$name', ({ call }) => {
  // A file has no schema of JSON.
  const body = 'takes' in call ? undefined : call.body

  it('says who may call it and what it does', () => {
    expect(['anyone', 'member', 'capEditor', 'admin']).toContain(call.access)
    expect(call.summary).toMatch(/^[A-Z].+[^.\s]$/)
  })

  it('has a path below /api of plain words and parameters', () => {
    expect(call.path).toMatch(/^(\/([a-z][a-z-]*|:[a-zA-Z]+))+$/)
  })

  it('declares the parameters of its path, and no others', () => {
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1])
    expect(new Set(keysOf(call.params))).toEqual(new Set(inPath))
  })

  it('has a body only where one is sent', () => {
    const mayHave = call.method === 'POST' || call.method === 'PUT'
    expect(call.body !== undefined && !mayHave).toBe(false)
  })

  it('takes no field in its body that it does not know', () => {
    expect(openPlaces(body ? z.toJSONSchema(body, { io: 'input' }) : {})).toEqual(
      // Rows of other systems, which have more fields than we read.
      call.path.endsWith('/import') ? [expect.stringMatching(/^body\.(advertisers|publishers)\[\]$/)] : [],
    )
  })

  it('has a bound for each text and each list that it takes', () => {
    const unbounded = (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = part === 'body' ? body : call[part]
      return schema ? endlessPlaces(z.toJSONSchema(schema, { io: 'input' }), part) : []
    })
    expect(unbounded).toEqual([])
  })

  it('refuses input that is wrong', () => {
    const takesInput = [call.params, call.query, call.body].some((schema) => schema !== undefined)
    expect(takesInput && !call.refusals?.includes(400)).toBe(false)
  })

  it('answers well in at least one way, and refuses in none of them', () => {
    const statuses = Object.keys(call.answers).map(Number)
    expect(statuses.length).toBeGreaterThan(0)
    expect(statuses.filter((status) => status < 200 || status > 299)).toEqual([])
    expect(call.answers[204] ?? null).toBeNull()
  })

  it('has schemas that can be shown to others', () => {
    const answers = call.file ? [] : Object.values(call.answers)
    const schemas = [call.params, call.query, body, ...answers]
    for (const schema of schemas.filter((each) => each !== undefined && each !== null)) {
      expect(z.toJSONSchema(schema, { io: 'input' })).toHaveProperty('type')
    }
  })
})

it.each(all.filter(({ call }) => call.emptyKeys))('$name reads its empty keys as such', ({ call }) => {
  const empty = Object.fromEntries((call.emptyKeys ?? []).map((name) => [name, '']))
  expect(call.query?.parse(empty)).toMatchObject(empty)
})

/** Where a schema has objects that take any other field as well. */
function openPlaces(schema: JsonSchema, at = 'body'): string[] {
  const isOpen = schema.type === 'object' && schema.additionalProperties !== false
  return [...(isOpen ? [at] : []), ...partsOf(schema, at).flatMap(([part, place]) => openPlaces(part, place))]
}

/** Where a schema has a text or a list of any length. What has a fixed form, such as a day, and what is not read has none. */
function endlessPlaces(schema: JsonSchema, at: string): string[] {
  const { type, format, enum: choices, maxLength, maxItems, readOnly } = schema
  const isFixed = choices !== undefined || schema.const !== undefined || format === 'date' || format === 'date-time'
  const isEndless =
    (type === 'string' && !isFixed && maxLength === undefined) ||
    (type === 'array' && maxItems === undefined) ||
    (partsOf(schema, at).length === 0 && type === undefined && !isFixed && !readOnly)
  return [...(isEndless ? [at] : []), ...partsOf(schema, at).flatMap(([part, place]) => endlessPlaces(part, place))]
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** What a schema is made of, each part with its place. */
function partsOf(schema: JsonSchema, at: string): (readonly [JsonSchema, string])[] {
  const parts = [
    ...Object.entries(schema.properties ?? {}).map(([name, each]) => [each, `${at}.${name}`] as const),
    ...[schema.items].flat().map((each) => [each, `${at}[]`] as const),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map((each) => [each, at] as const),
  ]
  return parts.flatMap(([each, place]) => (typeof each === 'object' ? [[each, place] as const] : []))
}

function keysOf(schema: Call['params']): string[] {
  return schema ? Object.keys(z.toJSONSchema(schema, { io: 'input' }).properties ?? {}) : []
}
