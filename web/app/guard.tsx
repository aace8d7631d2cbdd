import { Loader } from '@mantine/core'
import { Navigate, redirect, type ParsedLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SignedInMember } from '#contract/member.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { readSession, useSession } from '#web/lib/session.ts'
import classes from './guard.module.css'

/**
 * Sends visitors to the sign-in first, and remembers where they wanted to go. The router calls it on each navigation.
 */
export function requireSession({ location }: { location: ParsedLocation }): void {
  if (readSession().status !== 'unauthenticated') return
  throw redirect({ to: '/login', search: location.href === '/' ? {} : { from: location.href }, replace: true })
}

interface GuardProps {
  adminOnly?: boolean
  children: (member: SignedInMember) => ReactNode
}

/**
 * Shows a screen only to members, and an admin's screen only to admins; others go to the dashboard. A former admin is
 * not asked about unsaved changes, because they can no longer save them.
 */
export function Guard({ adminOnly = false, children }: GuardProps) {
  const session = useSession()
  if (session.status !== 'authenticated') return <CheckingAccess />
  if (adminOnly && session.member.role !== 'admin') return <Navigate to="/" replace ignoreBlocker />
  return children(session.member)
}

export function CheckingAccess() {
  return (
    <main className={classes.root}>
      <Loader size="sm" aria-hidden="true" />
      <h1 className={classes.words}>{callTexts.checkingAccess}</h1>
    </main>
  )
}
