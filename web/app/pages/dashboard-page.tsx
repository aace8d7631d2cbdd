import type { SignedInMember } from '#contract/auth.ts'
import { canEditCaps } from '#domain/team/member.ts'
import { Freshness } from '#web/features/feeds/components/freshness.tsx'
import { RunSync } from '#web/features/feeds/components/run-sync.tsx'
import { Board } from '../dashboard/board.tsx'
import { PaletteButton } from '../keys/palette-button.tsx'
import { ScreenTitle } from '../screen-title.tsx'
import { useAppSettings } from '../settings.ts'
import classes from './dashboard-page.module.css'
import page from '#web/ui/page.module.css'

interface DashboardPageProps {
  member: SignedInMember
}

/** Today and tomorrow, in the configured zone, whatever the zone of the browser. */
export function DashboardPage({ member }: DashboardPageProps) {
  const settings = useAppSettings()
  const canEdit = settings !== null && canEditCaps(member.role, settings)
  return (
    <div className={classes.page}>
      <ScreenTitle name="Dashboard" />
      <header className={page.head}>
        <h1 className={page.title}>Today &amp; Tomorrow at a glance</h1>
        {settings && (
          <div className={classes.tools}>
            <Freshness zoneLabel={settings.zoneLabel} />
            {canEdit && <RunSync />}
            <PaletteButton />
          </div>
        )}
      </header>
      {settings && <Board zone={settings.zone} member={member} canEdit={canEdit} />}
    </div>
  )
}
