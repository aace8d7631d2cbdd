import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { SignedInMember } from '#contract/member.ts'
import { signatureOf } from '#domain/team/member.ts'
import { Brand } from '#web/ui/brand.tsx'
import { HelpIcon, SignOutIcon } from '#web/ui/icons.tsx'
import { isWholeDay } from './dashboard/search.ts'
import { askToSignOut, showOverlay } from './keys/overlays.ts'
import { entriesFor } from './navigation.ts'
import classes from './sidebar.module.css'
import { useAppSettings } from './settings.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const loadSessions = () => import('#web/features/auth/components/my-sessions.tsx')
const MySessions = lazy(async () => ({ default: (await loadSessions()).MySessions }))

interface SidebarProps {
  title: string
  member: SignedInMember
  /** Stands beside the title: the close button of the slide-over. */
  corner?: ReactNode
}

export function Sidebar({ title, member, corner }: SidebarProps) {
  // A whole day has no entry of its own: it is a part of the dashboard.
  const isDay = useLocation({ select: ({ pathname }) => isWholeDay(pathname) })
  return (
    <div className={classes.root}>
      <div className={classes.top}>
        <Brand title={title} />
        {corner}
      </div>
      <nav className={classes.nav} aria-label="Screens">
        {entriesFor(member.role).map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            // A whole day has the search of the board that it was opened from.
            search={to === '/' && isDay}
            className={classes.link}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            aria-current={to === '/' && isDay ? 'true' : undefined}
            // The open slide-over gives way to the screen.
            replace={corner !== undefined}
          >
            <Icon />
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.bottom}>
        {/* On a small screen it stands beside the menu's button. */}
        {!corner && (
          <button type="button" className={classes.help} aria-haspopup="dialog" onClick={() => showOverlay('help')}>
            <HelpIcon />
            About this screen
          </button>
        )}
        <ThemeSwitch />
        <div className={classes.member}>
          <p className={classes.quiet}>Signed in as</p>
          <p className={classes.name}>{signatureOf(member)}</p>
          <p className={classes.quiet}>Role: {member.role}</p>
          <SessionsButton />
        </div>
        <Button variant="default" fullWidth leftSection={<SignOutIcon />} onClick={askToSignOut}>
          Sign out
        </Button>
      </div>
    </div>
  )
}

function SessionsButton() {
  const [open, setOpen] = useState(false)
  const zone = useAppSettings()?.zone
  return (
    <>
      <button
        type="button"
        className={classes.sessions}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadSessions()}
        onClick={() => setOpen(true)}
      >
        My sessions
      </button>
      {open && zone && (
        <Suspense>
          <MySessions zone={zone} onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
