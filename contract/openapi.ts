import type { z } from 'zod/mini'
import type { Access } from '#domain/team/member.ts'
import type { Call, RefusalStatus } from './call.ts'
import { calls } from './calls.ts'
import { Problem } from './check.ts'
import { SENT_FILE_TYPE } from './file.ts'
import { describeSchemas, type JsonSchema, type Schemas } from './openapi-schemas.ts'
import { TAGS } from './openapi-tags.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
}

interface Response {
  description: string
  content?: Record<string, { schema: JsonSchema }>
}

interface Reference {
  $ref: string
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: (Parameter | Reference)[]
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, Response | Reference>
}

export interface ApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, object>
    schemas: Record<string, JsonSchema>
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
  }
}

const REFUSALS: Record<RefusalStatus, string> = {
  400: 'Malformed or invalid input',
  401: 'The token is missing, wrong or expired',
  403: 'Signed in, but not allowed',
  404: 'Not found',
  409: 'In conflict with the current state',
  413: 'Too large',
  429: 'Too many calls; Retry-After says when to come back',
  500: 'A failure of the server; it has been logged',
  503: 'Not ready; Retry-After says when to come back',
}

const WHO: Record<Access, string> = {
  anyone: 'Anyone may call it, without a token.',
  member: 'Every member may call it.',
  capEditor: 'Admins and editors may call it, and viewers if the settings let them change caps.',
  admin: 'Admins may call it.',
}

/** The OpenAPI document of every call, for `/api/openapi.json`. It describes the JSON, not the values of the code. */
export function describeApi(): ApiDocument {
  const all = Object.entries<Record<string, Call>>(calls).flatMap(([feature, group]) =>
    Object.entries(group).flatMap(([name, call]) => listSchemas(`${capitalize(feature)}${capitalize(name)}`, call)),
  )
  const schemas = describeSchemas(new Map([[Problem, 'Problem'], ...all]))
  const paths: ApiDocument['paths'] = {}
  for (const [feature, group] of Object.entries<Record<string, Call>>(calls)) {
    for (const [name, call] of Object.entries(group)) {
      const path = call.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(schemas, `${feature}.${name}`, call) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Capline', version: '1', description: ABOUT },
    servers: [{ url: '/api' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: schemas.components,
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([status, description]) => [
          `Refusal${status}`,
          { description, content: json(schemas.of(Problem)) },
        ]),
      ),
    },
  }
}

const ABOUT =
  'Daily lead caps, what is delivered, and what affiliates are paid. Bodies are JSON; a call refuses unknown fields in its body and its query. Sums are dollars with two decimals, days are YYYY-MM-DD in the configured time zone, instants are ISO 8601. A refusal has a sentence for people in `message`.'

/** The schemas of a call, each with a unique name. */
function listSchemas(call: string, { params, query, body, takes, answers, file }: Call): [z.ZodMiniType, string][] {
  const parts = { Params: params, Query: query, Body: takes ? undefined : body, ...(file ? {} : answers) }
  return Object.entries(parts).flatMap(([part, schema]) => (schema ? [[schema, `${call}${part}`]] : []))
}

function capitalize(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

function describeCall(schemas: Schemas, operationId: string, call: Call): Operation {
  return {
    operationId,
    summary: call.summary,
    description: WHO[call.access],
    tags: operationId.split('.').slice(0, 1),
    security: call.access === 'anyone' ? [] : [{ token: [] }],
    parameters: [
      ...describeParameters(schemas, 'path', call.params),
      ...describeParameters(schemas, 'query', call.query),
      ...describeIdempotency(call),
    ],
    ...(call.body && { requestBody: { required: true, content: describeBody(schemas, call) } }),
    responses: { ...describeAnswers(schemas, call), ...describeRefusals(call) },
  }
}

function describeBody(schemas: Schemas, { takes, body }: Call): Record<string, { schema: JsonSchema }> {
  if (takes) return { [SENT_FILE_TYPE]: { schema: { type: 'string', format: 'binary', maxLength: takes } } }
  return body ? json(schemas.of(body)) : {}
}

function describeParameters(schemas: Schemas, place: 'path' | 'query', schema: Call['params']): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.fieldsOf(schema)
  return Object.entries(properties).map(([name, property]) => {
    return { name, in: place, required: required.includes(name), schema: typeof property === 'boolean' ? {} : property }
  })
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
}

/** A repeated POST of a signed-in caller gets the first answer again. */
function describeIdempotency(call: Call): Reference[] {
  if (call.method !== 'POST' || call.access === 'anyone' || call.secret) return []
  return [{ $ref: '#/components/parameters/IdempotencyKey' }]
}

function describeAnswers(schemas: Schemas, call: Call): Record<string, Response> {
  const answers = Object.entries(call.answers).map(([status, schema]): [string, Response] => {
    if (schema === null) return [status, { description: 'Done' }]
    if (call.file) {
      const content = call.file.map((type) => [type, { schema: { type: 'string' } }] as const)
      return [status, { description: 'A file', content: Object.fromEntries(content) }]
    }
    const described = schemas.of(schema)
    const content = call.streams ? { 'text/event-stream': { schema: described } } : json(described)
    return [status, { description: 'Done', content }]
  })
  return Object.fromEntries(answers)
}

/** The refusals that a call declares, and those that every call of its kind may have. */
function describeRefusals(call: Call): Record<string, Reference> {
  const statuses = new Set<RefusalStatus>([...(call.refusals ?? []), 400, 429, 500, 503])
  if (call.access !== 'anyone') statuses.add(401)
  if (call.access === 'capEditor' || call.access === 'admin') statuses.add(403)
  if (call.body) statuses.add(413)
  if (call.method === 'POST' && call.access !== 'anyone') statuses.add(409)
  return Object.fromEntries(
    [...statuses].map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
  )
}

function json(schema: JsonSchema): Record<string, { schema: JsonSchema }> {
  return { 'application/json': { schema } }
}
