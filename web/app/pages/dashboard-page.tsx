import { useQuery } from '@tanstack/react-query'
import type { SignedInMember } from '#contract/auth.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { canEditCaps, signatureOf } from '#domain/team/member.ts'
import { advertisersQuery } from '#web/features/advertisers/api.ts'
import { DayBoard } from '#web/features/caps/components/day-board.tsx'
import { SummaryTiles } from '#web/features/caps/components/summary-tiles.tsx'
import { Freshness } from '#web/features/leads/components/freshness.tsx'
import { RunSync } from '#web/features/leads/components/run-sync.tsx'
import { useToday } from '#web/lib/clock.ts'
import { useAppSettings } from '../settings.ts'
import classes from './dashboard-page.module.css'

interface DashboardPageProps {
  member: SignedInMember
}

/** Today and tomorrow, in the configured zone, whatever the zone of the browser. */
export function DashboardPage({ member }: DashboardPageProps) {
  const settings = useAppSettings()
  const canEdit = settings !== null && canEditCaps(member.role, settings)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>Today &amp; Tomorrow at a glance</h1>
        {settings && (
          <div className={classes.tools}>
            <Freshness zoneLabel={settings.zoneLabel} />
            {canEdit && <RunSync />}
          </div>
        )}
      </header>
      {settings && <Days zone={settings.zone} member={member} canEdit={canEdit} />}
    </div>
  )
}

function Days({ zone, member, canEdit }: { zone: Zone; member: SignedInMember; canEdit: boolean }) {
  const today = useToday(zone)
  const tomorrow = addDays(today, 1)
  const { data: advertisers } = useQuery({ ...advertisersQuery, enabled: canEdit })
  return (
    <>
      <SummaryTiles today={today} tomorrow={tomorrow} />
      <DayBoard
        days={[today, tomorrow]}
        today={today}
        canEdit={canEdit}
        advertisers={advertisers}
        signature={signatureOf(member)}
      />
    </>
  )
}
