import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { readAdminSearch } from './admin/search.ts'
import { readAnalyticsSearch } from './analytics/search.ts'
import { readBoardSearch } from './dashboard/search.ts'
import { readLeadSearch } from './leads/search.ts'
import { readLogSearch } from './logs/search.ts'
import { readMessageSearch } from './messages/search.ts'
import { readPayoutSearch } from './payouts/search.ts'
import { isId, searchReader } from './read-search.ts'
import { readFirstView } from '#web/features/board/components/board-view.ts'
import { prepareView } from '#web/features/board/components/day-board.tsx'
import { readSession, subscribeToSession } from '#web/lib/session.ts'
import { CrashScreen } from './crash-screen.tsx'
import { Guard, requireSession } from './guard.tsx'
import { DashboardPage } from './pages/dashboard-page.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({ notFoundComponent: () => <Navigate to="/" replace /> })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: searchReader<{ from?: string | undefined }>({ from: readOwnPath }),
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
  // The board is drawn once, with its view, instead of without it first.
  loader: ({ location: { search } }) => prepareView(readFirstView('view' in search ? search.view : undefined)),
  shouldReload: false,
  component: () => <Guard>{(member) => <DashboardPage member={member} />}</Guard>,
})

const DayPage = lazyRouteComponent(() => import('./pages/day-page.tsx'), 'DayPage')

/** Its address keeps what was chosen on the board, for the way back. */
const ofWholeDay = { getParentRoute: () => members, validateSearch: readBoardSearch, component: DayPage }

const fullDay = createRoute({ ...ofWholeDay, path: '/day/$date/full' })
const fullDayUnnamed = createRoute({ ...ofWholeDay, path: '/day/full' })

/** The screens of admins; everybody else is sent home. */
const admins = createRoute({
  getParentRoute: () => members,
  id: 'admins',
  component: () => <Guard adminOnly>{() => <Outlet />}</Guard>,
})

const payouts = createRoute({
  getParentRoute: () => admins,
  path: '/payouts',
  validateSearch: readPayoutSearch,
  component: lazyRouteComponent(() => import('./pages/payouts-page.tsx'), 'PayoutsPage'),
})

const analytics = createRoute({
  getParentRoute: () => admins,
  path: '/analytics',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('./pages/analytics-page.tsx'), 'AnalyticsPage'),
})

/** Without the menu around it, since it is printed. */
const statement = createRoute({
  getParentRoute: () => root,
  id: 'statement',
  beforeLoad: requireSession,
  component: () => <Guard adminOnly>{() => <Outlet />}</Guard>,
})

const statementPage = createRoute({
  getParentRoute: () => statement,
  path: '/payouts/$reportId/statements/$affiliateId',
  beforeLoad({ params }) {
    // No report is called that.
    if (!isId(params.reportId)) throw redirect({ to: '/payouts', replace: true })
  },
  component: lazyRouteComponent(() => import('./pages/statement-page.tsx'), 'StatementPage'),
})

const admin = createRoute({
  getParentRoute: () => admins,
  path: '/admin',
  validateSearch: readAdminSearch,
  component: lazyRouteComponent(() => import('./pages/admin-page.tsx'), 'AdminPage'),
})

const leads = createRoute({
  getParentRoute: () => admins,
  path: '/leads',
  validateSearch: readLeadSearch,
  component: lazyRouteComponent(() => import('./pages/leads-page.tsx'), 'LeadsPage'),
})

const messages = createRoute({
  getParentRoute: () => admins,
  path: '/messages',
  validateSearch: readMessageSearch,
  component: lazyRouteComponent(() => import('./pages/messages-page.tsx'), 'MessagesPage'),
})

const logs = createRoute({
  getParentRoute: () => admins,
  path: '/logs',
  validateSearch: readLogSearch,
  component: lazyRouteComponent(() => import('./pages/logs-page.tsx'), 'LogsPage'),
})

const plans = createRoute({
  getParentRoute: () => members,
  path: '/plans',
  component: lazyRouteComponent(() => import('./pages/plans-page.tsx'), 'PlansPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    members.addChildren([
      dashboard,
      fullDay,
      fullDayUnnamed,
      plans,
      admins.addChildren([payouts, analytics, admin, leads, messages, logs]),
    ]),
    statement.addChildren([statementPage]),
  ]),
  defaultErrorComponent: CrashScreen,
  defaultPendingMs: 300,
})

const isSignedOut = () => readSession().status === 'unauthenticated'
let wasSignedOut = isSignedOut()

// Signing in or out, here or in another tab, changes the routes. Other news of the member does not: a reload would
// redraw a broken screen as if it worked.
subscribeToSession(() => {
  if (isSignedOut() === wasSignedOut) return
  wasSignedOut = !wasSignedOut
  void router.invalidate()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Only a path of this site is allowed as a return address, never an address from a link. */
function readOwnPath(from: unknown): string | undefined {
  if (typeof from !== 'string' || !from.startsWith('/') || from.startsWith('/login')) return undefined
  // As a browser reads it: `/\host` and a `/` before a tab and another `/` name another site.
  return URL.parse(from, window.location.origin)?.origin === window.location.origin ? from : undefined
}
