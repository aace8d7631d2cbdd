export const ROLES = ['admin', 'editor', 'viewer'] as const

export type Role = (typeof ROLES)[number]

/** Somebody who may use the product. */
export interface Member {
  _id: string
  telegramId: string
  /** Telegram handle without the `@`. */
  handle: string | null
  role: Role
}

/** How a member signs what they do: `@handle`, else the Telegram id. */
export function signatureOf(member: Pick<Member, 'handle' | 'telegramId'>): string {
  return member.handle ? `@${member.handle}` : member.telegramId
}

/** Whether a member may add, change and delete caps. Viewers may unless they were made read-only. */
export function canEditCaps(role: Role, settings: { viewerReadOnly: boolean }): boolean {
  return role !== 'viewer' || !settings.viewerReadOnly
}
