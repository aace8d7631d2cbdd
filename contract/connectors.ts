import { z } from 'zod/mini'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import { CONNECTOR_SECRETS } from '#domain/leads/connector.ts'
import { defineCall } from './call.ts'
import { atMost, body, changeOf, instant, text, verbatim } from './fields.ts'
import { connectorTexts } from './texts/connectors.ts'

const words = connectorTexts
const secretName = z.enum(CONNECTOR_SECRETS)
/** Values that differ from the preset, by place in the mapping: `constants.advertiserId`, `lead.geo`, `dates.zone`. */
const terms = z.array(z.object({ place: z.string(), value: z.string() }))

export const OfferedPreset = z.object({
  preset: z.string(),
  title: z.string(),
  /** An example address. */
  url: z.string(),
  /** Names of secrets, and places of the mapping: `mapping.constants.advertiserId`. */
  required: z.array(z.string()),
  optional: z.array(z.string()),
  notes: z.array(z.string()),
})

export type OfferedPreset = z.output<typeof OfferedPreset>

const shownFields = {
  name: z.string(),
  preset: z.string(),
  url: z.string(),
  terms,
  paused: z.boolean(),
  version: z.number(),
  /** Names of the stored secrets. Their values are never answered. */
  secrets: z.array(secretName),
}

export const ShownConnector = z.object(shownFields)
export type ShownConnector = z.output<typeof ShownConnector>

const MOST_TERMS = 40
const secret = z.optional(z.nullable(verbatim))

const Draft = body(
  {
    name: text(words.name),
    preset: text(words.preset),
    url: text(words.url),
    token: secret,
    username: secret,
    password: secret,
    terms: z.optional(z.array(body({ place: text(words.text), value: text(words.text) })).check(atMost(MOST_TERMS))),
    /** The version of an existing connector that the person saw; null or absent for a new one. */
    version: z.optional(z.nullable(z.int({ error: words.version }))),
  },
  shownFields,
)

const PreviewRow = z.object({
  id: z.nullable(z.string()),
  createdAt: z.nullable(instant),
  geo: z.nullable(z.string()),
  sourceNumber: z.nullable(z.string()),
  advertiserId: z.nullable(z.string()),
  status: z.nullable(z.string()),
  hasDeposit: z.boolean(),
  isTest: z.boolean(),
  /** The reason that the row cannot be used. */
  problem: z.nullable(z.string()),
})

const Preview = z.object({
  /** Whether it can be saved as it is. */
  ok: z.boolean(),
  message: z.string(),
  rows: z.array(PreviewRow),
  /** Rows of the page, and how many of them cannot be used. */
  total: z.number(),
  bad: z.number(),
  deposits: z.number(),
  /** Reasons that deposits of a separate list cannot be used; only the first few. */
  badDeposits: z.array(z.string()),
  /** Places that are not filled and that no row has. */
  missing: z.array(z.string()),
  /** Fields in the rows of the answer, to choose from. */
  fields: z.array(z.object({ path: z.string(), examples: z.array(z.string()) })),
  /** Goals in the rows of the page with their number of rows, if one goal means first deposits. The rarest first. */
  goals: z.array(z.object({ goal: z.string(), rows: z.number() })),
  /** Leads of a feed with this name exist already. This feed would continue them. */
  isKnownName: z.boolean(),
})

export type Preview = z.output<typeof Preview>
export type PreviewWire = z.input<typeof Preview>

const NameParams = z.object({ name: verbatim })

const Kept = z.object({
  name: z.string(),
  preset: z.string(),
  url: z.string(),
  terms,
  paused: z.boolean(),
  /** The secrets that were entered with this change. */
  entered: z.array(secretName),
})

export const connectorCalls = {
  listPresets: defineCall({
    method: 'GET',
    path: '/connectors/presets',
    access: 'admin',
    summary: 'The systems that a lead feed can be set up for, with their required values',
    answers: { 200: z.array(OfferedPreset) },
  }),
  list: defineCall({
    method: 'GET',
    path: '/connectors',
    access: 'admin',
    summary: 'The lead feeds that were set up in the Control Center, without their secrets',
    answers: { 200: z.array(ShownConnector) },
  }),
  preview: defineCall({
    method: 'POST',
    path: '/connectors/preview',
    access: 'admin',
    summary:
      'Requests one page for a draft of a lead feed, and shows its first rows as they would be read; stores nothing',
    body: Draft,
    answers: { 200: Preview },
    refusals: [400, 404, 409],
  }),
  create: defineCall({
    method: 'POST',
    path: '/connectors',
    access: 'admin',
    summary: 'Sets up a lead feed, if its first rows can be read, and starts its first sync',
    body: Draft,
    answers: { 201: ShownConnector },
    refusals: [400, 409],
  }),
  update: defineCall({
    method: 'POST',
    path: '/connectors/:name',
    access: 'admin',
    summary: 'Changes a lead feed, if its first rows can be read; a secret that is left out stays',
    params: NameParams,
    body: Draft,
    answers: { 200: ShownConnector },
    refusals: [400, 404, 409],
  }),
  pause: defineCall({
    method: 'POST',
    path: '/connectors/:name/pause',
    access: 'admin',
    summary: 'Pauses a lead feed; its leads stay',
    params: NameParams,
    answers: { 200: ShownConnector },
    refusals: [400, 404],
  }),
  resume: defineCall({
    method: 'POST',
    path: '/connectors/:name/resume',
    access: 'admin',
    summary: 'Resumes a paused lead feed',
    params: NameParams,
    answers: { 200: ShownConnector },
    refusals: [400, 404],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/connectors/:name',
    access: 'admin',
    summary: 'Removes a lead feed with its key; its leads and deposits stay',
    params: NameParams,
    answers: { 200: ShownConnector },
    refusals: [400, 404],
  }),
  listHistory: defineCall({
    method: 'GET',
    path: '/connectors/history',
    access: 'admin',
    summary: `Who set up, changed, paused or removed which lead feed, newest first, at most ${MOST_CHANGES}`,
    answers: { 200: z.array(changeOf(Kept)) },
  }),
} as const
