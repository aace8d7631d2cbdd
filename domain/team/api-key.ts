/** Groups of calls that a key can be given. Calls that belong to none are made by people alone. */
export const KEY_GROUPS = [
  'caps',
  'limits',
  'pauses',
  'plans',
  'suggestions',
  'partners',
  'feeds',
  'leads',
  'analytics',
  'payouts',
  'events',
] as const

export type KeyGroup = (typeof KEY_GROUPS)[number]

/** What a key may do beside what its role allows. */
export interface KeyRights {
  groups: readonly KeyGroup[]
  /** Whether it may make calls that change something; every key may read. */
  mayChange: boolean
}

/** Why a key lets nobody in. `unknown`: it is well-formed, and none of this installation. */
export type KeyRefusal = 'mistyped' | 'unknown' | 'ended' | 'revoked'

/** A call, as far as the rights of keys know it. */
export interface KeyedCall {
  /** Null: it belongs to no group that a key can be given. */
  group: KeyGroup | null
  changesSomething: boolean
}

/** Why a key may not make a call that its role may make; null: it may. What is not granted here is denied. */
export function findKeyHindrance(rights: KeyRights, call: KeyedCall): 'people-only' | 'group' | 'change' | null {
  if (call.group === null) return 'people-only'
  if (!rights.groups.includes(call.group)) return 'group'
  return call.changesSomething && !rights.mayChange ? 'change' : null
}
