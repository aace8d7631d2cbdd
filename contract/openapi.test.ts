import { describe, expect, it } from 'vitest'
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import { describeApi, type Operation } from './openapi.ts'

const api = describeApi()

const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ id: operation.operationId, path, method, operation })),
)

describe('the document of the API', () => {
  it('has each call once, at its address', () => {
    const declared = Object.entries<Record<string, Call>>(calls).flatMap(([feature, group]) =>
      Object.entries(group).map(([name, call]) => `${feature}.${name} ${call.method.toLowerCase()}`),
    )
    expect(operations.map(({ id, method }) => `${id} ${method}`).toSorted()).toEqual(declared.toSorted())
    expect(api.paths['/caps/{id}']?.['put']?.operationId).toBe('caps.update')
    expect(api.servers).toEqual([{ url: '/api' }])
  })

  it('is plain JSON without loose ends', () => {
    const text = JSON.stringify(api)
    expect(JSON.parse(text)).toEqual(api)
    expect(text).not.toContain('$schema')
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1])
    const { securitySchemes: _, ...components } = api.components
    const there = Object.entries(components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    )
    // Each is used, and none is missing.
    expect(new Set(references)).toEqual(new Set(there))
    expect(there.length).toBeGreaterThan(80)
    expect(api.components.schemas['Problem']).toMatchObject({ type: 'object', required: ['message'] })
  })

  it('says of each field of a body that no other is known', () => {
    const bodies = operations.flatMap(({ id, operation: { requestBody } }) =>
      requestBody ? listObjects(requestBody.content['application/json']?.schema).map((schema) => ({ id, schema })) : [],
    )
    expect(bodies.length).toBeGreaterThan(70)
    const lenient = bodies.filter(({ schema }) => schema.additionalProperties !== false).map(({ id }) => id)
    // Their items may have what other systems write beside.
    expect(lenient).toEqual(['advertisers.import', 'publishers.import'])
  })

  it('shows what travels, not what the code works with', () => {
    const body = resolve(api.paths['/caps']?.['post']?.requestBody?.content['application/json']?.schema)
    expect(body?.required).toEqual(['date', 'geo', 'cap', 'advertiserId', 'sourceNumber'])
    expect(body?.additionalProperties).toBe(false)
    expect(body?.properties).toMatchObject({
      date: { type: 'string', format: 'date' },
      cap: { type: 'integer', minimum: 0, maximum: 1_000_000 },
      workingHours: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      cpa: { anyOf: [{ type: 'number', minimum: 0, maximum: 1_000_000 }, { type: 'null' }] },
    })
  })

  it.each(operations.filter(({ method }) => method === 'put'))('$id takes back every field that it answers', (put) => {
    const ok = put.operation.responses['200']
    const contents = [put.operation.requestBody?.content, ok && 'content' in ok ? ok.content : undefined]
    const [sent, answered] = contents.map((content) => resolve(content?.['application/json']?.schema))
    const names = Object.keys(answered?.properties ?? {})
    expect(names.length).toBeGreaterThan(3)
    expect(Object.keys(sent?.properties ?? {})).toEqual(expect.arrayContaining(names))
    expect(sent?.additionalProperties).toBe(false)
  })

  it('asks for a parameter of a path always, for one of a query only where it must be', () => {
    expect(api.paths['/caps/day/{date}']?.['get']?.parameters).toEqual([
      { name: 'date', in: 'path', required: true, schema: { type: 'string', format: 'date' } },
    ])
    expect(api.paths['/caps/summary']?.['get']?.parameters).toMatchObject([{ in: 'query', required: false }])
  })

  it('tells who needs a token, and what may be refused', () => {
    expect(statusesOf('/auth/verify', 'post')).toEqual(['200', '400', '401', '403', '413', '429', '500', '503'])
    expect(api.paths['/auth/verify']?.['post']?.security).toEqual([])
    expect(statusesOf('/caps/{id}', 'delete')).toEqual(['204', '400', '401', '403', '404', '429', '500', '503'])
    expect(api.paths['/caps/{id}']?.['delete']?.security).toEqual([{ token: [] }])
    expect(api.paths['/caps/{id}']?.['delete']?.responses['204']).toEqual({ description: 'Done' })
  })

  it('shows events as a stream, and keys of repeats where they count', () => {
    const stream = api.paths['/events']?.['get']?.responses['200']
    expect(stream && 'content' in stream && Object.keys(stream.content ?? {})).toEqual(['text/event-stream'])
    expect(headersOf(api.paths['/caps']?.['post'])).toEqual(['Idempotency-Key'])
    expect(headersOf(api.paths['/auth/verify']?.['post'])).toEqual([])
  })
})

describe.each(operations)('$id', ({ path, operation }) => {
  it('has the parameters of its path, a tag and answers', () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const declared = parametersOf(operation).filter((parameter) => parameter.in === 'path')
    expect(declared.map((parameter) => [parameter.name, parameter.required])).toEqual(
      inPath.map((name) => [name, true]),
    )
    expect(api.tags.map((tag) => tag.name)).toEqual(expect.arrayContaining(operation.tags))
    expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true)
    for (const response of Object.values(operation.responses)) {
      const { description } = '$ref' in response ? (api.components.responses[lastOf(response.$ref)] ?? {}) : response
      expect(description).toMatch(/^[A-Z]/)
    }
  })
})

function statusesOf(path: string, method: string): string[] {
  return Object.keys(api.paths[path]?.[method]?.responses ?? {})
}

function headersOf(operation: Operation | undefined): string[] {
  return (operation ? parametersOf(operation) : [])
    .filter((parameter) => parameter.in === 'header')
    .map((parameter) => parameter.name)
}

function parametersOf({ parameters }: Operation) {
  return parameters.flatMap((one) => ('$ref' in one ? (api.components.parameters[lastOf(one.$ref)] ?? []) : one))
}

function lastOf(reference: string): string {
  return reference.split('/').at(-1) ?? ''
}

type Schema = (typeof api.components.schemas)[string]

/** What a reference means. */
function resolve(schema: Schema | undefined): Schema | undefined {
  return schema?.$ref === undefined ? schema : api.components.schemas[lastOf(schema.$ref)]
}

/** Every object with fields in a schema, through what it refers to. */
function listObjects(given: Schema | undefined): Schema[] {
  const schema = resolve(given)
  if (!schema) return []
  const { items, additionalProperties } = schema
  const within = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), items]
  const deeper = [...within, additionalProperties].flat().flatMap((each) => (typeof each === 'object' ? [each] : []))
  return [...(schema.properties ? [schema] : []), ...deeper.flatMap(listObjects)]
}
