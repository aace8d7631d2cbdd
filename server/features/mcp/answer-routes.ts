import { ApiError, fillPath, readProblem, type Parts } from '#contract/client.ts'
import type { Call, Sent } from '#contract/call.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf, type Zone } from '#domain/kernel/zone.ts'
import type { Log } from '#platform/log.ts'

/** The frame of every answer: its time zone, and the age of its data. */
export interface Moment {
  now: Instant
  /** Of the configured time zone. */
  timezone: string
  /** Up to when leads and deposits are known; null: none were read yet. */
  leadsKnownUpTo: Instant | null
}

/** Makes a call of the API with the key of the program that asks: its JSON, or an `ApiError` that says why not. */
export type Ask = <C extends Call>(call: C, sent: Sent<C> & Parts) => Promise<unknown>

/** One answer of an API that is asked within this process. */
export type Inject = (request: { method: 'GET'; url: string }) => Promise<{ statusCode: number; payload: string }>

/** A tool's answer in the protocol. */
export interface ToolAnswer {
  [key: string]: unknown
  content: { type: 'text'; text: string }[]
  isError?: boolean
}

export interface ToolDeps {
  ask: Ask
  readMoment(): Promise<Moment>
  log: Log
}

/** Only reads: a call of another method is a bug. */
export function createAsk(inject: Inject): Ask {
  return async (call, sent) => {
    if (call.method !== 'GET') throw new Error(`${call.path} does not only read`)
    const { statusCode, payload } = await inject({ method: 'GET', url: `/api${fillPath(call, sent)}` })
    if (statusCode !== 200) throw new ApiError(statusCode, readProblem(payload, httpTexts.failed))
    const read: unknown = JSON.parse(payload)
    return read
  }
}

/** Answers with data, units, zone and time; a refusal has its own sentence. */
export async function answerTool(
  { readMoment, log }: ToolDeps,
  units: string,
  read: (moment: Moment & { zone: Zone }) => Promise<object>,
): Promise<ToolAnswer> {
  try {
    const moment = await readMoment()
    const answer = await read({ ...moment, zone: zoneOf(moment.timezone) })
    const { now, timezone, leadsKnownUpTo } = moment
    const around = { asOf: formatInstant(now), timezone, leadsKnownUpTo: formatOptionalInstant(leadsKnownUpTo), units }
    return { content: [{ type: 'text', text: JSON.stringify({ ...around, answer }) }] }
  } catch (error) {
    // The library would reveal the text of other failures.
    if (!(error instanceof ApiError)) log.error({ err: error }, 'tool failed')
    const message = error instanceof ApiError ? error.message : httpTexts.failed
    return { content: [{ type: 'text', text: message }], isError: true }
  }
}
