import type { KeyGroup, KeyRights } from './api-key.ts'

export const ROLES = ['admin', 'editor', 'viewer'] as const

export type Role = (typeof ROLES)[number]

/** A user of the product: a person of the team, or a program with an API key. */
export interface Member {
  _id: string
  /** Empty for a program. */
  telegramId: string
  /** Telegram handle without the `@`. */
  handle: string | null
  role: Role
  /** The key of a program, with `_id` as its id. Persons have none. */
  apiKey?: { name: string } & KeyRights
}

/** A member of the team as admins see it. */
export interface TeamMember extends Member {
  /** The team's name for the member. */
  alias: string | null
  /** Whether they may sign in. */
  loginEnabled: boolean
}

/** The name of a member in a sentence. */
export function nameOf(member: Pick<TeamMember, 'alias' | 'handle' | 'telegramId'>): string {
  return member.alias ?? signatureOf(member)
}

/** Whether a member is an admin who can sign in. At least one must stay. */
export function isActingAdmin(member: Pick<TeamMember, 'role' | 'loginEnabled'>): boolean {
  return member.role === 'admin' && member.loginEnabled
}

type Signing = Pick<Member, 'handle' | 'telegramId' | 'apiKey'>

/** A member's signature: `@handle`, else the Telegram id; for a program `Reports (API key)`. */
export function signatureOf(member: Signing): string {
  return member.handle ? `@${member.handle}` : creatorOf(member)
}

/** The author of a cap if nobody is named: the handle, else the Telegram id; for a program its signature. */
export function creatorOf({ handle, telegramId, apiKey }: Signing): string {
  return apiKey ? `${apiKey.name} (API key)` : (handle ?? telegramId)
}

/** Whether this role needs a passkey beside the code. */
export function needsPasskey(role: Role, settings: { adminPasskeys: boolean }): boolean {
  return role === 'admin' && settings.adminPasskeys
}

/** Whether a member may add, change and delete caps. Viewers may, unless they were made read-only. */
export function canEditCaps(role: Role, settings: { viewerReadOnly: boolean }): boolean {
  return role !== 'viewer' || !settings.viewerReadOnly
}

/** The access level of a call. `capEditor`: admins and editors, and viewers unless they were made read-only. */
export type Access = 'anyone' | 'member' | 'capEditor' | 'admin'

/**
 * Whether a role has access; `null` is somebody who is not signed in. Everything that is not granted here is denied.
 */
export function isAllowed(access: Access, role: Role | null, settings: { viewerReadOnly: boolean }): boolean {
  switch (access) {
    case 'anyone':
      return true
    case 'member':
      return role !== null
    case 'capEditor':
      return role !== null && canEditCaps(role, settings)
    case 'admin':
      return role === 'admin'
  }
}

const OF_ADMINS: ReadonlySet<KeyGroup> = new Set(['leads', 'analytics', 'payouts'])

/** Whether a key of a role can make any call of a group: some groups are only for admins. */
export function isOpenTo(role: Role, group: KeyGroup): boolean {
  return role === 'admin' || !OF_ADMINS.has(group)
}
