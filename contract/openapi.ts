import { z } from 'zod/mini'
import type { Call, RefusalStatus } from './call.ts'
import { calls } from './calls.ts'
import { Problem } from './check.ts'
import { SENT_FILE_TYPE } from './file.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

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

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, Response>
}

export interface ApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, object>; schemas: Record<string, JsonSchema> }
}

const REFUSALS: Record<RefusalStatus, string> = {
  400: 'Malformed or invalid input',
  401: 'No, a wrong or an ended token',
  403: 'Signed in, but not allowed',
  404: 'Missing',
  409: 'In conflict with what stands',
  413: 'Too large',
  429: 'Too many calls; Retry-After says when to come back',
  500: 'A failure of the server; it has been logged',
  503: 'Not ready; Retry-After says when to come back',
}

/** The OpenAPI document of every call, as `/api/openapi.json` shows it: what travels as JSON, not what the code works with. */
export function describeApi(): ApiDocument {
  const paths: ApiDocument['paths'] = {}
  for (const [feature, group] of Object.entries<Record<string, Call>>(calls)) {
    for (const [name, call] of Object.entries(group)) {
      const path = call.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(feature, name, call) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Capline', version: '1' },
    servers: [{ url: '/api' }],
    tags: Object.keys(calls).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: describeSchema(Problem) },
    },
  }
}

function describeCall(feature: string, name: string, call: Call): Operation {
  return {
    operationId: `${feature}.${name}`,
    summary: call.summary,
    tags: [feature],
    security: call.access === 'anyone' ? [] : [{ token: [] }],
    parameters: [
      ...describeParameters('path', call.params),
      ...describeParameters('query', call.query),
      ...describeIdempotency(call),
    ],
    ...(call.body && { requestBody: { required: true, content: describeBody(call, call.body) } }),
    responses: { ...describeAnswers(call), ...describeRefusals(call) },
  }
}

function describeBody(call: Call, body: z.ZodMiniType): Record<string, { schema: JsonSchema }> {
  if (!call.takes) return json(describeSchema(body))
  return { [SENT_FILE_TYPE]: { schema: { type: 'string', format: 'binary', maxLength: call.takes } } }
}

function describeParameters(place: 'path' | 'query', schema: Call['params']): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = describeSchema(schema)
  return Object.entries(properties).map(([name, property]) => {
    return { name, in: place, required: required.includes(name), schema: typeof property === 'boolean' ? {} : property }
  })
}

/** Signed-in POSTs answer a repeat with what the first answered. */
function describeIdempotency(call: Call): Parameter[] {
  if (call.method !== 'POST' || call.access === 'anyone' || call.secret) return []
  return [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }]
}

function describeAnswers(call: Call): Record<string, Response> {
  const answers = Object.entries(call.answers).map(([status, schema]): [string, Response] => {
    if (schema === null) return [status, { description: 'Done' }]
    if (call.file) {
      const content = call.file.map((type) => [type, { schema: { type: 'string' } }] as const)
      return [status, { description: 'A file', content: Object.fromEntries(content) }]
    }
    const described = describeSchema(schema)
    const content = call.streams ? { 'text/event-stream': { schema: described } } : json(described)
    return [status, { description: 'Done', content }]
  })
  return Object.fromEntries(answers)
}

/** What a call declares, and what any call of its kind may meet. */
function describeRefusals(call: Call): Record<string, Response> {
  const statuses = new Set<RefusalStatus>([...(call.refusals ?? []), 429, 500, 503])
  if (call.access !== 'anyone') statuses.add(401)
  if (call.access === 'capEditor' || call.access === 'admin') statuses.add(403)
  if (call.body) statuses.add(413)
  if (call.method === 'POST' && call.access !== 'anyone') statuses.add(409)
  const content = json({ $ref: '#/components/schemas/Problem' })
  return Object.fromEntries([...statuses].map((status) => [status, { description: REFUSALS[status], content }]))
}

function json(schema: JsonSchema): Record<string, { schema: JsonSchema }> {
  return { 'application/json': { schema } }
}

function describeSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input' })
  return described
}
