import { canEditCaps, type Member } from '#domain/team/member.ts'
import type { Settings } from '#domain/settings/settings.ts'

export interface CapsForbidden {
  reason: 'caps.forbidden'
}

/** Refuses a member who may look only; null where they may change caps. */
export function refuseEditing(actor: Member, settings: Settings): CapsForbidden | null {
  return canEditCaps(actor.role, settings) ? null : { reason: 'caps.forbidden' }
}
