import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { httpTexts } from '#contract/texts/http.ts'
import { mcpTexts } from '#contract/texts/mcp.ts'
import type { Admission } from '#platform/http/admission.ts'
import { MCP_PATH, recogniseCaller, refuseStranger } from '#platform/http/entry.ts'
import type { Log } from '#platform/log.ts'
import { createAsk, type Moment } from './answer-routes.ts'
import { answerProtocol } from './tool-routes.ts'

export interface McpDeps {
  admit: Admission
  /** Off, nothing stands at the address. */
  isOn(): Promise<boolean>
  readMoment(): Promise<Moment>
  log: Log
}

const MOST_BYTES = 64 * 1024

/**
 * The tools of the Model Context Protocol over HTTP, for programs with an API key. Nothing is kept between requests.
 * Tools read through calls of the API with that key, so rights, limits and logs are those of any other call.
 */
export function mountMcp(app: FastifyInstance, deps: McpDeps): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: MCP_PATH,
    exposeHeadRoute: false,
    bodyLimit: MOST_BYTES,
    onRequest: async (request, reply) => recogniseCaller(deps.admit, request, reply),
    // After the limits, and before the body is read.
    preParsing: async (request, reply) => {
      if (!(await deps.isOn())) return reply.status(404).send({ message: httpTexts.notFound })
      const message = refuse(request)
      if (message === null) return undefined
      const status = request.member?.apiKey ? 403 : 401
      if (status === 401) reply.header('www-authenticate', 'Bearer')
      return reply.status(status).send({ message })
    },
    handler: async (request, reply) => answer(app, deps, request, reply),
  })
}

/** Why a request is not answered; null: it is. */
function refuse(request: FastifyRequest): string | null {
  const { member, headers } = request
  if (!member) return request.refusedKey ? refuseStranger(request).body.message : mcpTexts.keyNeeded
  if (!member.apiKey) return mcpTexts.keyNeeded
  // Pages of other sites must not use a visitor's browser here, as the protocol requires.
  return headers.origin === undefined || isOwn(headers.origin, request.host) ? null : mcpTexts.otherSite
}

function isOwn(origin: string, host: string): boolean {
  return URL.parse(origin)?.host === host
}

async function answer(
  app: FastifyInstance,
  deps: McpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (request.method !== 'POST') {
    return reply.status(405).header('allow', 'POST').send({ message: mcpTexts.postOnly })
  }
  const { authorization, host } = request.headers
  const ask = createAsk((asked) =>
    app.inject({
      ...asked,
      remoteAddress: request.ip,
      headers: { ...(authorization && { authorization }), ...(host && { host }) },
    }),
  )
  const { log, readMoment } = deps
  const response = await answerProtocol({ ask, log, readMoment }, request)
  response.headers.forEach((value, name) => void reply.header(name, value))
  return reply.status(response.status).send(await response.text())
}
