import { maskEmails } from '#domain/leads/mask-email.ts'

/** Why a source could not be read. `message` is a sentence for people; it never has a token in it. */
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
  /** It was not tried as often as it would have been, as somebody waits to hear of it: it may well pass. */
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

/** What somebody else's text looks like inside a sentence of ours, which goes to logs and screens. */
export function quote(text: string): string {
  const line = maskEmails(text.replace(/\s+/g, ' ').trim())
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
