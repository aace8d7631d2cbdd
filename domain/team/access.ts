import { canEditCaps, type Role } from './member.ts'

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
