import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Navigate } from '@tanstack/react-router'
import { readBoardSearch } from './dashboard/search.ts'
import { subscribeToSession } from '#web/lib/session.ts'
import { CrashScreen } from './crash-screen.tsx'
import { Guard, requireSession } from './guard.tsx'
import { DashboardPage } from './pages/dashboard-page.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({ notFoundComponent: () => <Navigate to="/" replace /> })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } => (isOwnPath(from) ? { from } : {}),
  component: lazyRouteComponent(() => import('./pages/login-page.tsx'), 'LoginPage'),
})

const members = createRoute({
  getParentRoute: () => root,
  id: 'members',
  beforeLoad: requireSession,
  component: () => <Guard>{(member) => <Shell member={member} />}</Guard>,
})

const dashboard = createRoute({
  getParentRoute: () => members,
  path: '/',
  validateSearch: readBoardSearch,
  component: () => <Guard>{(member) => <DashboardPage member={member} />}</Guard>,
})

const DayPage = lazyRouteComponent(() => import('./pages/day-page.tsx'), 'DayPage')

const fullDay = createRoute({ getParentRoute: () => members, path: '/day/$date/full', component: DayPage })
const fullDayUnnamed = createRoute({ getParentRoute: () => members, path: '/day/full', component: DayPage })

export const router = createRouter({
  routeTree: root.addChildren([login, members.addChildren([dashboard, fullDay, fullDayUnnamed])]),
  defaultErrorComponent: CrashScreen,
  defaultPendingMs: 300,
})

// Signing in or out, here or in another tab, opens and closes ways.
subscribeToSession(() => void router.invalidate())

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Only a path of this very site may be gone back to, never an address that somebody put into a link. */
function isOwnPath(from: unknown): from is string {
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/login')
}
