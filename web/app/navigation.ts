import type { ReactNode } from 'react'
import type { Role } from '#domain/team/member.ts'
import {
  AnalyticsIcon,
  ControlsIcon,
  DashboardIcon,
  HistoryIcon,
  LeadsIcon,
  LogsIcon,
  MessagesIcon,
  PayoutsIcon,
} from '#web/ui/icons.tsx'

export interface Entry {
  to: '/' | '/payouts' | '/analytics' | '/admin' | '/leads' | '/messages' | '/logs' | '/plans'
  label: string
  icon: (props: { size?: number }) => ReactNode
  adminOnly?: true
}

// One line for each screen that exists (spec, section 2). `to` is checked against the router.
const ENTRIES: readonly Entry[] = [
  { to: '/', label: 'Dashboard', icon: DashboardIcon },
  { to: '/payouts', label: 'Payout calculations', icon: PayoutsIcon, adminOnly: true },
  { to: '/analytics', label: 'View data', icon: AnalyticsIcon, adminOnly: true },
  { to: '/admin', label: 'Admin Panel', icon: ControlsIcon, adminOnly: true },
  { to: '/leads', label: 'Leads', icon: LeadsIcon, adminOnly: true },
  { to: '/messages', label: 'Message center', icon: MessagesIcon, adminOnly: true },
  { to: '/logs', label: 'Debug logs', icon: LogsIcon, adminOnly: true },
  { to: '/plans', label: 'Plans', icon: HistoryIcon },
]

export function entriesFor(role: Role): readonly Entry[] {
  return ENTRIES.filter((entry) => !entry.adminOnly || role === 'admin')
}

/** The letter that goes to each screen after `g`: the first of its name that no screen before it has. */
export function goKeysFor(role: Role): Map<string, Entry> {
  const keys = new Map<string, Entry>()
  for (const entry of entriesFor(role)) {
    const letter = entry.label
      .toLowerCase()
      .split('')
      .find((each) => /[a-z]/.test(each) && !keys.has(each) && each !== 'g')
    if (letter) keys.set(letter, entry)
  }
  return keys
}
