import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { z as mini } from 'zod/mini'
import { writeCap } from '#contract/cap-fields.ts'
import { affiliateCapCalls, capCalls } from '#contract/caps.ts'
import { sayUnknownFields } from '#contract/fields.ts'
import { limitCalls } from '#contract/limits.ts'
import { pauseCalls } from '#contract/pauses.ts'
import { suggestionCalls } from '#contract/suggestions.ts'
import { whyCalls } from '#contract/why.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { computeRoom } from '#domain/caps/room.ts'
import { codeOfGeo } from '#domain/kernel/countries.ts'
import { foldAdvertiserId, foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { findHolding } from '#domain/pauses/paused-caps.ts'
import { answerTool, type Ask, type ToolDeps } from './answer-routes.ts'

/** The most caps of one answer. It says how many were left out; a filter finds them. */
const MOST_CAPS = 300

export const READS = { readOnlyHint: true, openWorldHint: false } as const

const date = z.string().optional().describe('A day, YYYY-MM-DD, in the configured time zone; today if left out')
/** Which caps are asked for, by their place. */
export const PLACE = {
  geo: z.string().optional().describe('Only this geo: a country code such as DE, or the name of the country'),
  advertiserId: z.string().optional().describe('Only this broker, by its id'),
  sourceNumber: z.string().optional().describe('Only this affiliate, by the number of its source'),
}
/** The arguments of a tool: one that it does not know is refused, since it may be a slip of a filter. */
export function argumentsOf<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.strictObject(fields, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? sayUnknownFields(issue.keys, Object.keys(fields)) : undefined,
  })
}

type Place = { [Name in keyof typeof PLACE]?: string | undefined }

const LEADS = 'planned, delivered and left are numbers of leads of one day'

export function addCapTools(server: McpServer, deps: ToolDeps): void {
  const { ask } = deps
  server.registerTool(
    'day',
    {
      title: 'The day',
      description:
        'The caps of a day: planned, delivered and left. Broker caps sell leads to brokers. Affiliate caps buy leads from affiliates.',
      inputSchema: argumentsOf({ date, side: z.enum(['broker', 'affiliate']).describe('Which caps'), ...PLACE }),
      annotations: READS,
    },
    ({ date: asked, side, ...filter }) =>
      answerTool(deps, `${LEADS}; cpa is US dollars for one deposit, crg percent`, async ({ now, zone }) => {
        const day = asked ?? zone.dayOf(now)
        const caps = (await readCaps(ask, side, day)).filter((cap) => matches(cap, filter))
        return { date: day, side, ...sumUp(caps), ...listCaps(caps.map(describeCap)) }
      }),
  )
  server.registerTool(
    'room',
    {
      title: 'Who still has room',
      description:
        'Who can still take leads on a day: broker caps with leads left (paused caps are marked); for each geo, what affiliates may send minus what brokers take; and the limits over several caps. Needs a key for caps, pauses and limits.',
      inputSchema: argumentsOf({ date, ...PLACE }),
      annotations: READS,
    },
    ({ date: asked, ...filter }) =>
      answerTool(deps, `${LEADS}; sold, bought and room are planned leads`, async ({ now, zone }) => {
        const day = asked ?? zone.dayOf(now)
        const [brokers, affiliates, pauses, limits] = await Promise.all([
          readCaps(ask, 'broker', day),
          readCaps(ask, 'affiliate', day),
          ask(pauseCalls.listDay, { params: { date: day } }).then((read) =>
            mini.parse(pauseCalls.listDay.answers[200], read),
          ),
          ask(limitCalls.list, { query: { date: day } }),
        ])
        const open = brokers.filter((cap) => matches(cap, filter) && cap.actualCount < cap.cap)
        const rows = open
          .map((cap) => ({
            ...describeCap(cap),
            paused: findHolding(pauses, cap, zone.localTimeOf(now), zone) !== null,
          }))
          .toSorted((one, other) => other.left - one.left)
        return { date: day, ...listCaps(rows), byGeo: computeRoom(brokers, affiliates), limits }
      }),
  )
  server.registerTool(
    'forecast',
    {
      title: 'Forecast of today',
      description:
        'The leads expected by the end of today for each cap, geo, broker and source, and when caps will be full. If there is no forecast, it gives the reason. Ids of caps are those of the tool day.',
      inputSchema: argumentsOf({}),
      annotations: READS,
    },
    () =>
      answerTool(
        deps,
        'delivered and total are leads; total is a range of likely ends of the day',
        async ({ now, zone }) => ({
          forecast: await ask(suggestionCalls.forecast, { params: { date: zone.dayOf(now) } }),
        }),
      ),
  )
  server.registerTool(
    'why',
    {
      title: 'Why a cap has its number',
      description:
        'Explains one cap: its leads by quarters of an hour, beside yesterday and the same weekday last week; which of its leads count; related leads; its deposits; and, for admins, what is owed for it so far.',
      inputSchema: argumentsOf({
        id: z.string().describe('The id of the cap, as the tool day gives it'),
        side: z.enum(['broker', 'affiliate']).describe('Which kind of cap it is'),
      }),
      annotations: READS,
    },
    ({ id, side }) =>
      answerTool(
        deps,
        'counts are leads or deposits; cpa, owed and its parts are US dollars, crg percent',
        async () => ({
          why: await ask(whyCalls[side], { params: { id } }),
        }),
      ),
  )
}

async function readCaps(ask: Ask, side: 'broker' | 'affiliate', day: string): Promise<Cap[]> {
  const { listDay } = side === 'broker' ? capCalls : affiliateCapCalls
  return mini.parse(listDay.answers[200], await ask(listDay, { params: { date: day } }))
}

function matches(cap: Cap, { geo, advertiserId, sourceNumber }: Place): boolean {
  return (
    (geo === undefined || foldGeo(cap.geo) === foldGeo(codeOfGeo(geo))) &&
    (advertiserId === undefined || foldAdvertiserId(cap.advertiserId ?? '') === foldAdvertiserId(advertiserId)) &&
    (sourceNumber === undefined || cap.sourceNumber === foldSource(sourceNumber))
  )
}

function describeCap(cap: Cap) {
  const { _id, version: _version, date: _date, cap: planned, actualCount: delivered, ...terms } = writeCap(cap)
  return { id: _id, planned, delivered, left: Math.max(0, planned - delivered), ...terms }
}

function sumUp(caps: readonly Cap[]) {
  const planned = caps.reduce((sum, { cap }) => sum + cap, 0)
  const delivered = caps.reduce((sum, { actualCount }) => sum + actualCount, 0)
  return { count: caps.length, planned, delivered }
}

function listCaps<Row>(rows: readonly Row[]) {
  return { caps: rows.slice(0, MOST_CAPS), leftOut: Math.max(0, rows.length - MOST_CAPS) }
}
