import { lazy, Suspense, useState } from 'react'
import type { SignedInMember } from '#contract/member.ts'
import { canEditCaps } from '#domain/team/member.ts'
import { Board } from '../dashboard/board.tsx'
import { readTourStep } from '../tour/standing.ts'
import { ScreenTitle } from '../screen-title.tsx'
import { useAppSettings } from '../settings.ts'
import classes from './dashboard-page.module.css'

const Tour = lazy(async () => ({ default: (await import('../tour/tour.tsx')).Tour }))

interface DashboardPageProps {
  member: SignedInMember
}

/** Today and tomorrow, in the configured zone, whatever the zone of the browser. */
export function DashboardPage({ member }: DashboardPageProps) {
  const settings = useAppSettings()
  const [hasTour] = useState(() => readTourStep() !== null)
  return (
    <div className={classes.page}>
      <ScreenTitle name="Dashboard" />
      {settings && (
        <Board
          zone={settings.zone}
          zoneLabel={settings.zoneLabel}
          member={member}
          canEdit={canEditCaps(member.role, settings)}
        />
      )}
      {settings?.sandbox && hasTour && (
        <Suspense>
          <Tour role={member.role} />
        </Suspense>
      )}
    </div>
  )
}
