import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LoginForm } from '#web/features/auth/components/login-form.tsx'
import { publicSettingsQuery } from '#web/features/settings/api.ts'
import { useSession } from '#web/lib/session.ts'
import { Brand } from '#web/ui/brand.tsx'
import { CheckingAccess } from '../guard.tsx'
import { ScreenTitle } from '../screen-title.tsx'
import { DEFAULT_TITLE } from '../settings.ts'
import { ThemeSwitch } from '../theme-switch.tsx'
import classes from './login-page.module.css'

/** Signing in. Whoever is signed in goes on to where they came from, with the history replaced. */
export function LoginPage() {
  const session = useSession()
  const navigate = useNavigate()
  const { from = '/' } = useSearch({ from: '/login' })
  const { data: settings } = useQuery(publicSettingsQuery)
  const title = settings?.title ?? DEFAULT_TITLE
  const signedIn = session.status === 'authenticated'

  useEffect(() => {
    if (signedIn) void navigate({ href: from, replace: true })
  }, [signedIn, navigate, from])

  if (session.status !== 'unauthenticated') return <CheckingAccess />
  return (
    <main className={classes.page}>
      <ScreenTitle name="Sign in" />
      <div className={classes.card}>
        <Brand title={title} />
        <h1 className={classes.title}>Sign in</h1>
        {session.isEnded && <p className={classes.ended}>Your session has ended. Please sign in again.</p>}
        <LoginForm
          sandbox={settings?.sandbox ? { page: settings.sandboxPage } : null}
          hasBot={settings?.hasBot ?? true}
        />
      </div>
      <ThemeSwitch />
    </main>
  )
}
