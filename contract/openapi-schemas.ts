import { z } from 'zod/mini'
import * as advertisers from './advertisers.ts'
import * as analytics from './analytics.ts'
import * as apiKeys from './api-keys.ts'
import * as boardViews from './board-views.ts'
import * as bot from './bot.ts'
import * as broadcasts from './broadcasts.ts'
import * as capReadings from './cap-readings.ts'
import * as capText from './cap-text.ts'
import * as caps from './caps.ts'
import * as check from './check.ts'
import * as closings from './closings.ts'
import * as connectors from './connectors.ts'
import * as dayPlans from './day-plans.ts'
import * as daysOff from './days-off.ts'
import * as events from './events.ts'
import * as feedStatus from './feed-status.ts'
import * as feedTest from './feed-test.ts'
import * as feeds from './feeds.ts'
import * as leads from './leads.ts'
import * as limits from './limit-states.ts'
import * as logs from './logs.ts'
import * as member from './member.ts'
import * as passkeys from './passkeys.ts'
import * as pauses from './pauses.ts'
import * as payoutDetails from './payout-details.ts'
import * as payouts from './payouts.ts'
import * as plans from './plans.ts'
import * as publicSettings from './public-settings.ts'
import * as publishers from './publishers.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as statements from './statements.ts'
import * as suggestions from './suggestion-days.ts'
import * as team from './team.ts'
import * as uploads from './uploads.ts'
import * as webhooks from './webhooks.ts'
import * as why from './why.ts'
import * as zone from './zone.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** An exported object schema of the contract becomes a component of the document, with the name of its export. */
const MODULES: Readonly<Record<string, object>> = {
  advertisers,
  analytics,
  apiKeys,
  boardViews,
  bot,
  broadcasts,
  capReadings,
  capText,
  caps,
  check,
  closings,
  connectors,
  dayPlans,
  daysOff,
  events,
  feedStatus,
  feedTest,
  feeds,
  leads,
  limits,
  logs,
  member,
  passkeys,
  pauses,
  payoutDetails,
  payouts,
  plans,
  publicSettings,
  publishers,
  sessions,
  settings,
  statements,
  suggestions,
  team,
  uploads,
  webhooks,
  why,
  zone,
}

const OF_KINDS = {
  BrokerCap: caps.STANDING_CAPS.broker,
  AffiliateCap: caps.STANDING_CAPS.affiliate,
  BrokerCapDraft: caps.CAP_DRAFTS.broker,
  AffiliateCapDraft: caps.CAP_DRAFTS.affiliate,
}

export interface Schemas {
  /** The JSON schema of the input of a given schema. */
  of(schema: z.ZodMiniType): JsonSchema
  /** The fields of an object schema, named or not. */
  fieldsOf(schema: z.ZodMiniType): Pick<JsonSchema, 'properties' | 'required'>
  /** The components that the given schemas refer to, by name. */
  components: Record<string, JsonSchema>
}

const PREFIX = '#/components/schemas/'

/**
 * Describes schemas as JSON. A named schema is described once, and then referred to. `given` has a name for each
 * schema, used if it has no name of its own and another schema contains it.
 */
export function describeSchemas(given: ReadonlyMap<z.ZodMiniType, string>): Schemas {
  const ids = new Map<z.core.$ZodType, string>()
  const names = new Set<string>()
  for (const [name, schema] of listNamed()) {
    if (names.has(name)) throw new Error(`two schemas are called ${name}`)
    names.add(name)
    ids.set(schema, name)
  }
  for (const [schema, name] of given) if (!ids.has(schema)) ids.set(schema, name)
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of ids) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `${PREFIX}${id}`,
    override: ({ jsonSchema }) => {
      // The form of tuples that MCP tools know.
      const { prefixItems } = jsonSchema
      if (prefixItems)
        Object.assign(jsonSchema, { items: {}, minItems: prefixItems.length, maxItems: prefixItems.length })
    },
  })
  const described = new Map(Object.entries(schemas).map(([id, { $schema: _, $id: _id, ...rest }]) => [id, rest]))
  const idOf = (schema: z.ZodMiniType) => ids.get(schema) ?? ''
  const describe = (id: string) => described.get(id) ?? {}
  const referred = findReferred([...given.keys()].map(idOf), describe)
  for (const id of referred) names.add(id)
  const used = new Set([...referred, ...[...given.keys()].map(idOf).filter((id) => names.has(id))])
  return {
    of(schema) {
      const id = idOf(schema)
      return names.has(id) ? { $ref: `${PREFIX}${id}` } : describe(id)
    },
    fieldsOf: (schema) => describe(idOf(schema)),
    components: Object.fromEntries([...used].toSorted().map((name) => [name, describe(name)])),
  }
}

function listNamed(): [string, z.core.$ZodType][] {
  return [...Object.values(MODULES), OF_KINDS]
    .flatMap((module): [string, unknown][] => Object.entries(module))
    .flatMap(([name, value]): [string, z.core.$ZodType][] => (isNamable(value) ? [[name, value]] : []))
}

/** An object schema, or a union of object schemas. */
function isNamable(value: unknown): value is z.core.$ZodType {
  if (!(value instanceof z.core.$ZodType)) return false
  if (value instanceof z.core.$ZodPipe) return isNamable(value._zod.def.in)
  return value instanceof z.core.$ZodObject || value instanceof z.core.$ZodUnion
}

/** All components that the given ones refer to, directly or not. */
function findReferred(given: readonly string[], describe: (id: string) => JsonSchema): Set<string> {
  const referred = new Set<string>()
  const looked = new Set(given)
  // A Set iterates also over values added during the loop.
  for (const id of looked) {
    for (const [, name = ''] of JSON.stringify(describe(id)).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      referred.add(name)
      looked.add(name)
    }
  }
  return referred
}
