import type { Zone } from '#domain/kernel/zone.ts'
import { canEditCaps } from '#domain/team/member.ts'
import { DaysOff } from '#web/features/plans/components/days-off.tsx'
import { PlanPanel } from '#web/features/plans/components/plan-panel.tsx'
import { useToday } from '#web/lib/clock.ts'
import { useSession } from '#web/lib/session.ts'
import { ScreenTitle } from '../screen-title.tsx'
import { useAppSettings } from '../settings.ts'
import { useSourceNames } from '../use-source-names.ts'
import page from '#web/ui/page.module.css'

/** Plans that repeat, and the days off that they heed. */
export function PlansPage() {
  const session = useSession()
  const settings = useAppSettings()
  return (
    <div className={page.page}>
      <ScreenTitle name="Plans" />
      {settings && session.status === 'authenticated' && (
        <Plans zone={settings.zone} canEdit={canEditCaps(session.member.role, settings)} />
      )}
    </div>
  )
}

function Plans({ zone, canEdit }: { zone: Zone; canEdit: boolean }) {
  const today = useToday(zone)
  const names = useSourceNames()
  return (
    <>
      <PlanPanel today={today} zone={zone} canEdit={canEdit} names={names} />
      <h2 className={page.subtitleBelow}>Days off</h2>
      <DaysOff today={today} zone={zone} canEdit={canEdit} />
    </>
  )
}
