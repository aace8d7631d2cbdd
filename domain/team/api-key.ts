/** Groups of calls for keys. Only people can make calls without a group. */
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

/** The rights of a key within those of its role. */
export interface KeyRights {
  groups: readonly KeyGroup[]
  /** Whether it may make calls that change data. Every key may read. */
  mayChange: boolean
}

/** The reason that a key is refused. `unknown`: it is well-formed but not of this installation. */
export type KeyRefusal = 'mistyped' | 'unknown' | 'ended' | 'revoked'

/** A call, with the fields that matter for the rights of keys. */
export interface KeyedCall {
  /** Null if no key can make the call. */
  group: KeyGroup | null
  changesSomething: boolean
}

/**
 * The reason that a key may not make a call that its role may make; null if it may. Everything that is not granted here
 * is denied.
 */
export function findKeyHindrance(rights: KeyRights, call: KeyedCall): 'people-only' | 'group' | 'change' | null {
  if (call.group === null) return 'people-only'
  if (!rights.groups.includes(call.group)) return 'group'
  return call.changesSomething && !rights.mayChange ? 'change' : null
}
