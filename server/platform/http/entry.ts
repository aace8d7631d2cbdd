import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiKeyTexts } from '#contract/texts/api-keys.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { findKeyHindrance, type KeyedCall, type KeyRefusal } from '#domain/team/api-key.ts'
import { isAllowed, type Access, type Member } from '#domain/team/member.ts'
import type { Admission } from './admission.ts'
import { problem, type Refusal } from './reply.ts'

/** The path of the Model Context Protocol. */
export const MCP_PATH = '/mcp'

/**
 * Whether a request is not for a file of the web. Decided by the route, because an address can be written in many ways.
 */
export function isApi(request: FastifyRequest): boolean {
  const route = request.routeOptions.url ?? request.url
  return route.startsWith('/api/') || route === MCP_PATH
}

const BUSY_SECONDS = 2

const REFUSED_KEYS: Record<KeyRefusal, string> = {
  mistyped: apiKeyTexts.mistyped,
  unknown: apiKeyTexts.unknown,
  ended: apiKeyTexts.ended,
  revoked: apiKeyTexts.revoked,
}

const HINDRANCES = {
  'people-only': apiKeyTexts.peopleOnly,
  group: apiKeyTexts.noGroup,
  change: apiKeyTexts.readOnly,
} as const

export function readBearer(header: string | undefined): string | null {
  return /^Bearer ([\w-]{20,200})$/i.exec(header ?? '')?.[1] ?? null
}

/** A Bearer token that is neither a session nor a whole key is an incomplete key. */
function readNoToken(header: string | undefined): { refusedKey: KeyRefusal } | null {
  return /^bearer \S/i.test(header ?? '') ? { refusedKey: 'mistyped' } : null
}

/** Too many unknown callers are being checked. */
export function refuseBusy(reply: FastifyReply): FastifyReply {
  return reply.status(429).header('retry-after', BUSY_SECONDS).send({ message: httpTexts.tooMany })
}

/** Sets the caller on the request. An answer means refused, because too many unknown callers are waiting. */
export async function recogniseCaller(
  admit: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { authorization } = request.headers
  const token = readBearer(authorization)
  const found = token === null ? readNoToken(authorization) : await admit(token, request.ip)
  if (found === 'busy') return refuseBusy(reply)
  const isRefused = found !== null && 'refusedKey' in found
  request.member = isRefused ? null : found
  request.refusedKey = isRefused ? found.refusedKey : null
  return undefined
}

/** The caller must sign in, or use another key. */
export function refuseStranger({ refusedKey }: FastifyRequest): Refusal {
  return problem(401, refusedKey ? REFUSED_KEYS[refusedKey] : callTexts.signInFirst)
}

/** Refuses a call that the key does not allow, whatever its role; null if it is allowed, or a person calls. */
export function refuseKey(member: Member, call: KeyedCall): Refusal | null {
  const hindrance = member.apiKey ? findKeyHindrance(member.apiKey, call) : null
  return hindrance && problem(403, HINDRANCES[hindrance])
}

/** Refuses a call that the caller may not make; null if it is allowed. */
export async function refuseEntry(
  deps: { readViewerReadOnly(): Promise<boolean> },
  call: KeyedCall & { access: Access },
  request: FastifyRequest,
): Promise<Refusal | null> {
  const { member } = request
  if (call.access === 'anyone') return null
  if (!member) return refuseStranger(request)
  const viewerReadOnly =
    call.access === 'capEditor' && member.role === 'viewer' ? await deps.readViewerReadOnly() : false
  if (!isAllowed(call.access, member.role, { viewerReadOnly })) {
    return problem(403, call.access === 'admin' ? callTexts.adminsOnly : callTexts.viewersReadOnly)
  }
  return refuseKey(member, call)
}
