import { maskEmails } from '#domain/leads/mask-email.ts'

/** The reason that a source could not be read. `message` is a sentence for people and never contains a token. */
export interface LeadApiFailure {
  reason:
    | 'lead_api.busy'
    | 'lead_api.cursor_refused'
    | 'lead_api.insecure'
    | 'lead_api.malformed'
    | 'lead_api.redirected'
    | 'lead_api.refused'
    | 'lead_api.soft_error'
    | 'lead_api.stopped'
    | 'lead_api.too_large'
    | 'lead_api.unreachable'
    | 'lead_api.unreadable'
    | 'lead_api.unstorable'
  message: string
  /** It was tried fewer times than usual because a person waits; it may pass by itself. */
  isEarly?: true
}

export const STOPPED: LeadApiFailure = { reason: 'lead_api.stopped', message: 'The lead sync was stopped half-way.' }

export function malformed(detail: string): LeadApiFailure {
  return { reason: 'lead_api.malformed', message: `The lead API's answer cannot be used: ${detail}.` }
}

export function unreachable(detail: string): LeadApiFailure {
  return { reason: 'lead_api.unreachable', message: `The lead API cannot be reached: ${detail}.` }
}

export function unstorable(detail: string): LeadApiFailure {
  return { reason: 'lead_api.unstorable', message: `The rows cannot be stored: ${quote(detail)}.` }
}

/** Quotes another system's text within a sentence of ours, for logs and screens. */
export function quote(text: string): string {
  const line = maskEmails(text.replace(/\s+/g, ' ').trim())
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
