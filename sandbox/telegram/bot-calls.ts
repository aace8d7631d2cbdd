import { setTimeout as pause } from 'node:timers/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { badRequest, refuse, tooManyRequests, type Answer } from './answer.ts'
import { readBytes, readParams } from './body.ts'
import type { Call, CallLog } from './calls.ts'
import type { Faults, FaultKind } from './faults.ts'
import type { Limits } from './limits.ts'
import { findMethod } from './methods/registry.ts'
import { readInteger, readText, type Params } from './params.ts'
import type { State } from './state.ts'

export interface BotDoor {
  state: State
  faults: Faults
  calls: CallLog
  limits: Limits
  log: (line: string) => void
  /** Aborted when the stand-in closes. */
  closing: AbortSignal
}

const PATH = /^\/bot([^/]+)\/([^/]+)\/?$/
const TOKEN_SHAPE = /^\d+:[\w-]+$/

/** Answers `/bot<token>/<method>`; false where the path is not one of the bot's. */
export async function serveBot(
  door: BotDoor,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  const match = PATH.exec(url.pathname)
  if (!match) return false
  const [, token = '', name = ''] = match
  const bytes = await readBytes(request)
  if (!bytes) return reply(response, refuse(413, 'Request Entity Too Large'))
  const refusal = checkToken(door.state, decodeURIComponent(token))
  if (refusal) return reply(response, refusal)
  const method = findMethod(name)
  if (!method) return reply(response, refuse(404, 'Not Found: method not found'))
  const params = readParams(url.searchParams, request.headers['content-type'] ?? '', bytes)
  if (!params) return reply(response, badRequest("can't parse the request body"))
  const now = door.state.now()
  const call = door.calls.begin(method.name, now, Object.fromEntries(params))
  if (door.limits.isEarly(method.name, now)) call.isEarly = true
  const answer = await suffer(door, method.name, params, () =>
    method.run({ state: door.state, params, signal: hangUp(response, door.closing) }),
  )
  note(door, call, answer)
  return answer ? reply(response, answer) : drop(response)
}

/** Malformed tokens are 404, well-formed wrong ones 401, as on the public server. */
function checkToken(state: State, token: string): Answer | null {
  if (token === state.token) return null
  return TOKEN_SHAPE.test(token) ? refuse(401, 'Unauthorized') : refuse(404, 'Not Found')
}

/** Runs the call under the faults that strike it; null where the caller shall get no answer. */
async function suffer(
  door: BotDoor,
  method: string,
  params: Params,
  run: () => Answer | Promise<Answer>,
): Promise<Answer | null> {
  const chatId = readInteger(params, 'chat_id', 0)
  const limited = door.limits.check(method, chatId, door.state.now())
  if (limited) return limited
  const { delayMs, fault } = door.faults.strike(method, chatId || null)
  if (delayMs > 0) await pause(delayMs, undefined, { signal: door.closing }).catch(() => undefined)
  if (!fault) return run()
  return strike(fault, run)
}

async function strike(
  fault: Exclude<FaultKind, { kind: 'delay' }>,
  run: () => Answer | Promise<Answer>,
): Promise<Answer | null> {
  if (fault.kind === 'too-many-requests') return tooManyRequests(fault.retryAfter)
  if (fault.kind === 'error') return refuse(fault.status ?? 500, fault.description ?? 'Internal Server Error')
  if (fault.kind === 'drop-after') await run()
  return null
}

function note(door: BotDoor, call: Call, answer: Answer | null): void {
  call.status = answer === null ? 0 : answer.ok ? 200 : answer.error_code
  if (answer && !answer.ok) call.description = answer.description
  const retryAfter = answer?.ok === false ? answer.parameters?.retry_after : undefined
  if (retryAfter !== undefined) door.limits.note(retryAfter, door.state.now())
  const chat = readText(new Map(Object.entries(call.body)), 'chat_id')
  if (call.method === 'getUpdates' && call.status === 200) return
  door.log(
    `${call.method}${chat ? ` chat=${chat}` : ''} -> ${call.status || 'dropped'}${call.description ? ` ${call.description}` : ''}`,
  )
}

function hangUp(response: ServerResponse, closing: AbortSignal): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  return AbortSignal.any([controller.signal, closing])
}

function reply(response: ServerResponse, answer: Answer): true {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const retryAfter = answer.ok ? undefined : answer.parameters?.retry_after
  if (retryAfter !== undefined) headers['retry-after'] = retryAfter.toString()
  response.writeHead(answer.ok ? 200 : answer.error_code, headers).end(JSON.stringify(answer))
  return true
}

function drop(response: ServerResponse): true {
  response.destroy()
  return true
}
