import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SignedInMember } from '#contract/auth.ts'
import { signatureOf } from '#domain/team/member.ts'
import { signOut } from '#web/features/auth/api.ts'
import { Brand } from '#web/ui/brand.tsx'
import { SignOutIcon } from '#web/ui/icons.tsx'
import { entriesFor } from './navigation.ts'
import classes from './sidebar.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

interface SidebarProps {
  title: string
  member: SignedInMember
  /** Stands beside the title: the close button of the slide-over. */
  corner?: ReactNode
  onNavigate?: () => void
}

export function Sidebar({ title, member, corner, onNavigate }: SidebarProps) {
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
            className={classes.link}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            onClick={onNavigate}
          >
            <Icon />
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.bottom}>
        <ThemeSwitch />
        <div className={classes.member}>
          <p className={classes.quiet}>Signed in as</p>
          <p className={classes.name}>{signatureOf(member)}</p>
          <p className={classes.quiet}>Role: {member.role}</p>
        </div>
        <Button variant="default" fullWidth leftSection={<SignOutIcon />} onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </div>
  )
}
