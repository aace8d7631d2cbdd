export interface Refusal {
  ok: false
  error_code: number
  description: string
  parameters?: { retry_after?: number; migrate_to_chat_id?: number }
}

/** What a call answers: the body of the HTTP answer, whose status is 200 or the error code. */
export type Answer<T = unknown> = { ok: true; result: T } | Refusal

export function accept<T>(result: T): Answer<T> {
  return { ok: true, result }
}

/** Telegram writes a reason in lower case after the name of its status; its upper-case codes stay as they are. */
export function badRequest(reason: string): Refusal {
  return refuse(400, `Bad Request: ${lowerFirst(reason)}`)
}

export function forbidden(reason: string): Refusal {
  return refuse(403, `Forbidden: ${reason}`)
}

export function conflict(reason: string): Refusal {
  return refuse(409, `Conflict: ${reason}`)
}

export function tooManyRequests(retryAfterSeconds: number): Refusal {
  return {
    ...refuse(429, `Too Many Requests: retry after ${retryAfterSeconds}`),
    parameters: { retry_after: retryAfterSeconds },
  }
}

export function refuse(code: number, description: string): Refusal {
  return { ok: false, error_code: code, description }
}

function lowerFirst(reason: string): string {
  if (/^[A-Z][A-Z_]+\b/.test(reason)) return reason
  return reason.charAt(0).toLowerCase() + reason.slice(1)
}
