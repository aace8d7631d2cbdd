import type { ReactNode } from 'react'
import type { Role } from '#domain/team/member.ts'
import { DashboardIcon } from '#web/ui/icons.tsx'

interface Entry {
  to: '/'
  label: string
  icon: (props: { size?: number }) => ReactNode
  adminOnly?: true
}

// One line for each screen that exists (spec, section 2). `to` is checked against the router.
const ENTRIES: readonly Entry[] = [{ to: '/', label: 'Dashboard', icon: DashboardIcon }]

export function entriesFor(role: Role): readonly Entry[] {
  return ENTRIES.filter((entry) => !entry.adminOnly || role === 'admin')
}
