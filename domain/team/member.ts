import type { KeyGroup, KeyRights } from './api-key.ts'

export const ROLES = ['admin', 'editor', 'viewer'] as const

export type Role = (typeof ROLES)[number]

/** Somebody who may use the product: a person of the team, or a program with an API key. */
export interface Member {
  _id: string
  /** Empty for a program. */
  telegramId: string
  /** Telegram handle without the `@`. */
  handle: string | null
  role: Role
  /** The key of a program, whose id is `_id`; people have none. */
  apiKey?: { name: string } & KeyRights
}

/** Somebody of the team, as admins see them. */
export interface TeamMember extends Member {
  /** What the team calls them. */
  alias: string | null
  /** Whether they may sign in. */
  loginEnabled: boolean
}

/** What somebody of the team is called in a sentence. */
export function nameOf(member: Pick<TeamMember, 'alias' | 'handle' | 'telegramId'>): string {
  return member.alias ?? signatureOf(member)
}

/** Whether somebody can let others in. The last one who can must stay. */
export function isActingAdmin(member: Pick<TeamMember, 'role' | 'loginEnabled'>): boolean {
  return member.role === 'admin' && member.loginEnabled
}

type Signing = Pick<Member, 'handle' | 'telegramId' | 'apiKey'>

/** How a member signs what they do: `@handle`, else the Telegram id; a program `Reports (API key)`. */
export function signatureOf(member: Signing): string {
  return member.handle ? `@${member.handle}` : creatorOf(member)
}

/** Who a cap says it was created by where nobody is named: the handle, else the Telegram id; a program as it signs. */
export function creatorOf({ handle, telegramId, apiKey }: Signing): string {
  return apiKey ? `${apiKey.name} (API key)` : (handle ?? telegramId)
}

/** Whether a code alone signs nobody in who has this role. */
export function needsPasskey(role: Role, settings: { adminPasskeys: boolean }): boolean {
  return role === 'admin' && settings.adminPasskeys
}

/** Whether a member may add, change and delete caps. Viewers may unless they were made read-only. */
export function canEditCaps(role: Role, settings: { viewerReadOnly: boolean }): boolean {
  return role !== 'viewer' || !settings.viewerReadOnly
}

/** Who may do something. `capEditor`: admins and editors, and viewers unless they were made read-only. */
export type Access = 'anyone' | 'member' | 'capEditor' | 'admin'

/** Whether a role is enough; `null` is somebody who has not signed in. What is not granted here is denied. */
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

/** Whether a key of a role can make any call of a group: those of some are for admins alone. */
export function isOpenTo(role: Role, group: KeyGroup): boolean {
  return role === 'admin' || !OF_ADMINS.has(group)
}
